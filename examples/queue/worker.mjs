// Answers batches of skills until SIGTERM, and then ends what it has begun: node worker.mjs
import { createServer } from "node:http";
import { Worker } from "bullmq";
import {
  connection,
  createTables,
  digest,
  idOf,
  jobOptions,
  noted,
  openDatabase,
  openQueue,
  retried,
  settings,
} from "./settings.mjs";
import { blobOf, questionDigest, startAnswering } from "./skillwright.mjs";

const question = questionDigest();
const pool = openDatabase();
const queue = openQueue();
const counts = { answered: 0, jobs: 0, failed: 0, quarantined: 0 };
await createTables(pool);

/** Processes that answer no one at the moment. @type {ReturnType<typeof startAnswering>[]} */
const idle = [];

const worker = new Worker(settings.queue, answerJob, {
  connection,
  concurrency: settings.concurrency,
  lockDuration: settings.lockMs,
  stalledInterval: settings.lockMs / 2,
  // Crashes are counted per skill below, not here.
  maxStalledCount: 1_000_000,
});
worker.on("error", noted);
worker.on("failed", () => (counts.failed += 1));

/** @param {{id?: string, data: {question: string, lines: string[], shard?: string, directory?: string}}} job */
async function answerJob({ id = "", data: { question: asked, lines, shard, directory } }) {
  if (asked !== question) throw new Error(`the job asks ${asked}, and this worker answers ${question}`);
  // The blob is what the job returns.
  if (shard && directory) return blobOf(shard, directory);
  const times = await begin(id);
  // A batch whose work has ended twice is taken apart, to find the skill that ends it.
  if (times > 2 && lines.length > 1) return split(id, lines);
  if (times > settings.crashes && lines.length === 1) return quarantine(id, lines[0] ?? "");
  const child = takeIdle();
  const answers = await Promise.all(lines.map((line) => child.answer(line)));
  idle.push(child);
  await store(lines, answers);
  await done(id);
  counts.answered += lines.length;
}

/** Counts before the work, as a worker that is killed can count nothing. @param {string} job */
async function begin(job) {
  const { rows } = await retried(() =>
    pool.query(
      `INSERT INTO begun VALUES ($1, $2, 1)
       ON CONFLICT (question, job) DO UPDATE SET times = begun.times + 1 RETURNING times`,
      [question, job],
    ),
  );
  return rows[0].times;
}

/** @param {string} job */
async function done(job) {
  counts.jobs += 1;
  await retried(() => pool.query("DELETE FROM begun WHERE question = $1 AND job = $2", [question, job]));
}

/** A job that two workers had is answered once. @param {string[]} lines @param {string[]} answers */
async function store(lines, answers) {
  const rows = lines.map((line, at) => [
    digest(line),
    idOf(line),
    (answers[at] ?? "").replace(/^\{"line":\d+,/, "{"),
  ]);
  await retried(() =>
    pool.query(
      `INSERT INTO answers SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[])
       ON CONFLICT (question, skill) DO NOTHING`,
      [question, ...[0, 1, 2].map((column) => rows.map((row) => row[column]))],
    ),
  );
}

/** @param {string} job @param {string[]} lines */
async function split(job, lines) {
  await queue.addBulk(
    lines.map((line) => ({
      name: "lines",
      data: { question, lines: [line] },
      opts: { ...jobOptions, jobId: digest(question, line, "alone") },
    })),
  );
  await done(job);
}

/** @param {string} job @param {string} line */
async function quarantine(job, line) {
  const message = `the work on the skill ended ${settings.crashes} times before an answer`;
  const id = idOf(line);
  await store(
    [line],
    [JSON.stringify({ id, ruleSet: question, outcome: 2, error: { code: "failed", message } })],
  );
  counts.quarantined += 1;
  await done(job);
}

function takeIdle() {
  const child = idle.pop();
  return child && !child.isEnded() ? child : startAnswering();
}

/** Prometheus text: how much was done, and how far behind the workers are. */
async function metrics() {
  const waiting = await queue.getJobCounts("waiting", "active", "delayed", "failed");
  const [oldest] = await queue.getWaiting(-1, -1);
  const lag = oldest ? (Date.now() - oldest.timestamp) / 1000 : 0;
  const rows = [
    ["skills_answered_total", "counter", counts.answered],
    ["skills_quarantined_total", "counter", counts.quarantined],
    ["jobs_completed_total", "counter", counts.jobs],
    ["job_failures_total", "counter", counts.failed],
    ["queue_lag_seconds", "gauge", lag],
    ...Object.entries(waiting).map(([state, count]) => [`queue_jobs_${state}`, "gauge", count]),
  ];
  return rows
    .map(([name, type, value]) => `# TYPE skillwright_${name} ${type}\nskillwright_${name} ${value}\n`)
    .join("");
}

const server = createServer((request, response) => {
  if (request.url !== "/metrics") return response.writeHead(404).end();
  metrics().then(
    (text) => response.writeHead(200, { "content-type": "text/plain; version=0.0.4" }).end(text),
    (error) => response.writeHead(503).end(`${error}\n`),
  );
});
server.listen(settings.metricsPort, () => console.error(`metrics on port ${server.address()?.port}`));

let ending = false;
for (const signal of ["SIGTERM", "SIGINT"])
  process.on(signal, async () => {
    if (ending) return;
    ending = true;
    await worker.close();
    for (const child of idle) child.end();
    server.close();
    await queue.close();
    await pool.end();
  });
