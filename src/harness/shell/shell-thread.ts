import { existsSync } from "node:fs";
import { parentPort, Worker } from "node:worker_threads";
import { SkillsError } from "../../core/errors.ts";
import { type CommandEnd, runCommand, type ShellCommand, type ShellHost } from "./run-command.ts";

/** The time of a session's commands, without that of scripts and questions. */
export interface ShellClock {
  start(): void;
  stop(): void;
  /** In milliseconds. */
  left(): number;
}

export function openClock(milliseconds: number): ShellClock {
  let before = 0;
  let started: number | undefined;
  const used = (): number => before + (started === undefined ? 0 : performance.now() - started);
  return {
    start: () => void (started = performance.now()),
    stop: () => {
      before = used();
      started = undefined;
    },
    left: () => milliseconds - used(),
  };
}

/** Of a session: a command takes a few milliseconds. */
export const shellMilliseconds = 1_000;

export function outOfTime(): SkillsError {
  return stopped(`they take more than ${shellMilliseconds / 1000} s`);
}

function stopped(reason: string): SkillsError {
  return new SkillsError("too-large", `the harness stopped the commands of the session: ${reason}`);
}

/** In MiB. A command that needs more would take what the other threads and programs need. */
const memory = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 } as const;

/** Threads without a command, which do not keep the process alive. */
const idle: Worker[] = [];

/**
 * Runs a command in a thread of its own, which is ended when no time is left or the command needs too much memory;
 * without a built program of the thread, in this one. Throws a SkillsError then, and the errors of the host that are
 * not those of a file system.
 */
export async function runInThread(
  command: ShellCommand,
  host: ShellHost,
  clock: ShellClock,
): Promise<CommandEnd> {
  const program = threadProgram();
  const thread = program && (idle.pop() ?? (await startThread(program)));
  clock.start();
  try {
    if (!thread) return await runHere(command, host);
    thread.ref();
    const end = await converse(thread, command, { host, clock });
    thread.unref();
    idle.push(thread);
    return end;
  } catch (error) {
    await thread?.terminate();
    throw error;
  } finally {
    clock.stop();
  }
}

/** Undefined where the sources run or another bundler has moved them. */
function threadProgram(): URL | undefined {
  const name = import.meta.url.endsWith(".cjs") ? "shell-thread.cjs" : "shell-thread.js";
  const program = new URL(name, import.meta.url);
  return existsSync(program) ? program : undefined;
}

/** Without the options and the variables of this process. */
function startThread(program: URL): Promise<Worker> {
  const thread = new Worker(program, { execArgv: [], env: {}, resourceLimits: memory });
  return new Promise((resolve, reject) => {
    thread.once("error", reject);
    thread.once("message", () => {
      thread.off("error", reject);
      resolve(thread);
    });
  });
}

/** What a command asks of the session. */
interface Call {
  readonly id: number;
  readonly name: keyof ShellHost;
  readonly args: readonly unknown[];
}

/** Of an error, a copy would lack the code. */
type Reply = { readonly id: number } & (
  | { readonly value: unknown }
  | { readonly error: { readonly message: string; readonly code: unknown } }
);

type FromThread = { readonly call: Call } | { readonly end: CommandEnd };

type ToThread = { readonly reply: Reply } | { readonly command: ShellCommand };

interface Talk {
  readonly host: ShellHost;
  readonly clock: ShellClock;
}

function converse(worker: Worker, command: ShellCommand, { host, clock }: Talk): Promise<CommandEnd> {
  const send = (message: ToThread): void => worker.postMessage(message, []);
  return new Promise<CommandEnd>((resolve, reject) => {
    let timer: NodeJS.Timeout;
    const wait = (): void => {
      const left = clock.left();
      if (left <= 0) end(() => reject(outOfTime()));
      else timer = setTimeout(wait, Math.ceil(left));
    };
    const hear = (message: FromThread): void => {
      if ("end" in message) return end(() => resolve(message.end));
      answer(message.call, host).then(
        (reply) => send({ reply }),
        (error: unknown) => end(() => reject(error)),
      );
    };
    const fail = (error: Error): void =>
      end(() => reject("code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY" ? outOfMemory() : error));
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      worker.off("message", hear).off("error", fail);
      settle();
    };
    worker.on("message", hear).on("error", fail);
    wait();
    send({ command });
  });
}

function outOfMemory(): SkillsError {
  return stopped(`they need more than ${memory.maxOldGenerationSizeMb} MiB of memory`);
}

type HostFunction = (...args: readonly unknown[]) => Promise<unknown>;

/** Throws what is not an error of a file system. */
async function answer({ id, name, args }: Call, host: ShellHost): Promise<Reply> {
  try {
    // What the shell passes has the types of the function.
    return { id, value: await (host[name] as HostFunction)(...args) };
  } catch (error) {
    if (!(error instanceof Error) || error instanceof SkillsError || !("code" in error)) throw error;
    return { id, error: { message: error.message, code: error.code } };
  }
}

function valueOf(reply: Reply): unknown {
  if ("error" in reply) throw Object.assign(new Error(reply.error.message), { code: reply.error.code });
  return reply.value;
}

/** As in a thread, but nothing can end it. */
async function runHere(command: ShellCommand, host: ShellHost): Promise<CommandEnd> {
  let failure: unknown;
  const end = await runCommand(
    command,
    hostOf(async (name, args) => {
      try {
        return valueOf(await answer({ id: 0, name, args }, host));
      } catch (error) {
        if (error instanceof SkillsError) failure ??= error;
        throw error;
      }
    }),
  );
  if (failure !== undefined) throw failure;
  return end;
}

const functions = {
  readFile: true,
  readFileBuffer: true,
  exists: true,
  stat: true,
  lstat: true,
  readdir: true,
  readdirWithFileTypes: true,
  readlink: true,
  realpath: true,
  writeFile: true,
  appendFile: true,
  mkdir: true,
  rm: true,
  cp: true,
  mv: true,
  chmod: true,
  symlink: true,
  link: true,
  utimes: true,
  refuse: true,
  runScript: true,
} as const satisfies Record<keyof ShellHost, true>;

/** A host whose functions are called by their names. */
function hostOf(call: (name: keyof ShellHost, args: readonly unknown[]) => Promise<unknown>): ShellHost {
  const names = Object.keys(functions) as (keyof ShellHost)[];
  // Each function returns what the function of this name returns.
  return Object.fromEntries(
    names.map((name) => [name, (...args: readonly unknown[]) => call(name, args)]),
  ) as unknown as ShellHost;
}

/** Runs in a thread: runs one command after another, until it is ended. */
export async function serveCommands(): Promise<void> {
  const port = parentPort!;
  const waiting = new Map<number, (reply: Reply) => void>();
  let calls = 0;
  const host = hostOf(async (name, args) => {
    const id = calls++;
    const reply = await new Promise<Reply>((resolve) => {
      waiting.set(id, resolve);
      port.postMessage({ call: { id, name, args } } satisfies FromThread);
    });
    waiting.delete(id);
    return valueOf(reply);
  });
  port.on("message", (message: ToThread) => {
    if ("reply" in message) waiting.get(message.reply.id)?.(message.reply);
    else void runCommand(message.command, host).then((end) => port.postMessage({ end } satisfies FromThread));
  });
  // What takes time to load is loaded before the time of a command is counted.
  await import("./just-bash.ts");
  port.postMessage("ready");
}
