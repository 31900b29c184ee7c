// Changes inputs of every reader of hostile bytes, and checks what must hold whatever they are: see
// test/support/fuzz.ts. An input that breaks something is made smaller and printed; --keep adds it to fixtures/fuzz.
// node bench/fuzz.js [--minutes N] [--seed S] [--only NAME,…] [--workers N] [--keep] [--input FILE]
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import fc from "fast-check";
import { table } from "./pair.js";
import { withSource } from "./source.js";

/** @typedef {typeof import("../test/support/fuzz.ts")} Fuzz */
/** @typedef {{ bundled: string, name: string, seed: number, seconds: number, last: SharedArrayBuffer }} Share The work of a worker. */
/** @typedef {{ tried: number, seed: number, input?: Uint8Array, error?: string }} Result */

const repository = new URL("..", import.meta.url);

/** Milliseconds without a new input after which a reader is taken to hang. */
const longest = 30_000;
/** The size of the memory in which a worker leaves the input that it tries: its number, its length and its bytes. */
const lastBytes = 4_194_304;

if (isMainThread) await main();
else await work(workerData);

async function main() {
  const { values } = parseArgs({
    options: {
      minutes: { type: "string", default: "1" },
      seed: { type: "string" },
      only: { type: "string" },
      workers: { type: "string" },
      keep: { type: "boolean", default: false },
      input: { type: "string" },
    },
  });
  const seed = Number(values.seed ?? Date.now() % 2 ** 31);
  const only = values.only?.split(",");
  const workers = Number(values.workers ?? availableParallelism());
  await withSource("test/support/fuzz.ts", async (bundled) => {
    /** @type {Fuzz} */
    const { fuzzTargets, tryInput } = await import(pathToFileURL(bundled).href);
    const all = fuzzTargets(repository);
    const chosen = all.filter(({ name }) => only?.includes(name) ?? true);
    if (chosen.length === 0) throw new Error(`no such reader; there are ${all.map(({ name }) => name)}`);
    if (values.input !== undefined) {
      for (const target of chosen) await tryInput(target, readFileSync(values.input));
      return console.log("holds");
    }
    const seconds = (Number(values.minutes) * 60 * workers) / chosen.length;
    const waiting = chosen.map(({ name }) => name);
    /** @type {[string, Result][]} */
    const results = [];
    const next = async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
        results.push([
          name,
          await run({ bundled, name, seed, seconds, last: new SharedArrayBuffer(lastBytes) }),
        ]);
    };
    await Promise.all(Array.from({ length: workers }, next));
    console.log(`seed ${seed}, ${values.minutes} min`);
    console.log(
      table([
        ["reader", "inputs", "broken"],
        ...results.map(([name, { tried, error }]) => [
          name,
          String(tried),
          error === undefined ? "no" : "yes",
        ]),
      ]),
    );
    for (const [name, { input, error }] of results) {
      if (error === undefined) continue;
      console.log(`\n${name}: ${error}`);
      if (!input) continue;
      console.log(values.keep ? keep(name, input) : `base64: ${Buffer.from(input).toString("base64")}`);
    }
    if (results.some(([, { error }]) => error !== undefined)) process.exitCode = 1;
  });
}

/** @param {string} name @param {Uint8Array} input */
function keep(name, input) {
  const directory = fileURLToPath(new URL(`fixtures/fuzz/${name}`, repository));
  mkdirSync(directory, { recursive: true });
  const file = `${directory}/${createHash("sha256").update(input).digest("hex").slice(0, 12)}`;
  writeFileSync(file, input);
  return `saved as ${file}`;
}

/** Runs a worker, and ends it if it hangs. @param {Share} share @returns {Promise<Result>} */
function run(share) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: share });
    const numbers = new Int32Array(share.last, 0, 2);
    let seen = -1;
    let since = performance.now();
    const watch = setInterval(() => {
      const tried = Atomics.load(numbers, 0);
      if (tried !== seen) [seen, since] = [tried, performance.now()];
      else if (performance.now() - since > longest) {
        clearInterval(watch);
        const input = new Uint8Array(share.last.slice(8, 8 + Atomics.load(numbers, 1)));
        void worker.terminate();
        resolve({ tried, seed: share.seed, input, error: `no answer in ${longest / 1000} s` });
      }
    }, 1_000);
    worker.on("message", (result) => {
      clearInterval(watch);
      resolve(result);
    });
    worker.on("error", reject);
  });
}

/** @param {Share} share */
async function work({ bundled, name, seed, seconds, last }) {
  /** @type {Fuzz} */
  const { fuzzTargets, inputsOf, tryInput } = await import(pathToFileURL(bundled).href);
  const target = fuzzTargets(repository).find((each) => each.name === name);
  if (!target) throw new Error(`no reader ${name}`);
  const numbers = new Int32Array(last, 0, 2);
  const bytes = new Uint8Array(last, 8);
  const end = performance.now() + seconds * 1000;
  let at = seed;
  /** @type {Result} */
  const result = { tried: 0, seed };
  // In rounds, so that a round's inputs can be made again from its seed.
  while (performance.now() < end && result.error === undefined) {
    const inputs = await inputsOf(target);
    const details = await fc.check(
      fc.asyncProperty(inputs, async (input) => {
        bytes.set(input.subarray(0, bytes.length));
        Atomics.store(numbers, 1, Math.min(input.length, bytes.length));
        Atomics.add(numbers, 0, 1);
        await tryInput(target, input);
      }),
      { seed: at++, numRuns: 2_000, interruptAfterTimeLimit: end - performance.now() },
    );
    if (!details.failed || details.counterexample === null) continue;
    result.input = details.counterexample[0];
    const { errorInstance } = details;
    result.error =
      errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance.message) : String(errorInstance);
  }
  result.tried = Atomics.load(numbers, 0);
  parentPort?.postMessage(result);
}
