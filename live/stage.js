// Runs the programs of a client: new environment, closed standard input, time limit.
import { spawn } from "node:child_process";
import path from "node:path";

/** @typedef {import("./types.js").Finished} Finished */
/** @typedef {import("./types.js").Outcome} Outcome */
/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Started} Started */

/**
 * The variables of a client: none of this machine's, so that no key of it is read.
 * @param {string} node
 * @param {string} home
 */
export function scrubbed(node, home) {
  return {
    HOME: home,
    LANG: "C.UTF-8",
    PATH: `${path.dirname(node)}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`,
    TERM: "dumb",
  };
}

/**
 * @param {string} node
 * @returns {import("./types.js").Stage["run"]}
 */
export const runner = (node) => (command, started) =>
  new Promise((resolve, reject) => {
    const words = started.alone ? ["unshare", "-pf", "--kill-child", ...command] : command;
    const child = spawn(words[0] ?? "", words.slice(1), {
      cwd: started.cwd,
      env: { ...scrubbed(node, started.home), ...started.env },
      detached: true,
      stdio: [started.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    const end = () => endGroup(child.pid);
    const timer = setTimeout(end, (started.seconds ?? 60) * 1000);
    started.signal?.addEventListener("abort", end);
    const stdout = collected(child.stdout, started.onLine);
    const stderr = collected(child.stderr);
    child.on("error", reject);
    // Not "close": a daemon that it leaves may keep the pipes open.
    child.on("exit", (status) => {
      clearTimeout(timer);
      setTimeout(() => {
        end();
        resolve({ stdout: stdout(), stderr: stderr(), status });
      }, 20);
    });
    child.stdin?.on("error", () => {});
    if (started.onLine) child.stdin?.write(started.input ?? "");
    else child.stdin?.end(started.input);
  });

/** @param {number | undefined} pid */
function endGroup(pid) {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It ended by itself.
  }
}

/**
 * What a stream gives; each complete line is also passed on.
 * @param {import("node:stream").Readable | null} stream
 * @param {(line: string) => void} [onLine]
 * @returns {() => string}
 */
function collected(stream, onLine) {
  let text = "";
  let rest = "";
  stream?.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine?.(line);
  });
  return () => text;
}

/**
 * Calls a function for each case, some at a time.
 * @param {readonly Play[]} plays
 * @param {number} parallel
 * @param {(play: Play) => Promise<Outcome>} one
 * @returns {Promise<Map<string, Outcome>>}
 */
export async function playEach(plays, parallel, one) {
  const outcomes = new Map();
  const waiting = [...plays];
  const work = async () => {
    for (let play = waiting.shift(); play; play = waiting.shift()) outcomes.set(play.case, await one(play));
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return outcomes;
}
