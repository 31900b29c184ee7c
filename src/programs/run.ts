import type * as childProcess from "node:child_process";
import path from "node:path";

interface Limits {
  readonly milliseconds: number;
  readonly outputBytes: number;
}

export interface Ran {
  /** Why the program was ended; absent if it exited by itself. */
  readonly cut?: "absent" | "time" | "output";
  /** Absent if the program was ended by a signal. */
  readonly code?: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly limits: Limits;
  /** Variables to add to the environment. */
  readonly more?: Environment;
  /** "latin1" preserves each byte of the output. */
  readonly encoding?: "utf8" | "latin1";
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Loaded when the first program is started, as few runs start one; later starts need not wait for it. */
let programs: typeof childProcess | undefined;

/**
 * Runs a program with `input` on its standard input and a minimal environment: the search path and `more`.
 * Never rejects.
 */
export async function run(
  program: string,
  words: readonly string[],
  input: string | Uint8Array,
  { limits, more = {}, encoding = "utf8" }: RunOptions,
): Promise<Ran> {
  const { spawn } = (programs ??= await import("node:child_process"));
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      cwd: path.parse(process.cwd()).root,
      env: { ...more, ...environment() },
      stdio: [input.length > 0 ? "pipe" : "ignore", "pipe", "pipe"],
      windowsHide: true,
    });
    const out = { stdout: "", stderr: "" };
    let cut: Ran["cut"];
    const stop = (why: Ran["cut"]): void => {
      cut ??= why;
      child.kill("SIGKILL");
    };
    const timer = setTimeout(() => stop("time"), limits.milliseconds);
    const end = (code: number | null): void => {
      clearTimeout(timer);
      resolve({ ...out, ...(cut && { cut }), ...(code !== null && { code }) });
    };
    for (const name of ["stdout", "stderr"] as const) {
      child[name]?.setEncoding(encoding).on("data", (text: string) => {
        out[name] += text;
        if (out[name].length > limits.outputBytes) stop("output");
      });
    }
    child.on("error", () => {
      cut ??= "absent";
      end(null);
    });
    child.on("close", end);
    // A program that exits before it has read all input reports its failure by its exit code.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}

/**
 * A minimal environment: a search path of only absolute directories, so that nothing in the working directory is run;
 * English messages; and the variables that Windows needs to start a program.
 */
function environment(): Environment {
  const { PATH = "", SystemRoot } = process.env;
  const directories = PATH.split(path.delimiter).filter((directory) => path.isAbsolute(directory));
  return { PATH: directories.join(path.delimiter), LC_ALL: "C", ...(SystemRoot && { SystemRoot }) };
}
