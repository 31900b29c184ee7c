// Runs the program with failing calls to the file system.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { temporaryDirectory } from "./files.js";
import { builtSkills, inRepository } from "./skills.js";

/** @typedef {Readonly<Record<string, string>>} Environment */
/** @typedef {{ args: readonly string[], cli: string | undefined, cwd: string, env?: Environment }} Run */
/** @typedef {{ code: string, persistent: boolean }} Fault The code of the error, and whether all later calls fail too. */

const preload = inRepository("bench/fault.cjs");
const told = path.join(temporaryDirectory("faults"), "told");

/** @param {string} codes Comma-separated. @returns {Fault[]} */
export function faultsOf(codes) {
  return codes.split(",").flatMap((code) => [
    { code, persistent: false },
    { code, persistent: true },
  ]);
}

/** @param {Fault} fault */
export function faultTitle({ code, persistent }) {
  return `${code}, ${persistent ? "all from one on" : "one"}`;
}

/** Without a fault. @param {Run} run */
export function runOnce({ args, cli = builtSkills, cwd, env = {} }) {
  return spawnSync(process.execPath, ["--require", preload, cli, ...args], {
    cwd,
    env: { PATH: process.env["PATH"], ...env },
    encoding: "utf8",
  });
}

/**
 * Runs the program repeatedly, each time with the next call to a path below `within` failing, until no call is left.
 * Yields each run that ended with an allowed result, with the failed call.
 * @param {Run & { within: string, prepare: () => void }} run
 * @param {Fault} fault
 */
export function* failingRuns({ within, prepare, ...run }, fault) {
  for (let at = 1; ; at++) {
    prepare();
    rmSync(told, { force: true });
    const { status, stderr } = runOnce({
      ...run,
      env: {
        ...run.env,
        FAIL_AT: String(at),
        FAIL_ON: fault.persistent ? "1" : "",
        FAIL_CODE: fault.code,
        FAIL_IN: within,
        FAIL_TOLD: told,
      },
    });
    if (!existsSync(told)) return;
    const call = `${faultTitle(fault)}: call ${at}, ${readFileSync(told, "utf8")}`;
    if (stderr.includes("this is a fault of") || (status !== 0 && status !== 2))
      throw new Error(`${call}: ended with ${status}\n${stderr}`);
    yield { call, status, stderr };
  }
}
