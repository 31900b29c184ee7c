// skills lint over a tree: CPU and peak memory, pair by pair with npm's skill-check, and the rules that take longest.
// node bench/lint.js PATH [--runs N] [--npm]
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { measure, median, table } from "./pair.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "5" }, npm: { type: "boolean" } },
});
const [corpus] = positionals;
if (!corpus) throw new Error("usage: node bench/lint.js PATH [--runs N] [--npm]");
const skills = fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), "bench-npm-"));
const node = (name, ...args) => ({ name, file: process.execPath, args });

try {
  const commands = [
    node("skills lint", skills, "lint", corpus),
    ...(values.npm ? [rival()] : []),
    node("skills validate", skills, "validate", corpus),
    node("skills lint --security", skills, "lint", "--security", corpus),
  ];
  const rounds = Array.from({ length: Number(values.runs) }, () => commands.map(measure));
  const rows = commands.map(({ name }, at) => {
    const of = (key) => median(rounds.map((round) => round[at][key]));
    return [
      name,
      (of("cpu") / 1000).toFixed(2),
      median(rounds.map((round) => round[at].cpu / round[0].cpu)).toFixed(2),
      of("rss").toFixed(0),
    ];
  });
  console.log(`Node ${process.version}, medians of ${values.runs} runs in turn`);
  console.log(table([["", "CPU s", "× skills lint", "peak MiB"], ...rows]));
  console.log(`\n${slowestRules()}`);
} finally {
  rmSync(folder, { recursive: true });
}

function rival() {
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

/** Of three runs the least, as a rule is also charged for whatever stopped the machine while it ran. */
function slowestRules() {
  const runs = Array.from({ length: 3 }, () =>
    JSON.parse(
      spawnSync(process.execPath, [skills, "lint", "--timing", "--format", "json", corpus], {
        encoding: "utf8",
        maxBuffer: 2 ** 30,
      }).stdout,
    ),
  );
  const total = Math.min(...runs.map(({ summary }) => summary.seconds * 1000));
  const best = runs[0].data.timings.map(({ ruleId }) => {
    const all = runs.map(({ data }) => data.timings.find((timing) => timing.ruleId === ruleId));
    return {
      ruleId,
      ms: Math.min(...all.map(({ milliseconds }) => milliseconds)),
      slowest: Math.min(...all.map(({ slowest }) => slowest.milliseconds)),
    };
  });
  const line = ({ ruleId, ms, slowest }) => [
    ruleId,
    ms.toFixed(0),
    `${((100 * ms) / total).toFixed(1)} %`,
    slowest.toFixed(1),
  ];
  return table([
    ["rule", "ms", "of all", "ms on its slowest skill"],
    ...best
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, 12)
      .map(line),
  ]);
}
