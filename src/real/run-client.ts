import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import type { Finished, Started } from "./types.ts";

/** Starts a client's program with a new environment and a time limit. Rejects if it cannot be started. */
export type RunClient = (command: readonly string[], started: Started) => Promise<Finished>;

/** The variables of a client: none of this machine's but the search path, so that no key is read. */
export function scrubbedEnvironment(home: string, searchPath: string): Readonly<Record<string, string>> {
  return { HOME: home, LANG: "C.UTF-8", PATH: searchPath, TERM: "dumb" };
}

export const clientRunner =
  (searchPath: string): RunClient =>
  (command, started) =>
    new Promise((resolve, reject) => {
      const [program = "", ...words] = started.alone
        ? ["unshare", "-pf", "--kill-child", ...command]
        : command;
      const child = spawn(program, words, {
        cwd: started.cwd,
        env: { ...scrubbedEnvironment(started.home, searchPath), ...started.env },
        detached: true,
        stdio: [started.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      });
      const end = () => endGroup(child.pid);
      let isLate = false;
      const timer = setTimeout(
        () => {
          isLate = true;
          end();
        },
        (started.seconds ?? 60) * 1000,
      );
      started.signal?.addEventListener("abort", end);
      if (started.signal?.aborted) end();
      const release = child.pid === undefined ? () => {} : hold(child.pid);
      const { onLine } = started;
      const stdout = collect(
        child.stdout,
        onLine && ((line) => onLine(line, (text) => child.stdin?.write(text))),
      );
      const stderr = collect(child.stderr);
      child.on("error", (error) => {
        clearTimeout(timer);
        release();
        reject(error);
      });
      // Not "close": a daemon that it leaves may keep the pipes open.
      child.on("exit", (status) => {
        clearTimeout(timer);
        setTimeout(() => {
          end();
          release();
          resolve({ stdout: stdout(), stderr: stderr(), status, ...(isLate && { isLate }) });
        }, 20);
      });
      child.stdin?.on("error", () => {});
      if (started.onLine) child.stdin?.write(started.input ?? "");
      else child.stdin?.end(started.input);
    });

const running = new Set<number>();

function hold(pid: number): () => void {
  running.add(pid);
  return () => void running.delete(pid);
}

/** Ends every client that runs, as their process groups do not receive the signals of the terminal. */
export function endClients(): void {
  for (const pid of running) endGroup(pid);
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It ended by itself.
  }
}

/** Collects what a stream gives; each complete line is also passed on. */
function collect(stream: Readable | null, onLine?: (line: string) => void): () => string {
  let text = "";
  let rest = "";
  stream?.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    if (!onLine) return;
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  });
  return () => text;
}
