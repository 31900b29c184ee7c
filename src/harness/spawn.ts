import { spawn } from "node:child_process";

/** A program to start, never through a shell. Its environment contains only the variables of `environment`. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** How the program itself ended, regardless of its child processes. */
export type End =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "signalled"; readonly signal: string }
  | { readonly kind: "not-started"; readonly reason: string };

/** A program in a new process group, which does not receive the terminal's signals. */
export interface Running {
  /** The id of the process group; absent if the program did not start. */
  readonly group: number | undefined;
  readonly ended: Promise<End>;
  /** Settles when the output has ended too. A child process that still runs can delay this forever. */
  readonly closed: Promise<void>;
  onOutput(stream: "stdout" | "stderr", take: (bytes: Buffer) => void): void;
  write(text: string): void;
  endInput(): void;
  /** Signals the whole group; false if no process of it is left. */
  signal(name: NodeJS.Signals): boolean;
  /** Closes its pipes, even if other processes hold the other ends. */
  release(): void;
}

/** Starts a program; with "nothing", its standard input is empty. Never throws: `ended` reports a failed start. */
export function start({ file, args, cwd, environment }: Program, input: "nothing" | "pipe"): Running {
  const child = attempt(() =>
    spawn(file, args, {
      cwd,
      env: environment,
      stdio: [input === "pipe" ? "pipe" : "ignore", "pipe", "pipe"],
      detached: true,
      windowsHide: true,
    }),
  );
  if (typeof child === "string") return notStarted(child);
  // If the program ends before it has read everything, `ended` reports that.
  child.stdin?.on("error", () => {});
  return {
    group: child.pid,
    ended: new Promise((resolve) => {
      child.once("error", (error) => resolve({ kind: "not-started", reason: codeOf(error) }));
      child.once("exit", (code, signal) =>
        resolve(
          code === null ? { kind: "signalled", signal: signal ?? "SIGKILL" } : { kind: "exited", code },
        ),
      );
    }),
    closed: new Promise((resolve) => child.once("close", () => resolve())),
    onOutput: (stream, take) => void child[stream]?.on("data", take),
    write: (text) => void child.stdin?.write(text),
    endInput: () => void child.stdin?.end(),
    signal: (name) => child.pid !== undefined && signalGroup(child.pid, name),
    release: () => {
      for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.destroy();
      child.unref();
    },
  };
}

function signalGroup(group: number, name: NodeJS.Signals): boolean {
  try {
    // Windows has no process groups, so only the program itself is signaled.
    return process.kill(process.platform === "win32" ? group : -group, name);
  } catch {
    return false;
  }
}

/** Node reports some failures as an event and throws others, such as E2BIG. */
function attempt<Child>(act: () => Child): Child | string {
  try {
    return act();
  } catch (error) {
    return codeOf(error);
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) throw error;
  if (!("code" in error) || typeof error.code !== "string") throw error;
  return error.code;
}

function notStarted(reason: string): Running {
  return {
    group: undefined,
    ended: Promise.resolve({ kind: "not-started", reason }),
    closed: Promise.resolve(),
    onOutput: () => {},
    write: () => {},
    endInput: () => {},
    signal: () => false,
    release: () => {},
  };
}
