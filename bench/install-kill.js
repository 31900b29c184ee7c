// Kills installs, replacements and uninstalls with SIGKILL at a random moment. Each skill must be the old or the new
// one, or missing if a transaction is left that the next run completes; nothing outside the root may change.
// node bench/install-kill.js [--kills N] [--seed N] [--skills BINARY]
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { filesBelow, sha256, temporaryDirectory, writeFile } from "./files.js";
import { runAndKill } from "./kill.js";
import { table } from "./pair.js";
import { builtSkills, dataOf, reportOf, runSkills } from "./skills.js";
import { count } from "./tally.js";

/** @typedef {readonly (readonly [file: string, mode: number, digest: string])[]} Picture */
/** @typedef {Readonly<Record<string, Picture>>} Pictures Of both versions, by name. */

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
    skills: { type: "string", default: builtSkills },
  },
});
const choice = { cli: values.skills };
const kills = Number(values.kills);
/** How long a run holds the root, in milliseconds: every second run is killed in that time. */
const held = 60;

let state = Number(values.seed);
const work = temporaryDirectory("install-kill");
const root = path.join(work, "canary", "root");
/** @type {Map<string, number>} */
const counts = new Map();
makeCanary();
for (const version of ["one", "two"]) for (const name of ["alpha", "beta"]) makeSkill(version, name);
const [one, two] = [path.join(work, "one"), path.join(work, "two")];
const pictures = { one: pictureOf(one), two: pictureOf(two) };
const canary = pictureOf(path.join(work, "canary"), root);
const span = await measure(one, two);
for (let kill = 0; kill < kills; kill++) {
  const before = versionsIn(pictures);
  const removal = { wanted: "none", args: ["uninstall", "--force", "--root", root, "alpha", "beta"] };
  const { wanted, args } = pick([
    { wanted: "one", args: ["install", "--force", "--root", root, one] },
    { wanted: "two", args: ["install", "--force", "--root", root, two] },
    ...(before[0] === "none" ? [] : [removal, removal]),
  ]);
  const finished = await (kill % 2 === 0
    ? runAndKill([values.skills, ...args], random() * span * 1.1)
    : runAndKill([values.skills, ...args], random() * held, { begun: seesTransaction }));
  const left = existsSync(path.join(root, ".skills-transaction"));
  const after = versionsIn(pictures);
  for (const [at, version] of after.entries()) {
    if (version === before[at] || version === wanted || (version === "none" && left)) continue;
    throw new Error(`kill ${kill}, ${args[0]}: ${before[at]} became ${version}, wanted ${wanted}`);
  }
  if (!left && new Set(after).size > 1)
    throw new Error(`kill ${kill}: one skill is old and the other new: ${after}`);
  count(
    counts,
    `${args[0]}: ${finished ? "had ended" : left ? "left a transaction" : after[0] === wanted && before[0] !== wanted ? "done" : "not begun"}`,
  );
  // Any run completes the transaction; this one does nothing else.
  const { status, stderr } = runSkills(["uninstall", "--root", root, "no-such-skill"], choice);
  if (status !== 2) throw new Error(`kill ${kill}: the next run ended with ${status}: ${stderr}`);
  const repaired = versionsIn(pictures);
  if (new Set(repaired).size > 1 || (repaired[0] !== before[0] && repaired[0] !== wanted))
    throw new Error(`kill ${kill}: repaired to ${repaired}`);
  requireLock(repaired, kill);
  const leftovers = readdirSync(root).filter((name) => name.startsWith("."));
  if (leftovers.length > 0) throw new Error(`kill ${kill}: ${leftovers} was left after the repair`);
  if (JSON.stringify(pictureOf(path.join(work, "canary"), root)) !== JSON.stringify(canary))
    throw new Error(`kill ${kill}: something outside the root changed`);
}
console.log(
  `${kills} runs, half of them killed within ${span.toFixed(0)} ms of their start, half within ${held} ms of their transaction's: nothing mixed, nothing left, nothing outside`,
);
console.log(table([["what was killed", ""], ...[...counts].sort()]));

function makeCanary() {
  writeFile(path.join(root, "written-by-hand", "SKILL.md"), "mine");
  for (const name of ["SKILL.md", "skills.lock.json", "alpha"])
    writeFile(path.join(work, "canary", name), name);
}

/** @param {string} version @param {string} name */
function makeSkill(version, name) {
  const directory = path.join(work, version, name);
  writeFile(
    path.join(directory, "SKILL.md"),
    `---\nname: ${name}\ndescription: Fills forms, ${version}. Use when a form is to be filled.\n---\n\nDo it.\n`,
  );
  for (let at = 0; at < 12; at++)
    writeFile(path.join(directory, "references", `${at}.md`), version.repeat(400 * (at + 1)));
}

/** How long a run takes, to spread the moments over it. @param {string} one @param {string} two */
async function measure(one, two) {
  const started = performance.now();
  for (const source of [one, two, one])
    await runAndKill([values.skills, "install", "--force", "--root", root, source], Infinity);
  return (performance.now() - started) / 3;
}

function seesTransaction() {
  return existsSync(path.join(root, ".skills-transaction"));
}

/** The version of each complete skill. @param {Pictures} pictures */
function versionsIn(pictures) {
  return ["alpha", "beta"].map((name) => {
    const directory = path.join(root, name);
    if (!existsSync(directory)) return "none";
    const found = JSON.stringify(pictureOf(directory));
    const whole = Object.entries(pictures).find(([, picture]) => {
      const own = picture.filter(([file]) => file.startsWith(`${name}/`));
      return JSON.stringify(own.map(([file, ...rest]) => [file.slice(name.length + 1), ...rest])) === found;
    });
    return whole ? whole[0] : "mixed";
  });
}

/** @param {readonly string[]} versions @param {number} kill */
function requireLock(versions, kill) {
  const lock = path.join(root, "skills.lock.json");
  if (versions[0] === "none") {
    if (existsSync(lock)) throw new Error(`kill ${kill}: a lock is left, and no skill`);
    return;
  }
  const [digest] = dataOf(reportOf("digest", [path.join(root, "alpha")], choice)).digests;
  /** @type {{ skills: { alpha: { contentDigest: string } } }} */
  const { skills } = JSON.parse(readFileSync(lock, "utf8"));
  if (digest?.content?.contentDigest !== skills.alpha.contentDigest)
    throw new Error(`kill ${kill}: the lock does not match the installed skills`);
}

/** Digest and mode of every file below a directory, except those below `but`. @param {string} directory @param {string} [but] @returns {Picture} */
function pictureOf(directory, but) {
  return filesBelow(directory).flatMap((name) => {
    const file = path.join(directory, name);
    return but && file.startsWith(but) ? [] : [[name, lstatSync(file).mode, sha256(readFileSync(file))]];
  });
}

/** @template Choice @param {readonly Choice[]} choices */
function pick(choices) {
  const choice = choices[Math.floor(random() * choices.length)];
  if (choice === undefined) throw new Error("no choices");
  return choice;
}

/** Park and Miller's generator: the same seed gives the same moments, as far as a clock can. */
function random() {
  state = (state * 48271) % 2147483647;
  return state / 2147483647;
}
