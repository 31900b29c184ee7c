// skills lint over a tree: CPU and peak memory, in pairs with npm's skill-check, and the slowest rules.
// node bench/lint.js PATH [--runs N] [--npm]
import { execFileSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { required } from "./command-line.js";
import { temporaryDirectory } from "./files.js";
import { measure, median, table } from "./pair.js";
import { builtSkills, dataOf, reportOf } from "./skills.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "5" }, npm: { type: "boolean" } },
});
const corpus = required(positionals[0], "lint.js PATH [--runs N] [--npm]");
/** @param {string} name @param {string[]} args */
const node = (name, ...args) => ({ name, file: process.execPath, args });

const commands = [
  node("skills lint", builtSkills, "lint", corpus),
  ...(values.npm ? [rival()] : []),
  node("skills validate", builtSkills, "validate", corpus),
  node("skills lint --security", builtSkills, "lint", "--security", corpus),
];
const rounds = Array.from({ length: Number(values.runs) }, () => commands.map(measure));
const rows = commands.map(({ name }, at) => {
  /** @param {number} of @param {"cpu" | "rss"} key */
  const used = (of, key) => rounds.map((round) => round[of]?.[key] ?? Number.NaN);
  const [cpu, first] = [used(at, "cpu"), used(0, "cpu")];
  return [
    name,
    (median(cpu) / 1000).toFixed(2),
    median(cpu.map((each, round) => each / (first[round] ?? Number.NaN))).toFixed(2),
    median(used(at, "rss")).toFixed(0),
  ];
});
console.log(`Node ${process.version}, medians of ${values.runs} runs in turn`);
console.log(table([["", "CPU s", "× skills lint", "peak MiB"], ...rows]));
console.log(`\n${slowestRules()}`);

function rival() {
  const folder = temporaryDirectory("npm");
  execFileSync("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", "skill-check@1.2.0"], {
    stdio: "ignore",
  });
  return node(
    "npm skill-check@1.2.0 check",
    path.join(folder, "node_modules/skill-check/bin/skill-check.js"),
    "check",
    corpus,
    "--no-security-scan",
  );
}

/** The minimum of three runs, as a rule's time includes pauses caused by other processes. */
function slowestRules() {
  const runs = Array.from({ length: 3 }, () => reportOf("lint", ["--timing", corpus]));
  const total = Math.min(...runs.map(({ summary }) => summary.seconds * 1000));
  const timings = runs.flatMap((report) => dataOf(report).timings ?? []);
  const best = Array.from(new Set(timings.map(({ ruleId }) => ruleId)), (ruleId) => {
    const all = timings.filter((timing) => timing.ruleId === ruleId);
    return {
      ruleId,
      ms: Math.min(...all.map(({ milliseconds }) => milliseconds)),
      slowest: Math.min(...all.map(({ slowest }) => slowest.milliseconds)),
    };
  });
  const lines = best
    .sort((a, b) => b.ms - a.ms)
    .slice(0, 12)
    .map(({ ruleId, ms, slowest }) => [
      ruleId,
      ms.toFixed(0),
      `${((100 * ms) / total).toFixed(1)} %`,
      slowest.toFixed(1),
    ]);
  return table([["rule", "ms", "of all", "ms on its slowest skill"], ...lines]);
}
