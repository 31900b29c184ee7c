import { spawn } from "node:child_process";

/**
 * Runs `node ARGS` and kills it so many milliseconds after its start, or after `begun` is true; whether it had ended before.
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
