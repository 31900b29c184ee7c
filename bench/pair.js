// The timer of every benchmark: commands alternate, A B A B …, so that a machine that slows down affects both.
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * @typedef {{ name: string, file: string, args: readonly string[], env?: NodeJS.ProcessEnv, cwd?: string, input?: string, output?: string }} Command `input` and `output` are files.
 * @typedef {{ cpu: number, rss: number }} Usage In ms and MiB.
 * @typedef {{ wall: number } & Partial<Usage>} Run In ms.
 */

/**
 * Node reads the certificates of this file at each start. That can take as long as the rest of its start, and then a
 * ratio to `node -e 0` looks better than it is for others.
 */
export const withoutCertificates = { NODE_EXTRA_CA_CERTS: undefined };

const preload = fileURLToPath(new URL("usage.cjs", import.meta.url));

/**
 * Runs each command once as a warm-up, then all of them `runs` times in turn.
 * A result has the median wall time in ms, and the median of its ratios to the first command's wall time in the same
 * turn.
 * @param {readonly Command[]} commands
 * @param {number} runs
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

/** @param {Command} command @param {string} folder @returns {Run} */
function once({ file, args, env, cwd, input, output }, folder) {
  const stdin = input === undefined ? "ignore" : openSync(input, "r");
  const stdout = output === undefined ? "ignore" : openSync(output, "w");
  const start = process.hrtime.bigint();
  const { error, signal } = spawnSync(file, args, {
    stdio: [stdin, stdout, "ignore"],
    cwd,
    env: { ...process.env, ...withoutCertificates, ...env },
  });
  const wall = Number(process.hrtime.bigint() - start) / 1e6;
  for (const each of [stdin, stdout]) if (typeof each === "number") closeSync(each);
  if (error || signal) throw new Error(`${file} ${args.join(" ")}: ${error ?? signal}`);
  return args.includes(preload)
    ? { wall, ...JSON.parse(readFileSync(path.join(folder, "usage.json"), "utf8")) }
    : { wall };
}

/** Makes a Node program report its resource usage. This costs about a millisecond, so cold-start measurements do without. @param {Command} command @param {string} folder @returns {Command} */
function withUsage(command, folder) {
  return {
    ...command,
    args: ["--require", preload, ...command.args],
    env: { ...command.env, BENCH_USAGE: path.join(folder, "usage.json") },
  };
}

/** @param {string} name @param {readonly (readonly Run[])[]} rounds @param {number} at */
function summary(name, rounds, at) {
  /** @param {readonly Run[]} round @param {number} of */
  const wall = (round, of) => round[of]?.wall ?? Number.NaN;
  return {
    name,
    wall: median(rounds.map((round) => wall(round, at))),
    ratio: median(rounds.map((round) => wall(round, at) / wall(round, 0))),
  };
}

/** One run of a Node program: { wall, cpu, rss } in ms, ms and MiB. @param {Command} command @returns {{ wall: number } & Usage} */
export function measure(command) {
  const folder = mkdtempSync(path.join(tmpdir(), "bench-"));
  try {
    const { wall, cpu, rss } = once(withUsage(command, folder), folder);
    if (cpu === undefined || rss === undefined)
      throw new Error(`${command.name} did not report its resource usage`);
    return { wall, cpu, rss };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** @param {readonly (readonly (string | number)[])[]} rows */
export function table(rows) {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => String(row[column]).length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? String(cell).padEnd(widths[0] ?? 0) : String(cell).padStart(widths[column] ?? 0),
        )
        .join("  "),
    )
    .join("\n");
}
