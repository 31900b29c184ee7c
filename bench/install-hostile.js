// Every file of a folder, installed as an archive into a root with a canary tree around it: what is refused leaves everything as it was, and what is not changes nothing outside the root.
// node bench/install-hostile.js PATH [--skills BINARY]
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { table } from "./pair.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { skills: { type: "string" } },
});
const [folder] = positionals;
if (!folder) throw new Error("usage: node bench/install-hostile.js PATH [--skills BINARY]");
const skills = values.skills ?? fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));

const work = mkdtempSync(path.join(tmpdir(), "bench-hostile-"));
const canary = path.join(work, "canary");
const root = path.join(canary, "home", "project", "root");
const counts = new Map();
try {
  makeCanary();
  const outside = digestOf(canary, root);
  const before = digestOf(root);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => path.resolve(folder, file))
    .filter((file) => lstatSync(file).isFile());
  for (const file of files) {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [skills, "install", "--format", "json", "--root", root, file],
      { cwd: path.dirname(root), encoding: "utf8", maxBuffer: 2 ** 28 },
    );
    if (digestOf(canary, root) !== outside) throw new Error(`${file}: something outside the root changed`);
    if (status !== 0 && digestOf(root) !== before)
      throw new Error(`${file}: it was refused, and the root changed`);
    if (status !== 0 && status !== 1 && status !== 2) throw new Error(`${file}: ended with ${status}`);
    if (stderr.includes("this is a fault of")) throw new Error(`${file}: ${stderr}`);
    count(
      status === 0
        ? "installed"
        : status === 1
          ? reasonIn(stdout)
          : "not a file that could be read as an archive, or another skill in its place",
    );
    if (status === 0) empty(root);
  }
  console.log(`${files.length} archives, in a tree that did not change outside the root`);
  console.log(table([["answer", ""], ...[...counts].sort((a, b) => b[1] - a[1])]));
} finally {
  rmSync(work, { recursive: true, force: true });
}

function makeCanary() {
  mkdirSync(root, { recursive: true });
  for (const directory of [work, canary, path.join(canary, "home"), path.join(canary, "home", "project")]) {
    for (const name of ["evil", "evil.txt", "SKILL.md", ".bashrc", "x"])
      writeFileSync(path.join(directory, name), `${directory} ${name}`);
  }
}

function empty(directory) {
  for (const name of readdirSync(directory)) rmSync(path.join(directory, name), { recursive: true });
}

/** Of every name, kind, mode and byte below a directory, but for what is below `but`. */
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

function reasonIn(stdout) {
  const finding = JSON.parse(stdout)
    .subjects.flatMap(({ findings }) => findings)
    .find(({ severity }) => severity === "error");
  return finding.ruleId;
}

function count(what) {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}
