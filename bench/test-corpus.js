// `skills test` over a tree of skills: whether it ends well, skills per CPU-second, and of how many skills every file that the instructions
// name can be had; by system. Exits with 1 where a run does not end, or where agentskills is below 200 skills per CPU-second.
// node bench/test-corpus.js PATH [--runs N] [--cli PATH]
import { fileURLToPath } from "node:url";
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { measure, median, table } from "./pair.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "3" }, cli: { type: "string" } },
});
const [corpus] = positionals;
if (!corpus) throw new Error("usage: node bench/test-corpus.js PATH [--runs N] [--cli PATH]");
const skills = values.cli ?? fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));
const target = 200;

const command = (name, ...options) => ({
  name,
  file: process.execPath,
  args: [skills, "test", "--format", "json", ...options, corpus],
});
const systems = ["agentskills", "agio", "react-actions", "spring-ai-alibaba", "harness9"];
const commands = [...systems.map((id) => command(id, "--system", id)), command("all five")];

const rows = commands.map(({ name, ...one }) => {
  const { stdout, stderr, status } = spawnSync(one.file, one.args, { encoding: "utf8", maxBuffer: 2 ** 30 });
  if (![0, 1, 2].includes(status) || stdout === "")
    throw new Error(`${name} did not end well: ${stderr.slice(0, 2000)}`);
  const { data, summary } = JSON.parse(stdout);
  const rounds = Array.from({ length: Number(values.runs) }, () => measure({ name, ...one }));
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

const share = ({ reached, following }) =>
  `${reached} of ${following} (${((100 * reached) / following).toFixed(1)} %)`;
console.log(`${rows[0].checked} skills, Node ${process.version}, medians of ${values.runs} runs`);
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
process.exitCode = rows[0].speed < target ? 1 : 0;

function countOf(tests) {
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
