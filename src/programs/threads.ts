import { existsSync } from "node:fs";
import { parentPort, Worker, workerData } from "node:worker_threads";

// Written by hand: pools such as tinypool and piscina start a file of their own in each thread, which a bundle does not
// contain.

/** A thread that answers requests one after another. */
export interface Thread<Request, Answer> {
  /** The number of requests without an answer. */
  readonly waiting: () => number;
  /** Undefined if the request failed. Rejects if the thread ends without an answer. */
  ask(request: Request): Promise<Answer | undefined>;
  end(): Promise<unknown>;
}

/**
 * The program of the threads, which is built next to the file that contains this module. Undefined where the sources
 * run or another bundler has moved them.
 */
export function threadProgram(): URL | undefined {
  const program = new URL(import.meta.url.endsWith(".cjs") ? "thread.cjs" : "thread.js", import.meta.url);
  return existsSync(program) ? program : undefined;
}

/**
 * In MiB. V8 may use 192 KiB less, so the threads have as deep a stack as the main thread, and the same input is nested
 * too deeply for both.
 */
const stackSizeMb = 1.15;

/** Starts `program`, which calls `answerRequests` with a function that understands `data`. */
export function startThread<Request, Answer>(program: URL, data: unknown): Thread<Request, Answer> {
  // Without the options of the host's `node`, such as --input-type, which no file may have.
  const worker = new Worker(program, { workerData: data, execArgv: [], resourceLimits: { stackSizeMb } });
  const unanswered: Unanswered<Answer>[] = [];
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

/** Runs in a thread: `open` returns the function that answers. */
export function answerRequests<Data, Request>(
  open: (data: Data) => Promise<(request: Request) => unknown>,
): void {
  const answering = open(workerData);
  let last: Promise<void> = Promise.resolve();
  parentPort?.on("message", (request: Request) => {
    last = last.then(async () => parentPort?.postMessage(await replyTo(request, answering)));
  });
}

async function replyTo<Request>(
  request: Request,
  answering: Promise<(request: Request) => unknown>,
): Promise<Reply> {
  try {
    const answer = await answering;
    return JSON.stringify(await answer(request));
  } catch {
    return failed;
  }
}

interface Unanswered<Answer> {
  resolve(answer: Answer | undefined): void;
  reject(error: Error): void;
}

/** As JSON: a copy of an object would lack what its class computes, such as the ends of a range. */
type Reply = string | typeof failed;

const failed = null;
