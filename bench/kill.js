import { spawn } from "node:child_process";

/**
 * Runs `node ARGS` and kills it after this many milliseconds, counted from its start or from when `begun` is true.
 * Returns whether it had already ended.
 * @param {readonly string[]} args
 * @param {number} after
 * @param {{ cwd?: string, begun?: () => boolean }} choice
 * @returns {Promise<boolean>}
 */
export function runAndKill(args, after, { cwd, begun = () => true } = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd, stdio: "ignore" });
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    let ended = false;
    child.on("exit", (code) => {
      ended = true;
      clearTimeout(timer);
      resolve(code !== null);
    });
    const wait = () => {
      if (ended) return;
      if (begun()) timer = setTimeout(() => child.kill("SIGKILL"), after);
      else setImmediate(wait);
    };
    if (after !== Infinity) wait();
  });
}
