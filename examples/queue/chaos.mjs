// Starts Redis, Postgres and workers of its own, ends them at random while skills are answered, and compares the
// answers with those of one run: node chaos.mjs [--skills N] [--kills N] [--seconds N]
import { spawn, spawnSync } from "node:child_process";
import {
  createWriteStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
  chownSync,
  mkdirSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { setTimeout as wait } from "node:timers/promises";

const { values } = parseArgs({
  options: {
    skills: { type: "string", default: "2000" },
    kills: { type: "string", default: "20" },
    seconds: { type: "string", default: "600" },
    workers: { type: "string", default: "2" },
  },
});
const [skills, kills, most, workerCount] = [values.skills, values.kills, values.seconds, values.workers].map(
  Number,
);
const here = path.dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), "queue-"));
const [redisPort, postgresPort] = [20_000, 30_000].map((from) => from + (process.pid % 10_000));
const question = process.env.QUESTION ?? "skillwright lint --no-config --no-inline";
const env = {
  ...process.env,
  QUESTION: question,
  REDIS_URL: `redis://127.0.0.1:${redisPort}`,
  DATABASE_URL: `postgres://postgres@127.0.0.1:${postgresPort}/postgres`,
  LOCK_MS: "10000",
  BATCH: process.env.BATCH ?? "25",
};

// A server of Postgres does not run as root.
const asPostgres = process.getuid?.() === 0 ? ["runuser", "-u", "postgres", "--"] : [];
const data = path.join(folder, "postgres");
mkdirSync(data);
if (asPostgres.length > 0) {
  const id = Number(spawnSync("id", ["-u", "postgres"], { encoding: "utf8" }).stdout);
  for (const each of [folder, data]) chownSync(each, id, -1);
}
const bin =
  spawnSync("pg_config", ["--bindir"], { encoding: "utf8" }).stdout?.trim() || "/usr/lib/postgresql/15/bin";

/** @param {string} file @param {string[]} args */
function run(file, args, options = {}) {
  const { status, stderr, stdout, error } = spawnSync(file, args, {
    encoding: "utf8",
    env,
    maxBuffer: 2 ** 31 - 1,
    ...options,
  });
  if (status !== 0) throw new Error(`${file} ${args.join(" ")}: ${stderr || error}`);
  return stdout;
}

/** @param {...string} args */
function postgres(...args) {
  const [file, ...rest] = [...asPostgres, `${bin}/pg_ctl`, "-D", data, "-w", ...args];
  run(file, rest, { stdio: "ignore" });
}

const startPostgres = () =>
  postgres(
    "-l",
    path.join(data, "log"),
    "-o",
    `-p ${postgresPort} -c listen_addresses=127.0.0.1 -k ${data}`,
    "start",
  );
const startRedis = () =>
  spawn("redis-server", ["--port", String(redisPort), "--dir", folder, "--appendonly", "yes", "--save", ""], {
    stdio: "ignore",
  });

/** @param {number} at */
function line(at) {
  const name = `skill-${at}`;
  const text = `---\nname: ${at % 7 === 0 ? `Skill ${at}` : name}\ndescription: Does part ${at} of the work. Use when part ${at} is asked for.\n---\n\nSee [more](references/${at % 3 === 0 ? "none" : "more"}.md).\n`;
  return JSON.stringify({
    id: name,
    name,
    files: [
      { path: "SKILL.md", text },
      { path: "references/more.md", text: `Part ${at}.\n` },
    ],
  });
}

