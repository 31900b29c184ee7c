// skills check of one skill, compared with node -e 0, and of a tree, compared with skills lint and skills test: CPU and
// peak memory; also counts the findings of targets that no rule reports, by id. Exits with 1 if one skill takes more
// than 4.5 times the CPU of node -e 0.
// node bench/check.js [PATH] [--runs N] [--cli PATH]
import { parseArgs } from "node:util";
import { measure, table } from "./pair.js";
import { builtSkills, inRepository, reportOf } from "./skills.js";
import { count, mostFirst } from "./tally.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "7" }, cli: { type: "string", default: builtSkills } },
});
const [corpus] = positionals;
const skill = inRepository("fixtures/skills/meeting-notes");
const most = 4.5;

/** @param {string} name @param {string[]} args */
const command = (name, ...args) => ({ name, file: process.execPath, args });
/** @param {string} word @param {string} path */
const ofSkills = (word, path) => command(`skills ${word}`, values.cli, word, "--format", "json", path);

const single = compare(
  [command("node -e 0", "-e", "0"), ...["lint", "test", "check"].map((word) => ofSkills(word, skill))],
  Number(values.runs),
);
console.log(`one skill, Node ${process.version}, the minimum of ${values.runs} runs in turn\n${single.text}`);
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
process.exitCode = (single.ratios.at(-1) ?? Number.NaN) <= most ? 0 : 1;

/** The minimum of several runs, as other load on the machine can only add to it. @param {readonly import("./pair.js").Command[]} commands @param {number} runs */
function compare(commands, runs) {
  const rounds = Array.from({ length: runs }, () => commands.map(measure));
  /** @param {number} at @param {"cpu" | "rss"} key */
  const least = (at, key) => Math.min(...rounds.map((round) => round[at]?.[key] ?? Number.NaN));
  const all = commands.map(({ name }, at) => ({ name, cpu: least(at, "cpu"), rss: least(at, "rss") }));
  const ratios = all.map(({ cpu }) => cpu / least(0, "cpu"));
  const rows = all.map(({ name, cpu, rss }, at) => [
    name,
    (cpu / 1000).toFixed(3),
    ratios[at]?.toFixed(2) ?? "",
    rss.toFixed(0),
  ]);
  return { ratios, text: table([["", "CPU s", "× the first", "peak MiB"], ...rows]) };
}

/** @param {string} path */
function tellTargets(path) {
  const { subjects } = reportOf("check", [path], { cli: values.cli });
  /** @type {Map<string, number>} */
  const counts = new Map();
  const said = subjects
    .flatMap(({ findings }) => findings)
    .filter(({ ruleId }) => /^(?:smoke-|archive-|pack-unreadable|upload-(?!files$|size$))/.test(ruleId));
  for (const { ruleId, severity } of said) count(counts, `${severity} ${ruleId}`);
  return table([["what only targets say", "findings"], ...mostFirst(counts)]);
}
