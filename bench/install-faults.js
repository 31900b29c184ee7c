// Replaces two skills and removes one, repeatedly, each time with the next call to the file system failing, once or
// with all later calls.
// Each time the root must contain the old or the new state, or the next run must restore one of them.
// node bench/install-faults.js [--codes LIST] [--skills BINARY]
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { failingRuns, faultsOf, faultTitle, runOnce } from "./faults.js";
import { temporaryDirectory, writeFile } from "./files.js";
import { table } from "./pair.js";

const { values } = parseArgs({
  options: { codes: { type: "string", default: "ENOSPC,EIO,EACCES,EMFILE" }, skills: { type: "string" } },
});
const work = temporaryDirectory("install-faults");
const root = path.join(work, "root");
const before = path.join(work, "before");

for (const version of ["old", "new"]) for (const name of ["a", "b"]) makeSkill(version, name);
requireStatus(["install", "--root", root, path.join(work, "old")], 0);
cpSync(root, before, { recursive: true });
const commands = [
  ["install", "--force", "--root", root, path.join(work, "new")],
  ["uninstall", "--backup", "--root", root, "a", "b"],
];
const faults = faultsOf(values.codes);
const rows = commands.flatMap((args) => faults.map((fault) => sweep(args, fault)));
console.log("each skill was the old or the new one, at once or after the next run");
console.log(table([["command, code, calls that fail", "runs", "old", "new", "after the next run"], ...rows]));

/** @param {readonly string[]} args @param {import("./faults.js").Fault} fault */
function sweep(args, fault) {
  const title = `${args[0]}, ${faultTitle(fault)}`;
  const counts = { runs: 0, old: 0, new: 0, repaired: 0 };
  for (const { call, status, stderr } of failingRuns({ ...runOf(args), within: root, prepare }, fault)) {
    const where = `${args[0]}, ${call}`;
    counts.runs++;
    if (readdirSync(root).some((name) => name.startsWith(".skills-t") || name.endsWith(".tmp")))
      counts.repaired++;
    requireStatus(["uninstall", "--root", root, "nothing-like-it"], 2);
    const state = stateOf(root);
    if (state === "mixed" || (status === 0 && state === "old"))
      throw new Error(`${where}: ${state}\n${stderr}`);
    counts[state]++;
    const leftovers = readdirSync(root).filter((name) => name.startsWith(".") && name !== ".skills-backup");
    if (leftovers.length > 0) throw new Error(`${where}: ${leftovers} was left`);
  }
  return [title, counts.runs, counts.old, counts.new, counts.repaired];
}

function prepare() {
  rmSync(root, { recursive: true });
  cpSync(before, root, { recursive: true });
}

/** @param {string} version @param {string} name */
function makeSkill(version, name) {
  const directory = path.join(work, version, name);
  writeFile(
    path.join(directory, "SKILL.md"),
    `---\nname: ${name}\ndescription: Fills forms. Use when a form is to be filled.\n---\n\n${version}\n`,
  );
  writeFile(path.join(directory, "references", "x.md"), version);
}

/** After a removal, the new state is an empty root. @param {string} directory */
function stateOf(directory) {
  const states = new Set(["a", "b"].flatMap((name) => versionsIn(path.join(directory, name))));
  const lock = path.join(directory, "skills.lock.json");
  const [state] = states;
  if (states.size > 1 || existsSync(lock) === (state === "gone")) return "mixed";
  const same =
    existsSync(lock) &&
    readFileSync(lock, "utf8") === readFileSync(path.join(before, "skills.lock.json"), "utf8");
  return same === (state === "old") ? (state === "old" ? "old" : "new") : "mixed";
}

/** The digests of a skill's files. @param {string} skill */
function versionsIn(skill) {
  if (!existsSync(skill)) return ["gone"];
  return ["SKILL.md", "references/x.md"].map(
    (file) => /(old|new)\n?$/.exec(readFileSync(path.join(skill, file), "utf8"))?.[1] ?? "neither",
  );
}

/** @param {readonly string[]} args */
function runOf(args) {
  return { args, cli: values.skills, cwd: work, env: { XDG_STATE_HOME: path.join(work, "state") } };
}

/** @param {readonly string[]} args @param {number} expected */
function requireStatus(args, expected) {
  const { status, stderr } = runOnce(runOf(args));
  if (status !== expected) throw new Error(`${args[0]} ended with ${status}: ${stderr}`);
}
