// Runs scripts that do not end by themselves, with --run-scripts and --isolate, and reports how each ended, when the
// runner returned, and how many processes were left. Exits with 1 if one was left, or if it took longer than the
// timeout plus 2.5 s.
// node bench/runaway-scripts.js [--timeout MILLISECONDS]
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { table } from "./pair.js";
import { inRepository } from "./skills.js";
import { importSource } from "./source.js";

const { values } = parseArgs({ options: { timeout: { type: "string", default: "1000" } } });
const timeoutMilliseconds = Number(values.timeout);
const allowed = timeoutMilliseconds + 2500;
const shapes = [
  "busy-loop.sh",
  "fork-tree.sh",
  "escapee.js",
  "flood.sh",
  "question.sh",
  "daemon.sh",
  "deaf.sh",
];

/** @type {typeof import("../src/harness/scripts/controlled.ts")} */
const { controlledRunner } = await importSource("src/harness/scripts/controlled.ts");
/** @type {typeof import("../src/harness/scripts/isolated.ts")} */
const { isolatedRunner } = await importSource("src/harness/scripts/isolated.ts");
/** @type {typeof import("../src/read/directory.ts")} */
const { openDirectory } = await importSource("src/read/directory.ts");

const source = openDirectory(inRepository("fixtures/runaway"), "runaway");
const options = { environment: process.env, timeoutMilliseconds };
const started = performance.now();
const runners = [controlledRunner(options), await isolatedRunner(options)];
console.log(
  `self-test of isolation: ${(performance.now() - started).toFixed(0)} ms; time allowed to a script: ${timeoutMilliseconds} ms`,
);

const rows = [];
for (const runner of runners) for (const shape of shapes) rows.push(await measure(runner, shape));
console.log(
  table([
    ["shape", "level", "outcome", "returned after", "processes left", "told"],
    ...rows.map(({ cells }) => cells),
  ]),
);
process.exitCode = rows.every(({ holds }) => holds) ? 0 : 1;

/** @param {ReturnType<typeof controlledRunner>} runner @param {string} shape */
async function measure(runner, shape) {
  const word = randomUUID();
  const start = performance.now();
  const { mode, outcome, notes } = await runner.run({
    source,
    skill: "runaway",
    file: `scripts/${shape}`,
    args: [word],
  });
  const milliseconds = performance.now() - start;
  const left = readdirSync("/proc").filter((id) => /^\d+$/.test(id) && commandLine(id).includes(word)).length;
  return {
    cells: [
      shape,
      mode,
      outcome,
      `${milliseconds.toFixed(0)} ms`,
      String(left),
      notes.map((note) => note.slice(0, 40)).join("; "),
    ],
    holds: left === 0 && milliseconds <= allowed,
  };
}

/** @param {string} id */
function commandLine(id) {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "latin1");
  } catch {
    return "";
  }
}
