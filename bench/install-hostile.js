// Installs every file of a directory as an archive into a root inside a tree of canary files. A refused archive must
// change nothing, an accepted one nothing outside the root.
// node bench/install-hostile.js PATH [--skills BINARY]
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { required } from "./command-line.js";
import { filesBelow, temporaryDirectory, writeFile } from "./files.js";
import { table } from "./pair.js";
import { parseReport, runSkills } from "./skills.js";
import { count, mostFirst } from "./tally.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { skills: { type: "string" } },
});
const folder = required(positionals[0], "install-hostile.js PATH [--skills BINARY]");

const work = temporaryDirectory("hostile");
const canary = path.join(work, "canary");
const root = path.join(canary, "home", "project", "root");
/** @type {Map<string, number>} */
const counts = new Map();
makeCanary();
const outside = digestOf(canary, root);
const before = digestOf(root);
const files = filesBelow(folder).map((file) => path.resolve(folder, file));
for (const file of files) {
  const { status, stdout, stderr } = runSkills(["install", "--format", "json", "--root", root, file], {
    cli: values.skills && path.resolve(values.skills),
    cwd: path.dirname(root),
  });
  if (digestOf(canary, root) !== outside) throw new Error(`${file}: something outside the root changed`);
  if (status !== 0 && digestOf(root) !== before)
    throw new Error(`${file}: it was refused, but the root changed`);
  if (status !== 0 && status !== 1 && status !== 2) throw new Error(`${file}: ended with ${status}`);
  if (stderr.includes("this is a fault of")) throw new Error(`${file}: ${stderr}`);
  count(
    counts,
    status === 0
      ? "installed"
      : status === 1
        ? reasonIn(stdout)
        : "not a readable archive, or another skill with its name exists",
  );
  if (status === 0) empty(root);
}
console.log(`${files.length} archives, nothing changed outside the root`);
console.log(table([["result", ""], ...mostFirst(counts)]));

function makeCanary() {
  mkdirSync(root, { recursive: true });
  for (const directory of [work, canary, path.join(canary, "home"), path.join(canary, "home", "project")]) {
    for (const name of ["evil", "evil.txt", "SKILL.md", ".bashrc", "x"])
      writeFile(path.join(directory, name), `${directory} ${name}`);
  }
}

/** @param {string} directory */
function empty(directory) {
  for (const name of readdirSync(directory)) rmSync(path.join(directory, name), { recursive: true });
}

/** A digest of all names, types, modes and bytes below a directory, except those below `but`. @param {string} directory @param {string} [but] */
function digestOf(directory, but) {
  const hash = createHash("sha256");
  for (const name of readdirSync(directory, { recursive: true, encoding: "utf8" }).sort()) {
    const absolute = path.join(directory, name);
    if (but && absolute.startsWith(but)) continue;
    const stats = lstatSync(absolute);
    hash.update(`${name}\0${stats.mode}\0`);
    if (stats.isFile()) hash.update(readFileSync(absolute));
    if (stats.isSymbolicLink()) hash.update(readlinkSync(absolute));
  }
  return hash.digest("hex");
}

/** @param {string} stdout */
function reasonIn(stdout) {
  const findings = parseReport("install", stdout).subjects.flatMap((subject) => subject.findings);
  const reason = findings.find(({ severity }) => severity === "error");
  if (!reason) throw new Error(`refused without a reason: ${stdout.slice(0, 200)}`);
  return reason.ruleId;
}
