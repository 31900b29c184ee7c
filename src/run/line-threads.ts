import { parentPort, Worker, workerData } from "node:worker_threads";
import { SkillsError } from "../core/errors.ts";
import { stackSizeMb } from "./threads.ts";

/** An answer about a line, as JSON. */
export interface LineReply {
  readonly outcome: 0 | 1 | 2;
  readonly json: string;
}

/** A thread without a reply: it was ended after the time for a line, or it ended by itself. */
interface NoReply {
  readonly ended: "too-slow" | "failed";
  readonly reason: string;
}

/** Threads that answer lines, each one after another. A thread that takes too long for a line is replaced. */
export interface LineThreads {
  answer(line: Uint8Array): Promise<LineReply | NoReply>;
  end(): Promise<void>;
}

interface LineThreadOptions {
  /** The file of the thread's program, which calls `answerLinesInThread`. */
  readonly program: URL;
  readonly count: number;
  /** What the thread is asked about each line, as plain data. */
  readonly question: object;
  /** Maximum time for a line. */
  readonly seconds: number;
}

export function startLineThreads({ program, count, question, seconds }: LineThreadOptions): LineThreads {
  const start = (): LineThread => startLineThread(program, question);
  const idle = Array.from({ length: count }, start);
  const waiting: ((thread: LineThread) => void)[] = [];
  const take = async (): Promise<LineThread> =>
    idle.shift() ?? new Promise((resolve) => void waiting.push(resolve));
  const give = (thread: LineThread): void => {
    const next = waiting.shift();
    if (next) next(thread);
    else idle.push(thread);
  };
  return {
    answer: async (line) => {
      const thread = await take();
      const reply = await thread.answer(line, seconds * 1000);
      if ("ended" in reply) await thread.end();
      give("ended" in reply ? start() : thread);
      return reply;
    },
    end: async () => void (await Promise.all(idle.map((thread) => thread.end()))),
  };
}

/** Maximum heap of a thread, in MiB: a skill for which it is too small ends its thread and not the program. */
const heapMb = 1024;

/** Maximum heap of new objects, in MiB. By default, Node 24 lets it grow to 192 in each thread and is no faster here. */
const youngHeapMb = 16;

interface LineThread {
  answer(line: Uint8Array, milliseconds: number): Promise<LineReply | NoReply>;
  end(): Promise<unknown>;
}

type Message = "ready" | LineReply;

function startLineThread(program: URL, question: object): LineThread {
  const worker = new Worker(program, {
    workerData: { lines: question },
    execArgv: [],
    resourceLimits: { stackSizeMb, maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngHeapMb },
  });
  let waiting: ((message: Message | NoReply) => void) | undefined;
  let ended: NoReply | undefined;
  const receive = (message: Message | NoReply): void => {
    const receiver = waiting;
    waiting = undefined;
    receiver?.(message);
  };
  const stop = (reason: string): void => receive((ended ??= { ended: "failed", reason }));
  const next = (): Promise<Message | NoReply> =>
    new Promise((resolve) => {
      if (ended) resolve(ended);
      else waiting = resolve;
    });
  worker.on("message", receive);
  worker.on("error", (error) => stop(error.message));
  worker.on("exit", (code) => stop(`it exited with code ${code}`));
  const ready = next();
  return {
    answer: async (line, milliseconds) => {
      const started = await ready;
      if (started !== "ready") throw notStarted(started);
      const replied = next();
      worker.postMessage(line);
      const slow: NoReply = { ended: "too-slow", reason: "" };
      const timer = setTimeout(() => receive(slow), milliseconds);
      const reply = await replied;
      clearTimeout(timer);
      return reply === "ready" ? { ended: "failed", reason: "it started twice" } : reply;
    },
    end: () => worker.terminate(),
  };
}

function notStarted(message: LineReply | NoReply): SkillsError {
  const reason = "ended" in message ? message.reason : "it did not say that it was ready";
  return new SkillsError("unreadable", `a thread that checks skills did not start: ${reason}`);
}

/** The question with which a thread was started to answer lines; undefined in a thread for other work. */
export function lineQuestion(): unknown {
  return typeof workerData === "object" && workerData !== null && "lines" in workerData
    ? workerData.lines
    : undefined;
}

/** Runs in a thread: answers one line after another. What it throws ends the thread. */
export function answerLinesInThread(answer: (line: Uint8Array) => Promise<LineReply>): void {
  parentPort?.on("message", async (line: Uint8Array) => parentPort?.postMessage(await answer(line)));
  parentPort?.postMessage("ready" satisfies Message);
}
