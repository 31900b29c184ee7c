// Checks a directory that all workers see, in parts: node shards.mjs DIRECTORY PARTS FOLDER
// Then: skillwright merge-reports --format sarif FOLDER
import { writeFileSync } from "node:fs";
import path from "node:path";
import { QueueEvents } from "bullmq";
import { connection, digest, openQueue, settings } from "./settings.mjs";
import { questionDigest } from "./skillwright.mjs";

const [directory = ".", parts = "4", folder = "blobs"] = process.argv.slice(2);
const question = questionDigest();
const queue = openQueue();
const events = new QueueEvents(settings.queue, { connection });
await events.waitUntilReady();
const names = Array.from({ length: Number(parts) }, (_, at) => `${at + 1}/${parts}`);
const jobs = await queue.addBulk(
  names.map((shard) => ({
    name: "shard",
    data: { question, shard, directory: path.resolve(directory) },
    opts: {
      jobId: digest(question, directory, shard, String(Date.now())),
      attempts: 1_000,
      backoff: 1_000,
      removeOnComplete: { age: 3_600 },
    },
  })),
);
for (const [at, job] of jobs.entries())
  writeFileSync(path.join(folder, `${at + 1}.blob`), await job.waitUntilFinished(events));
await events.close();
await queue.close();
