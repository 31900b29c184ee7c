// `skills test` over a tree of skills, by system: whether it succeeds, skills per CPU-second, and in how many skills
// every file that the instructions name can be read. Exits with 1 if a run does not end, or if agentskills is below 200
// skills per CPU-second.
// node bench/test-corpus.js PATH [--runs N] [--cli PATH]
import { parseArgs } from "node:util";
import { required } from "./command-line.js";
import { measure, median, table } from "./pair.js";
import { builtSkills, dataOf, parseReport, runSkills, systemIds } from "./skills.js";

/** @typedef {import("../src/model/reports/test.ts").TestResult} TestResult */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "3" }, cli: { type: "string", default: builtSkills } },
});
const corpus = required(positionals[0], "test-corpus.js PATH [--runs N] [--cli PATH]");
const target = 200;

/** @param {string} name @param {string[]} options */
const command = (name, ...options) => ({ name, args: ["test", "--format", "json", ...options, corpus] });
const commands = [...systemIds().map((id) => command(id, "--system", id)), command("all")];

const rows = commands.map(({ name, args }) => {
  const { stdout, stderr, status } = runSkills(args, { cli: values.cli });
  if (status === null || stdout === "") throw new Error(`${name} failed: ${stderr.slice(0, 2000)}`);
  const report = parseReport("test", stdout);
  const { summary } = report;
  const data = dataOf(report);
  if (!("tests" in data)) throw new Error(`${name} printed no tests`);
  const rounds = Array.from({ length: Number(values.runs) }, () =>
    measure({ name, file: process.execPath, args: [values.cli, ...args] }),
  );
  const cpu = median(rounds.map((round) => round.cpu)) / 1000;
  return {
    name,
    cpu,
    speed: summary.checked / cpu,
    peak: median(rounds.map((round) => round.rss)),
    checked: summary.checked,
    ...countOf(data.tests),
  };
});

/** @param {{ reached: number, following: number }} row */
const share = ({ reached, following }) =>
  `${reached} of ${following} (${((100 * reached) / following).toFixed(1)} %)`;
console.log(`${rows[0]?.checked} skills, Node ${process.version}, medians of ${values.runs} runs`);
console.log(
  table([
    [
      "system",
      "CPU s",
      "peak MiB",
      "skills per CPU s",
      "left out",
      "every file that is named can be had",
      "other failures",
    ],
    ...rows.map((row) => [
      row.name,
      row.cpu.toFixed(2),
      row.peak.toFixed(0),
      row.speed.toFixed(0),
      String(row.leftOut),
      share(row),
      String(row.others),
    ]),
  ]),
);
process.exitCode = (rows[0]?.speed ?? 0) < target ? 1 : 0;

/** @param {readonly TestResult[]} tests */
function countOf(tests) {
  /** @param {string} check @param {string} [outcome] */
  const of = (check, outcome) =>
    tests.filter(
      (test) =>
        test.kind === "smoke" && test.check === check && (outcome === undefined || test.outcome === outcome),
    ).length;
  const others = tests.filter(
    ({ kind, check, outcome }) =>
      kind === "smoke" && outcome === "fail" && check !== "announced" && check !== "references",
  ).length;
  return {
    leftOut: of("announced", "fail"),
    reached: of("references", "pass"),
    following: of("references"),
    others,
  };
}
