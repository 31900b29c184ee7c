// CPU and peak memory of skills lint over generated skills, in directories and as lines of --stdin-ndjson. Exits with 1 if
// lines take more than a ninth more CPU, if a peak of theirs is over 300 MiB, or if an answer about a skill differs.
// node bench/ndjson.js [--skills N,…] [--runs N] [--command NAME] [--cli PATH]
import { spawnSync } from "node:child_process";
import { createReadStream } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { isDeepStrictEqual, parseArgs } from "node:util";
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
const files = temporaryDirectory("lines");
const lines = path.join(files, "skills.ndjson");
const ofPaths = path.join(files, "paths.ndjson");
const ofLines = path.join(files, "lines.ndjson");
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
  const paths = least(skills, [...base, "--jobs", "1", "--format", "ndjson", folder], { output: ofPaths });
  const piped = least(skills, [...base, "--jobs", "1", "--stdin-ndjson"], { input: lines, output: ofLines });
  const { equal, findings } = await compare();
  failed ||= piped.rate < leastRatio * paths.rate || piped.rss > mostMiB || equal !== skills;
  for (const [name, { cpu, rate, rss }] of Object.entries({ paths, piped }))
    rows.push([name, skills, (cpu / 1000).toFixed(1), rate.toFixed(0), rss.toFixed(0), equal, findings]);
}
console.log(
  `Node ${process.version}, skills ${values.command}, the least CPU and the highest peak of ${values.runs} runs`,
);
console.log(table([["", "skills", "CPU s", "skills per CPU s", "peak MiB", "equal", "findings"], ...rows]));
process.exitCode = failed ? 1 : 0;

/** @param {number} skills @param {readonly string[]} args @param {{ input?: string, output: string }} files */
function least(skills, args, files) {
  const runs = Array.from({ length: Number(values.runs) }, () =>
    measure({ name: values.command, file: process.execPath, args, ...files }),
  );
  const cpu = Math.min(...runs.map((run) => run.cpu));
  return { cpu, rate: skills / (cpu / 1000), rss: Math.max(...runs.map((run) => run.rss)) };
}

/** How many answers are equal and at the same position, and their findings; a few are in memory at a time. */
async function compare() {
  const others = createInterface({ input: createReadStream(ofPaths) })[Symbol.asyncIterator]();
  let [equal, findings] = [0, 0];
  for await (const text of createInterface({ input: createReadStream(ofLines) })) {
    const [answer, other] = [answerOn(text), answerOn((await others.next()).value ?? "{}")];
    if (isDeepStrictEqual(answer, other)) equal += 1;
    findings += answer.subject?.findings.length ?? 0;
  }
  return { equal: (await others.next()).done ? equal : 0, findings };
}

/**
 * Without what differs by design: the number of the line, the digest, the path, of which a line has only the last part,
 * and the excerpts, which reports leave out.
 * @param {string} text
 */
function answerOn(text) {
  const { line: _, ruleSet: __, ...answer } = JSON.parse(text);
  delete answer.subject?.path;
  for (const finding of answer.subject?.findings ?? []) delete finding.excerpt;
  return answer;
}

/** Every third has a broken link, every seventh a wrong name. @param {number} at */
function makeSkill(at) {
  const { name, description, more } = madeSkill(at);
  const skill = path.join(folder, `part-${Math.floor(at / 1000)}`, name);
  writeFile(
    path.join(skill, "SKILL.md"),
    `---\nname: ${at % 7 === 0 ? `Skill ${at}` : name}\ndescription: ${description}\n---\n\n# ${name}\n\nSee [more](references/${at % 3 === 0 ? "none" : "more"}.md).\n\n${more}`,
  );
  writeFile(path.join(skill, "references/more.md"), more);
}
