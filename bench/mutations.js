// Applies each mistake of mutations.jsonl to a copy of this checkout, runs the tests that it names, and reports which
// of them fail.
// node bench/mutations.js [--only TEXT] [--workers N] [--locate]
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { temporaryDirectory } from "./files.js";
import { mutate, readMutations } from "./mutation-list.js";
import { inRepository } from "./skills.js";

/** @typedef {import("./mutation-list.d.ts").Mutation} Mutation */
/** @typedef {{ failed: boolean, by: string, output: string }} TestRun */
/** @typedef {{ mutation: Mutation, verdict: "caught" | "survived", by: string }} Answer */

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    workers: { type: "string", default: "1" },
    locate: { type: "boolean", default: false },
  },
});
const root = inRepository("");
const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
/** A mistake that makes a test run forever counts as detected. */
const patience = 600_000;

const mutations = readMutations(inRepository("bench/mutations.jsonl")).filter(
  ({ file, find }) => file.includes(values.only) || find.includes(values.only),
);
const lost = mutations.filter(
  (mutation) => mutate(readFileSync(path.join(root, mutation.file), "utf8"), mutation) === undefined,
);
for (const { file, find } of lost)
  console.log(`${file}: does not occur exactly once: ${JSON.stringify(find)}`);
if (lost.length > 0) process.exitCode = 1;
else if (!values.locate) await runAll();

async function runAll() {
  const first = copyCheckout();
  const others = Array.from({ length: Number(values.workers) - 1 }, copyCheckout);
  const tests = [...new Set(mutations.flatMap((mutation) => mutation.tests))];
  const { failed, output } = await runTests(first, tests);
  if (failed) throw new Error(`the tests fail without a mistake:\n${output}`);
  const waiting = [...mutations];
  const answers = await Promise.all([first, ...others].map((copy) => work(copy, waiting)));
  summarize(answers.flat());
}

/** Tracked and untracked files and the build, as a repository of its own; node_modules is shared. */
function copyCheckout() {
  const copy = temporaryDirectory("mutations");
  execFileSync("git", ["init", "--quiet", copy]);
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  for (const file of [
    ...listed.split("\0").filter((name) => name !== "" && name !== "node_modules"),
    "dist",
    "src/generated",
  ]) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(copy, file), { recursive: true, verbatimSymlinks: true });
  }
  symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  return copy;
}

/** @param {string} copy @param {Mutation[]} waiting */
async function work(copy, waiting) {
  /** @type {Answer[]} */
  const answers = [];
  for (let mutation = waiting.shift(); mutation; mutation = waiting.shift()) {
    const file = path.join(copy, mutation.file);
    const before = readFileSync(file, "utf8");
    const after = mutate(before, mutation);
    if (after === undefined) throw new Error(`${mutation.file}: changed while the tests ran`);
    writeFileSync(file, after);
    const { failed, by } = await runTests(copy, mutation.tests);
    writeFileSync(file, before);
    /** @type {Answer} */
    const answer = { mutation, verdict: failed ? "caught" : "survived", by: failed ? by : "" };
    console.log(tell(answer));
    answers.push(answer);
  }
  return answers;
}

/** @param {string} copy @param {readonly string[]} tests @returns {Promise<TestRun>} */
function runTests(copy, tests) {
  const child = spawn(process.execPath, [vitest, "run", "--maxWorkers=1", "--bail=1", ...tests], {
    cwd: copy,
    env: { ...process.env, CI: "true", NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const timer = setTimeout(() => child.pid && process.kill(-child.pid, "SIGKILL"), patience);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      if (code !== 0 && signal === null && firstFailed(output) === undefined)
        reject(new Error(`the tests did not start:\n${output}`));
      else resolve({ failed: code !== 0, by: firstFailed(output) ?? "no end", output });
    });
  });
}

/** @param {string} output */
function firstFailed(output) {
  return /^ *FAIL +(.*)$/m.exec(output)?.[1];
}

/** @param {Answer} answer */
function tell({ mutation: { file, find, replace, verdict: stated }, verdict, by }) {
  const surprise = (verdict === "caught") === (stated === "caught") ? "" : `, stated as ${stated}`;
  const change = `${JSON.stringify(find)} -> ${JSON.stringify(replace)}`;
  return `${verdict}${surprise}: ${file}: ${change}${by === "" ? "" : `\n  ${by}`}`;
}

/** @param {readonly Answer[]} answers */
function summarize(answers) {
  const caught = answers.filter(({ verdict }) => verdict === "caught").length;
  const missed = answers.filter(
    ({ mutation, verdict }) => verdict === "survived" && mutation.verdict === "caught",
  ).length;
  console.log(
    `${answers.length} mutations: ${caught} caught, ${answers.length - caught - missed} left for the stated reason, ${missed} survived`,
  );
  if (missed > 0) process.exitCode = 1;
}