/** @type {import("node:child_process").ChildProcess[]} */
const workers = [];
const log = createWriteStream(path.join(folder, "workers.log"));
function startWorker() {
  const child = spawn(process.execPath, [path.join(here, "worker.mjs")], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stderr.pipe(log, { end: false });
  workers.push(child);
  return child;
}

let redis = startRedis();
let status = 1;
try {
  const [file, ...rest] = [...asPostgres, `${bin}/initdb`, "-D", data, "-U", "postgres", "-A", "trust"];
  run(file, rest);
  startPostgres();
  const input = path.join(folder, "skills.ndjson");
  writeFileSync(input, Array.from({ length: skills }, (_, at) => `${line(at)}\n`).join(""));
  const [program, ...args] = question.split(" ");
  let began = Date.now();
  const whole = spawnSync(program, [...args, "--stdin-ndjson", "--jobs", "1"], {
    input: readFileSync(input),
    encoding: "utf8",
    maxBuffer: 2 ** 31 - 1,
  });
  console.log(`one run: ${skills} skills in ${since(began)} s`);
  began = Date.now();
  run(process.execPath, [path.join(here, "load.mjs")], { input: readFileSync(input) });
  console.log(`loaded in ${since(began)} s`);
  began = Date.now();
  for (let at = 0; at < workerCount; at++) startWorker();
  const done = await disturb(began);
  console.log(
    `answered in ${since(began)} s: ${done.killed} workers killed, Redis restarted ${done.redis} times, Postgres ${done.postgres}`,
  );
  // The process of a worker that was killed may still be at its last answer.
  const again = run(process.execPath, [path.join(here, "load.mjs")], {
    input: readFileSync(input),
    stdio: ["pipe", "pipe", "pipe"],
  });
  const answers = run(process.execPath, [path.join(here, "read.mjs")])
    .split("\n")
    .slice(0, -1);
  const expected = whole.stdout
    .split("\n")
    .slice(0, -1)
    .map((each) => each.replace(/^\{"line":\d+,/, "{"));
  const equal = answers.toSorted().join("\n") === expected.toSorted().join("\n");
  const ids = new Set(answers.map((each) => JSON.parse(each).id));
  console.log(
    `${answers.length} answers, ${ids.size} skills, ${equal ? "equal to" : "DIFFERENT from"} those of one run${again}`,
  );
  const ending = workers.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  const ended = await Promise.all(
    ending.map((each) => new Promise((resolve) => each.once("exit", resolve).kill("SIGTERM"))),
  );
  console.log(`workers ended with ${ended.join(", ")} after SIGTERM`);
  status =
    equal &&
    ids.size === skills &&
    answers.length === skills &&
    done.killed >= kills &&
    ended.every((code) => code === 0)
      ? 0
      : 1;
} finally {
  for (const each of workers) each.kill("SIGKILL");
  redis.kill("SIGKILL");
  try {
    postgres("-m", "immediate", "stop");
  } catch (error) {
    // It may not have started; what went wrong before matters more.
    console.log(String(error));
  }
  if (status === 0) rmSync(folder, { recursive: true, force: true });
  else console.log(`see ${folder}`);
}
process.exit(status);

/** Ends workers and servers until all skills are answered and enough was ended. @param {number} began */
async function disturb(began) {
  const ended = { killed: 0, redis: 0, postgres: 0 };
  const share = () => count() / skills;
  for (;;) {
    await wait(300 + Math.random() * 1_500);
    const answered = share();
    if (answered === 1 && ended.redis === 2 && ended.postgres === 1 && ended.killed >= kills) return ended;
    if (Date.now() - began > most * 1_000)
      throw new Error(`${answered * 100}% answered after ${most} seconds`);
    if (ended.killed < kills && Math.random() < 0.5) {
      const at = Math.floor(Math.random() * workerCount);
      workers.splice(at, 1)[0]?.kill("SIGKILL");
      startWorker();
      ended.killed += 1;
    }
    if (ended.redis < 2 && ended.killed >= ((ended.redis + 1) * kills) / 4) {
      redis.kill("SIGKILL");
      await new Promise((resolve) => redis.once("exit", resolve));
      redis = startRedis();
      ended.redis += 1;
    }
    if (ended.postgres < 1 && ended.killed >= (3 * kills) / 4) {
      postgres("-m", "immediate", "stop");
      startPostgres();
      ended.postgres += 1;
    }
  }
}

function count() {
  const { stdout } = spawnSync("psql", [env.DATABASE_URL, "-At", "-c", "SELECT count(*) FROM answers"], {
    encoding: "utf8",
    env,
  });
  return Number(stdout) || 0;
}

/** @param {number} began */
function since(began) {
  return ((Date.now() - began) / 1000).toFixed(1);
}
