// Hostile lines for skills lint --stdin-ndjson: mutated ones, bad base64, doubled paths, `__proto__`, and skills that take
// longer than they may. Exits with 1 unless each line has one answer, in order, and the peak is at most 600 MiB.
// node bench/ndjson-hostile.js [--lines N] [--seed N] [--cli PATH]
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { temporaryDirectory } from "./files.js";
import { madeSkill } from "./made-skills.js";
import { builtSkills } from "./skills.js";

const { values } = parseArgs({
  options: {
    lines: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    cli: { type: "string", default: builtSkills },
  },
});
const count = Number(values.lines);
const [secondsPerSkill, mostMiB] = ["1", 600];
// A line of 24 MB of text that rules read, which takes several seconds.
const slowEvery = 2_000;

let state = Number(values.seed);
/** @param {number} below */
function random(below) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state % below;
}

/** @param {number} at */
function whole(at) {
  const { name, description, more } = madeSkill(at);
  const text = `---\nname: ${name}\ndescription: ${description}\n---\n\nSee [more](references/more.md).\n`;
  return {
    id: `skill-${at}`,
    name,
    files: [
      { path: "SKILL.md", text },
      { path: "references/more.md", text: more },
    ],
  };
}

/** @type {readonly ((at: number) => string)[]} */
const kinds = [
  (at) => mutated(JSON.stringify(whole(at)), 1 + random(6)),
  (at) => JSON.stringify(whole(at)).slice(0, random(400)) || "x",
  (at) => JSON.stringify({ ...whole(at), files: [{ path: "SKILL.md", base64: "@@not=base64" }] }),
  (at) => JSON.stringify({ ...whole(at), files: [...whole(at).files, ...whole(at).files] }),
  (at) => JSON.stringify(whole(at)).replace('"files"', '"__proto__":{"id":1},"files"'),
  (at) =>
    JSON.stringify({
      ...whole(at),
      files: [
        { path: "__proto__", text: "x" },
        { path: "../../etc/passwd", text: "x" },
      ],
    }),
  (at) => JSON.stringify({ ...whole(at), name: "__proto__" }),
  (at) => `${"[".repeat(1 + random(100_000))}${at}`,
  (at) => JSON.stringify(whole(at)),
];

/** @param {string} text @param {number} times */
function mutated(text, times) {
  let changed = text;
  for (let time = 0; time < times; time++) {
    const at = random(changed.length);
    changed = changed.slice(0, at) + String.fromCharCode(32 + random(224)) + changed.slice(at + random(3));
  }
  return changed.replaceAll("\n", " ");
}

const slowText = "See [a](b.md) and `c/d.py` in https://example.com/x, then run rm -rf $HOME/x.\n".repeat(
  12_000,
);

/** @param {number} at */
function lineAt(at) {
  if (at % slowEvery === 7)
    return JSON.stringify({
      ...whole(at),
      files: [
        ...whole(at).files,
        ...Array.from({ length: 24 }, (_, file) => ({ path: `references/${file}.md`, text: slowText })),
      ],
    });
  return kinds[at % kinds.length]?.(at) ?? "";
}

const usage = path.join(temporaryDirectory("hostile"), "usage.json");
const preload = fileURLToPath(new URL("usage.cjs", import.meta.url));
const args = ["--require", preload, values.cli, "lint", "--no-config", "--stdin-ndjson", "--jobs", "2"];
const child = spawn(process.execPath, [...args, "--skill-seconds", secondsPerSkill], {
  stdio: ["pipe", "pipe", "inherit"],
  env: { ...process.env, BENCH_USAGE: usage },
});
const ended = new Promise((resolve) => child.once("exit", (code, signal) => resolve(code ?? signal)));
/** @type {Record<string, number>} */
const outcomes = {};
let next = 1;
let problems = 0;
const reading = (async () => {
  for await (const text of createInterface({ input: child.stdout })) {
    const { line, outcome, error } = JSON.parse(text);
    if (line !== next++) problems += 1;
    const kind = error?.code ?? `outcome ${outcome}`;
    outcomes[kind] = (outcomes[kind] ?? 0) + 1;
  }
})();
for (let at = 0; at < count; at++)
  if (!child.stdin.write(`${lineAt(at)}\n`))
    await new Promise((resolve) => child.stdin.once("drain", resolve));
child.stdin.end();
await reading;
const code = await ended;
const { cpu, rss } = JSON.parse(readFileSync(usage, "utf8"));
console.log(
  `Node ${process.version}, ${count} lines, ${next - 1} answers, exit ${code}: ${JSON.stringify(outcomes)}`,
);
console.log(`${(cpu / 1000).toFixed(1)} CPU s, peak ${rss.toFixed(0)} MiB`);
process.exitCode = code === 2 && next - 1 === count && problems === 0 && rss <= mostMiB ? 0 : 1;
