import { execFile, execFileSync, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { settings } from "./settings.mjs";

const [program, ...args] = settings.question;

/** The digest of the version and the question: answers with the same one need not be found again. */
export function questionDigest() {
  return execFileSync(program, [...args, "--stdin-ndjson", "--digest"], { encoding: "utf8" }).trim();
}

/**
 * What a part of the skills in a directory adds to the report of all parts.
 * @param {string} shard @param {string} directory
 * @returns {Promise<string>}
 */
export function blobOf(shard, directory) {
  return new Promise((resolve, reject) => {
    const options = { cwd: directory, maxBuffer: 2 ** 30 };
    execFile(program, [...args, "--shard", shard, "--format", "blob"], options, (error, stdout) => {
      // Problems in skills end it with 1.
      if (error && error.code !== 1) reject(error);
      else resolve(stdout);
    });
  });
}

/**
 * One process of skillwright, which answers lines in order. It is another process, so that the locks of jobs are
 * renewed while a skill is examined, and so that a skill that ends it does not end the worker.
 */
export function startAnswering() {
  const child = spawn(program, [...args, "--stdin-ndjson", "--jobs", "1"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  /** @type {{resolve: (line: string) => void, reject: (error: Error) => void}[]} */
  const waiting = [];
  createInterface({ input: child.stdout }).on("line", (line) => waiting.shift()?.resolve(line));
  let ended = false;
  const end = () => {
    ended = true;
    for (const each of waiting.splice(0)) each.reject(new Error("skillwright ended"));
  };
  child.on("error", end);
  child.on("close", end);
  // A line that cannot be written is one without an answer.
  child.stdin.on("error", end);
  return {
    isEnded: () => ended,
    /** @param {string} line @returns {Promise<string>} */
    answer(line) {
      if (ended) return Promise.reject(new Error("skillwright ended"));
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        child.stdin.write(`${line}\n`);
      });
    },
    end: () => child.stdin.end(),
  };
}
