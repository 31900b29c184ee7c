// The timer that every bench uses: commands run in turn, A B A B …, so that a drifting machine slows both alike.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const preload = fileURLToPath(new URL("usage.cjs", import.meta.url));

/**
 * Runs each command once unmeasured, then all of them `runs` times in turn.
 * A command is { name, file, args, env?, cwd? }; a result { name, wall, ratio }: the median wall time in ms,
 * and the median, pair by pair, of its wall time over the first command's.
 */
export function pair(commands, runs) {
  const folder = mkdtempSync(path.join(tmpdir(), "bench-"));
  try {
    for (const command of commands) once(command, folder);
    const rounds = Array.from({ length: runs }, () => commands.map((command) => once(command, folder)));
    return commands.map(({ name }, at) => summary(name, rounds, at));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function once({ file, args, env, cwd }, folder) {
  const start = process.hrtime.bigint();
  const { error, signal } = spawnSync(file, args, { stdio: "ignore", cwd, env: { ...process.env, ...env } });
  const wall = Number(process.hrtime.bigint() - start) / 1e6;
  if (error || signal) throw new Error(`${file} ${args.join(" ")}: ${error ?? signal}`);
  return args.includes(preload)
    ? { wall, ...JSON.parse(readFileSync(path.join(folder, "usage.json"), "utf8")) }
    : { wall };
}

/** Makes a Node program say what it used; that costs about a millisecond, so cold-start figures go without. */
function withUsage(command, folder) {
  return {
    ...command,
    args: ["--require", preload, ...command.args],
    env: { ...command.env, BENCH_USAGE: path.join(folder, "usage.json") },
  };
}

function summary(name, rounds, at) {
  const of = (key) => median(rounds.map((round) => round[at][key]));
  return { name, wall: of("wall"), ratio: median(rounds.map((round) => round[at].wall / round[0].wall)) };
}

/** One run of a Node program: { wall, cpu, rss } in ms, ms and MiB. */
export function measure(command) {
  const folder = mkdtempSync(path.join(tmpdir(), "bench-"));
  try {
    return once(withUsage(command, folder), folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? String(cell).padEnd(widths[0]) : String(cell).padStart(widths[column]),
        )
        .join("  "),
    )
    .join("\n");
}
