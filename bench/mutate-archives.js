// Damages archives by the million and opens each: nothing but a refusal may be thrown, none may take a second, and on what is accepted
// no two readers may differ (yauzl and tar-stream look at every archive, Python and unzip at a sample of those accepted).
// node bench/mutate-archives.js [--count N] [--seed S] [--workers N] [--sample N] [--python COMMAND]
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { table } from "./pair.js";
import { withSource } from "./source.js";

/** Of mutants, between two reports of a worker. */
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
  const [count, seed, sample] = [values.count, values.seed, values.sample].map(Number);
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

/** What one worker found, a batch each. */
function run(data) {
  return new Promise((resolve, reject) => {
    const results = [];
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: data });
    worker
      .on("message", (result) => results.push(result))
      .on("error", reject)
      .on("exit", () => resolve(results));
  });
}

async function work({ bundled, seed, at, workers, batches, keep }) {
  const { tryMutants } = await import(pathToFileURL(bundled));
  for (let number = at; number < batches; number += workers)
    parentPort.postMessage(await tryMutants({ seed: seed * 1_000_003 + number, count: batch, keep }));
}

/** In how many archives Python, and in how many of some unzip and bsdtar, find other names or bytes. */
function compare(kept, python) {
  const folder = mkdtempSync(path.join(tmpdir(), "bench-mutants-"));
  try {
    const paths = kept.map(({ archive }, at) =>
      path.join(folder, `${at}.${isZip(archive) ? "zip" : "tar.gz"}`),
    );
    kept.forEach(({ archive }, at) => writeFileSync(paths[at], archive));
    const few = kept.map((_, at) => at).filter((at) => at % 10 === 0);
    const different = [
      ...byPython(kept, paths, python),
      ...few.filter((at) => !unpacksAlike(kept[at], paths[at], path.join(folder, "unpacked"))),
    ];
    for (const at of different.slice(0, 20))
      console.log(`readers differ: ${Buffer.from(kept[at].archive).toString("base64")}`);
    console.log(`${kept.length} accepted archives also read by Python, ${few.length} by unzip or bsdtar`);
    return different.length;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function byPython(kept, paths, python) {
  if (kept.length === 0) return [];
  const script = fileURLToPath(new URL("../test/support/list-archive.py", import.meta.url));
  const answers = execFileSync(python, [script], {
    input: paths.join("\n"),
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  })
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  return answers.flatMap((answer, at) => {
    const found = Array.isArray(answer)
      ? listed(answer.map(([name, digest]) => [name.replace(/^\.\//, ""), digest]))
      : answer;
    return found === listed(kept[at].files) ? [] : [at];
  });
}

function unpacksAlike({ archive, files }, file, into) {
  // Where DOS made an archive, unzip takes names beyond ASCII for those of DOS, also where they are said to be UTF-8.
  if (isZip(archive) && files.some(([name]) => /[^ -~]/.test(name))) return true;
  mkdirSync(into);
  try {
    const [command, ...args] = isZip(archive) ? ["unzip", "-qq", file] : ["bsdtar", "-xf", file];
    const { status, stderr } = spawnSync(command, args, {
      cwd: into,
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C.UTF-8" },
    });
    if (status !== 0) console.log(`${command} exits with ${status}: ${stderr}`);
    const found = readdirSync(into, { recursive: true })
      .filter((name) => statSync(path.join(into, name)).isFile())
      .map((name) => [
        name,
        createHash("sha256")
          .update(readFileSync(path.join(into, name)))
          .digest("hex"),
      ]);
    return status === 0 && listed(found) === listed(files);
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
}

function listed(files) {
  return files
    .map(([name, digest]) => `${name} ${digest}`)
    .sort()
    .join("\n");
}

function isZip(archive) {
  return archive[0] === 0x50;
}

function byCode(results) {
  const counts = new Map();
  for (const { refused } of results)
    for (const [code, count] of Object.entries(refused)) counts.set(code, (counts.get(code) ?? 0) + count);
  return [...counts].sort((a, b) => b[1] - a[1]);
}
