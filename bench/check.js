// skills check of one skill, against node -e 0, and of a tree, against skills lint and skills test: CPU and peak memory; and how much
// the targets say that the rules do not, by id. Exits with 1 where one skill takes more than four and a half times the CPU of node -e 0.
// node bench/check.js [PATH] [--runs N] [--cli PATH]
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { measure, table } from "./pair.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "7" }, cli: { type: "string" } },
});
const [corpus] = positionals;
const skills = values.cli ?? fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));
const skill = fileURLToPath(new URL("../fixtures/skills/meeting-notes", import.meta.url));
const most = 4.5;

const command = (name, ...args) => ({ name, file: process.execPath, args });
const ofSkills = (word, path) => command(`skills ${word}`, skills, word, "--format", "json", path);

const single = compare(
  [command("node -e 0", "-e", "0"), ...["lint", "test", "check"].map((word) => ofSkills(word, skill))],
  Number(values.runs),
);
console.log(`one skill, Node ${process.version}, the least of ${values.runs} runs in turn\n${single.text}`);
if (corpus) {
  const runs = Math.min(3, Number(values.runs));
  console.log(
    `\na tree, the least of ${runs} runs in turn\n${
      compare(
        ["lint", "test", "check"].map((word) => ofSkills(word, corpus)),
        runs,
      ).text
    }\n\n${tellTargets(corpus)}`,
  );
}
process.exitCode = single.ratios.at(-1) > most ? 1 : 0;

/** The least of several runs, as all else that the machine does can only add to it. */
function compare(commands, runs) {
  const rounds = Array.from({ length: runs }, () => commands.map(measure));
  const least = (at, key) => Math.min(...rounds.map((round) => round[at][key]));
  const ratios = commands.map((_, at) => least(at, "cpu") / least(0, "cpu"));
  const rows = commands.map(({ name }, at) => [
    name,
    (least(at, "cpu") / 1000).toFixed(3),
    ratios[at].toFixed(2),
    least(at, "rss").toFixed(0),
  ]);
  return { ratios, text: table([["", "CPU s", "× the first", "peak MiB"], ...rows]) };
}

function tellTargets(path) {
  const { stdout } = spawnSync(process.execPath, [skills, "check", "--format", "json", path], {
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  const { subjects } = JSON.parse(stdout);
  const counts = new Map();
  const said = subjects
    .flatMap(({ findings }) => findings)
    .filter(({ ruleId }) => /^(?:smoke-|archive-|pack-unreadable|upload-(?!files$|size$))/.test(ruleId));
  for (const { ruleId, severity } of said)
    counts.set(`${severity} ${ruleId}`, (counts.get(`${severity} ${ruleId}`) ?? 0) + 1);
  return table([["what only targets say", "findings"], ...Array.from(counts).sort(([, a], [, b]) => b - a)]);
}
