// CPU and peak memory of skills validate and skills lint over many skills, with JSON to a file: copies of the skills of
// a tree, each under another name. Exits with 1 if a peak is over 400 MiB.
// node bench/scale.js PATH [--skills N] [--runs N] [--cli PATH] [--keep DIR]
import { copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { required } from "./command-line.js";
import { temporaryDirectory } from "./files.js";
import { measure, table } from "./pair.js";
import { builtSkills } from "./skills.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    skills: { type: "string", default: "50000" },
    runs: { type: "string", default: "1" },
    cli: { type: "string", default: builtSkills },
    keep: { type: "string" },
  },
});
const usage = "scale.js PATH [--skills N] [--runs N] [--cli PATH] [--keep DIR]";
const originals = findSkills(path.resolve(required(positionals[0], usage)));
const wanted = Number(values.skills);
const most = 400;

const folder = values.keep ?? temporaryDirectory("scale");
let over = false;
const rows = [];
for (const share of [8, 2, 1]) {
  const skills = Math.ceil(wanted / share);
  for (let at = countOf(folder); at < skills; at++) copySkill(at);
  for (const command of ["validate", "lint"]) {
    const output = `${folder}.json`;
    const runs = Array.from({ length: Number(values.runs) }, () =>
      measure({
        name: command,
        file: process.execPath,
        args: [values.cli, command, "--format", "json", "-o", output, "--no-config", folder],
      }),
    );
    rmSync(output, { force: true });
    const cpu = Math.min(...runs.map((run) => run.cpu));
    const peak = Math.max(...runs.map((run) => run.rss));
    over ||= peak > most;
    rows.push([
      command,
      skills,
      (cpu / 1000).toFixed(1),
      (skills / (cpu / 1000)).toFixed(0),
      peak.toFixed(0),
    ]);
  }
}
console.log(`Node ${process.version}, the least CPU and the highest peak of ${values.runs} runs`);
console.log(table([["", "skills", "CPU s", "skills per CPU s", "peak MiB"], ...rows]));
process.exitCode = over ? 1 : 0;

/** The number of skills that an earlier run has left. @param {string} directory */
function countOf(directory) {
  mkdirSync(directory, { recursive: true });
  return readdirSync(directory).reduce(
    (sum, part) => sum + readdirSync(path.join(directory, part)).length,
    0,
  );
}

/** The directories with a SKILL.md, without those inside another skill. @param {string} directory @returns {string[]} */
function findSkills(directory) {
  const entries = readdirSync(directory, { withFileTypes: true });
  if (entries.some((entry) => entry.isFile() && entry.name === "SKILL.md")) return [directory];
  return entries.flatMap((entry) =>
    entry.isDirectory() && entry.name !== ".git" ? findSkills(path.join(directory, entry.name)) : [],
  );
}

/** Links every file but SKILL.md, in which only the name differs. @param {number} at */
function copySkill(at) {
  const from = originals[at % originals.length] ?? "";
  const name = `${path.basename(from)}-${at}`;
  const to = path.join(folder, `part-${Math.floor(at / 1000)}`, name);
  linkAll(from, to);
  const document = readFileSync(path.join(from, "SKILL.md"), "latin1");
  writeFileSync(
    path.join(to, "SKILL.md"),
    document.replace(/^name:.*$/m, () => `name: ${name}`),
    "latin1",
  );
}

/** @param {string} from @param {string} to */
function linkAll(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkAll(source, target);
    else if (entry.isFile() && target !== path.join(to, "SKILL.md")) link(source, target);
  }
}

/** @param {string} from @param {string} to */
function link(from, to) {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
