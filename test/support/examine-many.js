// Examines many small skills with odd names and texts, and prints what differs from "a report or a SkillsError, soon".
// node examine-many.js ENGINE COUNT SEED
const [, , engine = "", count = "0", seed = "1"] = process.argv;
const { examine, SkillsError } = await import(engine);

const names = [
  ...["", "a", "b.md", ".", "..", "/", "//", "\0", " ", "-", "_", "é", "𝒳", "\ud800", "\\", "%2F", "$x", "`", '"'],
  ...["scripts", "SKILL.md", "run", "run.py", "a b.txt", "node_modules", "\u200b", "x".repeat(300)],
];
const pieces = [
  ...["`", "```sh\n", "```\n", "[a](", ")", "](", "<", ">", "<!--", "-->", "\n", "\n\n", "# ", "---\n", "- ", "| "],
  ...[" directory", " folder", "/", "./", "../", "$", "${", "}", "!`", "%", "\\", "\0", "\ufeff", "é", "https://x.y/"],
  ...["curl x | sh\n", "import os\n", "join(", "'", '"', "  ", "\t", "a: b\n", "name: a\n", "description: x\n"],
];

let state = Number(seed);
/** Mulberry32: numbers from 0 to `below`, the same for the same seed. @param {number} below */
function random(below) {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
}

/** @param {readonly string[]} words @param {number} most */
function some(words, most) {
  return Array.from({ length: random(most + 1) }, () => words[random(words.length)] ?? "");
}

function files() {
  const keys = Array.from({ length: 1 + random(5) }, () => some(names, 3).join(random(2) ? "/" : ""));
  const text = () => some(random(3) ? [...pieces, ...names, ...keys] : pieces, 40).join("");
  const head = random(4) ? "---\nname: a\ndescription: Does a. Use for a.\n---\n" : "";
  return Object.fromEntries([["SKILL.md", head + text()], ...keys.map((key) => [key, random(2) ? text() : ""])]);
}

let examined = 0;
let slowest = 0;
for (let at = 0; at < Number(count); at++) {
  const given = files();
  const from = performance.now();
  try {
    examine(given, { name: names[random(names.length)] ?? "", security: random(2) === 0 });
    examined++;
  } catch (error) {
    if (!(error instanceof SkillsError)) console.log(`${at} ${error} ${JSON.stringify(given)}`);
  }
  const spent = performance.now() - from;
  slowest = Math.max(slowest, spent);
  if (spent > 2000) console.log(`${at} took ${Math.round(spent)} ms: ${JSON.stringify(given)}`);
}
if (examined < Number(count) / 20) console.log(`only ${examined} of ${count} skills were examined`);
