// Wall time, CPU and peak memory of skills validate, lint and check with one thread and with several, over growing
// numbers of a tree's skills: from how many on several threads save time. Only prints.
// node bench/jobs.js PATH [--jobs N] [--runs N] [--commands NAME,…] [--skills N,…] [--cli PATH]
import path from "node:path";
import { parseArgs } from "node:util";
import { required } from "./command-line.js";
import { temporaryDirectory, writeFile } from "./files.js";
import { measure, table } from "./pair.js";
import { builtSkills, reportOf } from "./skills.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    jobs: { type: "string", default: "2" },
    runs: { type: "string", default: "5" },
    commands: { type: "string", default: "validate,lint,check" },
    skills: { type: "string", default: "50,100,200,400,800,1600" },
    cli: { type: "string", default: builtSkills },
  },
});
const tree = path.resolve(required(positionals[0], "jobs.js PATH [--jobs N] [--runs N] [--skills N,…]"));
const all = reportOf("validate", ["."], { cwd: tree }).subjects.map((subject) => `${subject.path}/SKILL.md`);
const list = path.join(temporaryDirectory("jobs"), "list");

const rows = values.commands
  .split(",")
  .flatMap((command) => values.skills.split(",").map((skills) => compare(command, Number(skills))));
console.log(
  `Node ${process.version}, the least of ${values.runs} runs in turn, 1 and ${values.jobs} threads`,
);
console.log(table([["", "skills", "wall ms", "", "×", "CPU ×", "peak MiB", ""], ...rows]));

/** The skills are spread over the tree. @param {string} command @param {number} skills */
function compare(command, skills) {
  const step = Math.max(1, all.length / skills);
  const chosen = Array.from({ length: Math.min(skills, all.length) }, (_, at) => all[Math.floor(at * step)]);
  writeFile(list, chosen.join("\n"));
  /** @param {string} jobs */
  const run = (jobs) =>
    measure({
      name: command,
      file: process.execPath,
      args: [values.cli, command, "--format", "json", "--no-config", "--files-from", list, "--jobs", jobs],
      cwd: tree,
    });
  const rounds = Array.from({ length: Number(values.runs) }, () => ({
    one: run("1"),
    several: run(values.jobs),
  }));
  /** @param {"one" | "several"} of @param {"wall" | "cpu" | "rss"} key */
  const least = (of, key) => Math.min(...rounds.map((round) => round[of][key]));
  return [
    command,
    chosen.length,
    least("one", "wall").toFixed(0),
    least("several", "wall").toFixed(0),
    (least("one", "wall") / least("several", "wall")).toFixed(2),
    (least("several", "cpu") / least("one", "cpu")).toFixed(2),
    least("one", "rss").toFixed(0),
    least("several", "rss").toFixed(0),
  ];
}
