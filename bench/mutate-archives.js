// Damages millions of archives and opens each: only refusals may be thrown, none may take a second, and readers must
// agree on accepted archives (yauzl and tar-stream read every archive, Python and unzip a sample of the accepted ones).
// node bench/mutate-archives.js [--count N] [--seed S] [--workers N] [--sample N] [--python COMMAND]
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { filesBelow, sha256, temporaryDirectory } from "./files.js";
import { table } from "./pair.js";
import { inRepository } from "./skills.js";
import { withSource } from "./source.js";
import { count as tally, mostFirst } from "./tally.js";

/** @typedef {import("../test/support/mutants.ts").MutantsResult} MutantsResult */
/** @typedef {MutantsResult["kept"][number] & { path: string }} Kept An archive with its contents and its path. */
/** @typedef {{ bundled: string, seed: number, at: number, workers: number, batches: number, keep: number }} Share The work of one worker. */

/** Number of mutants between two reports of a worker. */
const batch = 10_000;

if (isMainThread) await main();
else await work(workerData);

async function main() {
  const { values } = parseArgs({
    options: {
      count: { type: "string", default: "1000000" },
      seed: { type: "string", default: "1" },
      workers: { type: "string" },
      sample: { type: "string", default: "3000" },
      python: { type: "string", default: "python3" },
    },
  });
  const [count, seed, sample] = [Number(values.count), Number(values.seed), Number(values.sample)];
  const workers = Number(values.workers ?? Math.min(availableParallelism(), 8));
  const start = performance.now();
  const results = await withSource("test/support/mutants.ts", (bundled) =>
    Promise.all(
      Array.from({ length: workers }, (_, at) =>
        run({
          bundled,
          seed,
          at,
          workers,
          batches: Math.ceil(count / batch),
          keep: Math.ceil(sample / Math.ceil(count / batch)),
        }),
      ),
    ),
  );
  const seconds = (performance.now() - start) / 1000;
  const all = results.flat();
  /** @param {"tried" | "accepted" | "own"} field */
  const sum = (field) => all.reduce((total, result) => total + result[field], 0);
  console.log(table([["refused for", ""], ...byCode(all)]));
  console.log(
    `${sum("tried")} mutants of seed ${seed} in ${Math.round(seconds)} s, ${Math.round(sum("tried") / seconds)} a second by ${workers} workers: ${sum("accepted")} accepted, ${sum("own")} of them as our own`,
  );
  const faults = all.flatMap((result) => result.faults);
  for (const fault of faults.slice(0, 20)) console.log(`fault: ${fault}`);
  const differences = compare(all.flatMap((result) => result.kept).slice(0, sample), values.python);
  console.log(`${faults.length} uncaught or over a second, ${differences} accepted on which readers differ`);
  if (faults.length > 0 || differences > 0) process.exitCode = 1;
}

/** The results of one worker, one per batch. @param {Share} share @returns {Promise<MutantsResult[]>} */
function run(share) {
  return new Promise((resolve, reject) => {
    /** @type {MutantsResult[]} */
    const results = [];
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: share });
    worker
      .on("message", (result) => results.push(result))
      .on("error", reject)
      .on("exit", () => resolve(results));
  });
}

/** @param {Share} share */
async function work({ bundled, seed, at, workers, batches, keep }) {
  /** @type {typeof import("../test/support/mutants.ts")} */
  const { tryMutants } = await import(pathToFileURL(bundled).href);
  for (let number = at; number < batches; number += workers)
    parentPort?.postMessage(await tryMutants({ seed: seed * 1_000_003 + number, count: batch, keep }));
}

/** The number of archives in which Python finds other names or bytes, and the same for unzip and bsdtar in a part of them. @param {MutantsResult["kept"]} sample @param {string} python */
function compare(sample, python) {
  const folder = temporaryDirectory("mutants");
  const kept = sample.map((each, at) => ({
    ...each,
    path: path.join(folder, `${at}.${isZip(each.archive) ? "zip" : "tar.gz"}`),
  }));
  for (const { path: file, archive } of kept) writeFileSync(file, archive);
  const few = kept.filter((_, at) => at % 10 === 0);
  const different = [
    ...byPython(kept, python),
    ...few.filter((each) => !unpacksAlike(each, path.join(folder, "unpacked"))),
  ];
  for (const { archive } of different.slice(0, 20))
    console.log(`readers differ: ${Buffer.from(archive).toString("base64")}`);
  console.log(`${kept.length} accepted archives also read by Python, ${few.length} by unzip or bsdtar`);
  return different.length;
}

/** The archives that Python reads differently. @param {readonly Kept[]} kept @param {string} python */
function byPython(kept, python) {
  if (kept.length === 0) return [];
  const printed = execFileSync(python, [inRepository("test/support/list-archive.py")], {
    input: kept.map((each) => each.path).join("\n"),
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  /** @type {(string | [name: string, digest: string][])[]} */
  const answers = printed
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  return kept.filter(({ files }, at) => {
    const answer = answers[at];
    const found = Array.isArray(answer)
      ? listed(answer.map(([name, digest]) => [name.replace(/^\.\//, ""), digest]))
      : answer;
    return found !== listed(files);
  });
}

/** @param {Kept} kept @param {string} into */
function unpacksAlike({ archive, files, path: file }, into) {
  // In an archive made by DOS, unzip decodes non-ASCII names as DOS names, even if their UTF-8 flag is set.
  if (isZip(archive) && files.some(([name]) => /[^ -~]/.test(name))) return true;
  mkdirSync(into);
  try {
    const [command, flags] = isZip(archive) ? ["unzip", "-qq"] : ["bsdtar", "-xf"];
    const { status, stderr } = spawnSync(command, [flags, file], {
      cwd: into,
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C.UTF-8" },
    });
    if (status !== 0) console.log(`${command} exits with ${status}: ${stderr}`);
    const found = filesBelow(into).map(
      (name) => /** @type {const} */ ([name, sha256(readFileSync(path.join(into, name)))]),
    );
    return status === 0 && listed(found) === listed(files);
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
}

/** @param {MutantsResult["kept"][number]["files"]} files */
function listed(files) {
  return files
    .map(([name, digest]) => `${name} ${digest}`)
    .sort()
    .join("\n");
}

/** @param {Uint8Array} archive */
function isZip(archive) {
  return archive[0] === 0x50;
}

/** @param {readonly MutantsResult[]} results */
function byCode(results) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { refused } of results)
    for (const [code, times] of Object.entries(refused)) tally(counts, code, times);
  return mostFirst(counts);
}
