import { existsSync } from "node:fs";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";
import type { Answer, Question } from "../model/answer.ts";
import type { SkillSource } from "../model/source.ts";
import type { OpenedDirectory } from "../read/directory.ts";

// Written by hand: pools such as tinypool and piscina start a file of their own in each thread, which a bundle does not
// contain.

/** What a thread is asked, as plain data. */
export interface Request {
  readonly opened: OpenedDirectory;
  readonly question: Question;
}

/** An answer as JSON, as in the cache: a copy of an object would lack what its class computes. */
type Reply = string | typeof failed;

const failed = null;

/** Threads that share the skills of a run with the thread that asks them. */
export interface Threads {
  /**
   * Undefined if the asking thread has to do the work: all threads have enough to do, the skill is not in a directory,
   * or the work on it failed.
   */
  ask(source: SkillSource, question: Question): Promise<Answer | undefined>;
  end(): Promise<void>;
}

/** Starts threads, each of which has up to `perThread` requests at a time; `cwd` is the working directory of the run. */
export function startThreads(count: number, perThread: number, cwd: string): Threads {
  const program = threadProgram();
  const threads = program ? Array.from({ length: count }, () => startThread(program, cwd)) : [];
  return {
    ask: async ({ directory, label, mark }, question) => {
      const [thread] = threads.toSorted((a, b) => a.waiting() - b.waiting());
      if (directory === undefined || !thread || thread.waiting() >= perThread) return undefined;
      try {
        return await thread.ask({ opened: { directory, label, mark: mark?.() }, question });
      } catch (error) {
        throw endedEarly(label, error);
      }
    },
    end: async () => void (await Promise.all(threads.map((thread) => thread.end()))),
  };
}

function endedEarly(label: string, cause: unknown): SkillsError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new SkillsError("unreadable", `a thread ended while it checked ${quote(label)}: ${reason}`, {
    hint: "use `--jobs 1` to check one skill after another",
    cause,
  });
}

/**
 * The program of the threads, which is built next to the file that contains this module. Undefined where the sources
 * run or another bundler has moved them.
 */
export function threadProgram(): URL | undefined {
  const program = new URL(import.meta.url.endsWith(".cjs") ? "thread.cjs" : "thread.js", import.meta.url);
  return existsSync(program) ? program : undefined;
}

/** A thread that answers requests one after another. */
interface Thread {
  /** The number of requests without an answer. */
  waiting(): number;
  /** Undefined if the request failed. Rejects if the thread ends without an answer. */
  ask(request: Request): Promise<Answer | undefined>;
  end(): Promise<unknown>;
}

/**
 * In MiB. V8 may use 192 KiB less, so the threads have as deep a stack as the main thread, and the same input is nested
 * too deeply for both.
 */
export const stackSizeMb = 1.15;

function startThread(program: URL, cwd: string): Thread {
  // Without the options of the host's `node`, such as --input-type, which no file may have.
  const worker = new Worker(program, { workerData: cwd, execArgv: [], resourceLimits: { stackSizeMb } });
  const unanswered: Unanswered[] = [];
  let ended: Error | undefined;
  const stop = (cause: Error): void => {
    ended ??= cause;
    for (const { reject } of unanswered.splice(0)) reject(ended);
  };
  worker.on("message", (reply: Reply) => {
    unanswered.shift()?.resolve(reply === failed ? undefined : JSON.parse(reply));
  });
  worker.on("error", stop);
  worker.on("exit", (code) => stop(new Error(`it exited with code ${code}`)));
  return {
    waiting: () => unanswered.length,
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended);
        unanswered.push({ resolve, reject });
        worker.postMessage(request);
      }),
    end: () => worker.terminate(),
  };
}

interface Unanswered {
  resolve(answer: Answer | undefined): void;
  reject(error: Error): void;
}

/** Runs in a thread: answers requests one after another. */
export function answerRequests(open: (cwd: string) => (request: Request) => Promise<Answer>): void {
  const work = open(workerData);
  let last: Promise<void> = Promise.resolve();
  parentPort?.on("message", (request: Request) => {
    last = last.then(async () => parentPort?.postMessage(await replyTo(request, work)));
  });
}

async function replyTo(request: Request, work: (request: Request) => Promise<Answer>): Promise<Reply> {
  try {
    return JSON.stringify(await work(request));
  } catch {
    return failed;
  }
}
