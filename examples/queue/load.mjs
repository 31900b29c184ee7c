// Adds the lines of standard input to the queue, in batches: skillwright lint --export-ndjson - . | node load.mjs
import { createInterface } from "node:readline";
import { createTables, digest, jobOptions, openDatabase, openQueue, retried, settings } from "./settings.mjs";
import { questionDigest } from "./skillwright.mjs";

const question = questionDigest();
const queue = openQueue();
const pool = openDatabase();
await createTables(pool);
let [skills, jobs] = [0, 0];

/** @param {string[]} lines */
async function add(lines) {
  const known = await retried(() =>
    pool.query("SELECT skill FROM answers WHERE question = $1 AND skill = ANY($2)", [
      question,
      lines.map((line) => digest(line)),
    ]),
  );
  const answered = new Set(known.rows.map(({ skill }) => skill));
  const left = lines.filter((line) => !answered.has(digest(line)));
  if (left.length === 0) return;
  // A job that is in the queue already is not added again.
  await queue.add("lines", { question, lines: left }, { ...jobOptions, jobId: digest(question, ...left) });
  skills += left.length;
  jobs += 1;
}

/** @type {string[]} */
let batch = [];
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === "") continue;
  batch.push(line);
  if (batch.length < settings.batch) continue;
  await add(batch);
  batch = [];
}
if (batch.length > 0) await add(batch);
console.error(`${skills} skills in ${jobs} jobs; the question is ${question}`);
await queue.close();
await pool.end();
