import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../dist/bin/skills.cjs", import.meta.url));

/** Writes what the process used, its threads included, when it ends. */
const meter = `process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  require("node:fs").writeFileSync(process.env.SKILLS_METER, JSON.stringify({ cpu: userCPUTime + systemCPUTime, maxRSS }));
});`;

export interface MeasuredRun {
  /** Null if it had to be killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** In seconds. */
  readonly cpu: number;
  readonly wall: number;
  /** The most memory that the process had, in MiB. */
  readonly mebibytes: number;
}

/** Runs the built program in a process of its own, and measures it. It is killed after a minute. */
export async function measuredRun(args: readonly string[], cwd: string): Promise<MeasuredRun> {
  const own = mkdtempSync(path.join(tmpdir(), "skills-meter-"));
  const [preload, result] = [path.join(own, "meter.cjs"), path.join(own, "used.json")];
  writeFileSync(preload, meter);
  writeFileSync(result, JSON.stringify({ cpu: Infinity, maxRSS: Infinity }));
  const started = performance.now();
  const child = spawn(process.execPath, ["--require", preload, program, ...args], {
    cwd,
    env: { PATH: process.env["PATH"], HOME: own, SKILLS_METER: result },
    timeout: 60_000,
    killSignal: "SIGKILL",
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => void (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => void (stderr += text));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  const wall = (performance.now() - started) / 1000;
  const { cpu, maxRSS } = JSON.parse(readFileSync(result, "utf8"));
  rmSync(own, { recursive: true, force: true });
  return { code, stdout, stderr, cpu: cpu / 1e6, wall, mebibytes: maxRSS / 1024 };
}
