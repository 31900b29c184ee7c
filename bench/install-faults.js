// One replacement of two skills, and one removal, again and again: each time another of their calls to the file system fails, once or with all that follow, until none does.
// Each time the root holds the old or the new, or the next run makes it so.
// node bench/install-faults.js [--codes LIST] [--skills BINARY]
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { table } from "./pair.js";

const { values } = parseArgs({
  options: { codes: { type: "string", default: "ENOSPC,EIO,EACCES,EMFILE" }, skills: { type: "string" } },
});
const skills = values.skills ?? fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));
const work = mkdtempSync(path.join(tmpdir(), "bench-faults-"));
const root = path.join(work, "root");

const fault = fileURLToPath(new URL("fault.cjs", import.meta.url));
const counts = new Map();
try {
  for (const version of ["old", "new"]) for (const name of ["a", "b"]) makeSkill(version, name);
  require(run(["install", "--root", root, path.join(work, "old")]), 0);
  cpSync(root, path.join(work, "before"), { recursive: true });
  for (const [command, ...args] of [
    ["install", "--force", "--root", root, path.join(work, "new")],
    ["uninstall", "--backup", "--root", root, "a", "b"],
  ]) {
    for (const code of values.codes.split(",")) for (const on of ["", "1"]) sweep(command, args, code, on);
  }
  console.log("each time the old or the new, at once or after the next run");
  console.log(
    table([
      ["command, code, calls that fail", "runs", "old", "new", "after the next run"],
      ...counts.values(),
    ]),
  );
} finally {
  rmSync(work, { recursive: true, force: true });
}

function sweep(command, args, code, on) {
  const row = [`${command}, ${code}, ${on ? "all from one on" : "one"}`, 0, 0, 0, 0];
  counts.set(row[0], row);
  for (let at = 1; ; at++) {
    rmSync(root, { recursive: true });
    cpSync(path.join(work, "before"), root, { recursive: true });
    const told = path.join(work, "told");
    rmSync(told, { force: true });
    const ended = run([command, ...args], {
      FAIL_AT: String(at),
      FAIL_ON: on,
      FAIL_CODE: code,
      FAIL_IN: root,
      FAIL_TOLD: told,
    });
    if (!existsSync(told)) return;
    const where = `${row[0]}: call ${at}, ${readFileSync(told, "utf8")}`;
    if (ended.stderr.includes("this is a fault of") || (ended.status !== 0 && ended.status !== 2))
      throw new Error(`${where}: ended with ${ended.status}\n${ended.stderr}`);
    row[1]++;
    const left = readdirSync(root).some((name) => name.startsWith(".skills-t") || name.endsWith(".tmp"));
    if (left) row[4]++;
    require(run(["uninstall", "--root", root, "nothing-like-it"]), 2);
    const state = stateOf(root);
    if (state === "mixed" || (ended.status === 0 && state === "old"))
      throw new Error(`${where}: ${state}\n${ended.stderr}`);
    row[state === "old" ? 2 : 3]++;
    const leftovers = readdirSync(root).filter((name) => name.startsWith(".") && name !== ".skills-backup");
    if (leftovers.length > 0) throw new Error(`${where}: ${leftovers} was left`);
  }
}

function makeSkill(version, name) {
  const directory = path.join(work, version, name);
  mkdirSync(path.join(directory, "references"), { recursive: true });
  writeFileSync(
    path.join(directory, "SKILL.md"),
    `---\nname: ${name}\ndescription: Fills forms. Use when a form is to be filled.\n---\n\n${version}\n`,
  );
  writeFileSync(path.join(directory, "references", "x.md"), version);
}

/** The removal's new state is that nothing is there. */
function stateOf(directory) {
  const told = ["a", "b"].map((name) =>
    existsSync(path.join(directory, name))
      ? ["SKILL.md", "references/x.md"].map(
          (file) => /(old|new)\n?$/.exec(readFileSync(path.join(directory, name, file), "utf8"))[1],
        )
      : ["gone"],
  );
  const states = new Set(told.flat());
  const lock = path.join(directory, "skills.lock.json");
  const [state] = states;
  if (states.size > 1 || existsSync(lock) === (state === "gone")) return "mixed";
  const same =
    existsSync(lock) &&
    readFileSync(lock, "utf8") === readFileSync(path.join(work, "before", "skills.lock.json"), "utf8");
  return same === (state === "old") ? (state === "old" ? "old" : "new") : "mixed";
}

function run(args, env = {}) {
  return spawnSync(process.execPath, ["--require", fault, skills, ...args], {
    cwd: work,
    env: { PATH: process.env.PATH, XDG_STATE_HOME: path.join(work, "state"), ...env },
    encoding: "utf8",
  });
}

function require({ status, stderr }, expected) {
  if (status !== expected) throw new Error(`ended with ${status}: ${stderr}`);
}
