import { createHash } from "node:crypto";
import { Queue } from "bullmq";
import pg from "pg";

const { env } = process;

/** What can be set; README.md describes it. */
export const settings = {
  redis: env.REDIS_URL ?? "redis://127.0.0.1:6379",
  postgres: env.DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres",
  queue: env.QUEUE ?? "skills",
  // The program and the question about each skill, such as "skillwright check --client all".
  question: (env.QUESTION ?? "skillwright lint --no-config --no-inline").split(" "),
  batch: Number(env.BATCH ?? 50),
  concurrency: Number(env.CONCURRENCY ?? 2),
  // How often the work on a skill may end with its process before the skill is put aside.
  crashes: Number(env.CRASHES ?? 5),
  // A job of a worker that has ended is given to another after this time.
  lockMs: Number(env.LOCK_MS ?? 30_000),
  metricsPort: Number(env.METRICS_PORT ?? 0),
};

export const connection = { url: settings.redis, maxRetriesPerRequest: null };

/** What fails while a server restarts is tried again; the log says so. @param {Error} error */
export function noted(error) {
  console.error(`${error.message || error}; trying again`);
}

export function openQueue() {
  const queue = new Queue(settings.queue, { connection });
  queue.on("error", noted);
  return queue;
}

export function openDatabase() {
  const pool = new pg.Pool({ connectionString: settings.postgres, max: settings.concurrency + 1 });
  pool.on("error", noted);
  return pool;
}

/** @param {pg.Pool} pool */
export async function createTables(pool) {
  await retried(() =>
    pool.query(`
      CREATE TABLE IF NOT EXISTS answers (
        question text, skill text, id text NOT NULL, answer text NOT NULL, PRIMARY KEY (question, skill));
      CREATE TABLE IF NOT EXISTS begun (question text, job text, times integer NOT NULL, PRIMARY KEY (question, job))`),
  );
}

/** @param {...string} parts */
export function digest(...parts) {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

/** Jobs are tried until they are answered; what ends the work on a skill is counted by the worker. */
export const jobOptions = {
  attempts: 1_000,
  backoff: { type: "fixed", delay: 1_000 },
  removeOnComplete: true,
  removeOnFail: false,
};

/** The id on a line, or "" for a line that is no skill; its answer is an error then. @param {string} line */
export function idOf(line) {
  try {
    const { id, name } = JSON.parse(line);
    return String(id ?? name ?? "");
  } catch {
    return "";
  }
}

/**
 * Repeats what fails while a server restarts.
 * @template Result
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function retried(work, times = 60) {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (--times === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}
