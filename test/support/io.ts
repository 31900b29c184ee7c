import type { ExitCode, Io } from "../../src/cli/io.ts";
import { skills } from "../../src/cli/router.ts";
import { runMain, type Main } from "../../src/cli/run-process.ts";

export interface Ran {
  readonly code: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly cwd?: string;
  readonly env?: Io["env"];
  readonly stdin?: Uint8Array;
  /** The path of the program. */
  readonly startedAs?: string;
  /** Standard output is a terminal of this many columns. */
  readonly columns?: number;
  /** Lines typed at an interactive standard input, which then ends. */
  readonly typed?: readonly string[];
}

/** Runs `skills` with these arguments. */
export function runSkills(args: readonly string[], surroundings?: Surroundings): Promise<Ran> {
  return runInMemory("skills", skills, args, surroundings);
}

/** Runs `skills` in a directory. */
export function runSkillsIn(cwd: string, ...args: readonly string[]): Promise<Ran> {
  return runSkills(args, { cwd });
}

/** Runs a program in this process, its streams in memory. */
export async function runInMemory(
  name: string,
  main: Main,
  args: readonly string[],
  { cwd = process.cwd(), env = {}, stdin = new Uint8Array(), startedAs, columns, typed }: Surroundings = {},
): Promise<Ran> {
  let stdout = "";
  let stderr = "";
  const lines = [...(typed ?? [])];
  const io: Io = {
    cwd,
    env,
    startedAs,
    stdout: { isTTY: columns !== undefined, columns, write: (text) => void (stdout += text) },
    stderr: { isTTY: false, write: (text) => void (stderr += text) },
    readStdin: () => stdin,
    ...(typed && { readLine: () => lines.shift() }),
  };
  const code = await runMain(name, main, args, io);
  return { code, stdout, stderr };
}
