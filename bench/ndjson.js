// CPU and peak memory of skills lint over generated skills, in directories and as lines of --stdin-ndjson. Exits with 1 if
// lines take more than a ninth more CPU, or if a peak of theirs is over 300 MiB.
// node bench/ndjson.js [--skills N,…] [--runs N] [--command NAME] [--cli PATH]
import { spawnSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { temporaryDirectory, writeFile } from "./files.js";
import { madeSkill } from "./made-skills.js";
import { measure, table } from "./pair.js";
import { builtSkills } from "./skills.js";

const { values } = parseArgs({
  options: {
    skills: { type: "string", default: "10000" },
    runs: { type: "string", default: "1" },
    command: { type: "string", default: "lint" },
    cli: { type: "string", default: builtSkills },
  },
});
const lines = path.join(temporaryDirectory("lines"), "skills.ndjson");
const [leastRatio, mostMiB] = [0.9, 300];

const folder = temporaryDirectory("ndjson");
let made = 0;
let failed = false;
/** @type {(string | number)[][]} */
const rows = [];
for (const skills of values.skills.split(",").map(Number)) {
  for (; made < skills; made++) makeSkill(made);
  const base = [values.cli, values.command, "--no-config"];
  const written = spawnSync(process.execPath, [...base, "--export-ndjson", lines, folder], {
    encoding: "utf8",
  });
  if (written.status !== 0) throw new Error(written.stderr);
  const paths = least(skills, [...base, "--jobs", "1", "--format", "json", folder]);
  const piped = least(skills, [...base, "--jobs", "1", "--stdin-ndjson"], lines);
  failed ||= piped.rate < leastRatio * paths.rate || piped.rss > mostMiB;
  for (const [name, { cpu, rate, rss }] of Object.entries({ paths, piped }))
    rows.push([name, skills, (cpu / 1000).toFixed(1), rate.toFixed(0), rss.toFixed(0)]);
}
console.log(
  `Node ${process.version}, skills ${values.command}, the least CPU and the highest peak of ${values.runs} runs`,
);
console.log(table([["", "skills", "CPU s", "skills per CPU s", "peak MiB"], ...rows]));
process.exitCode = failed ? 1 : 0;

/** @param {number} skills @param {readonly string[]} args @param {string} [input] */
function least(skills, args, input) {
  const runs = Array.from({ length: Number(values.runs) }, () =>
    measure({ name: values.command, file: process.execPath, args, ...(input !== undefined && { input }) }),
  );
  const cpu = Math.min(...runs.map((run) => run.cpu));
  return { cpu, rate: skills / (cpu / 1000), rss: Math.max(...runs.map((run) => run.rss)) };
}

/** @param {number} at */
function makeSkill(at) {
  const { name, description, more } = madeSkill(at);
  const skill = path.join(folder, `part-${Math.floor(at / 1000)}`, name);
  writeFile(
    path.join(skill, "SKILL.md"),
    `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\nSee [more](references/more.md).\n\n${more}`,
  );
  writeFile(path.join(skill, "references/more.md"), more);
}
