import type * as childProcess from "node:child_process";
import path from "node:path";

interface Limits {
  readonly milliseconds: number;
  readonly outputBytes: number;
}

export interface Ran {
  /** What ended it, where that was not the program itself. */
  readonly cut?: "absent" | "time" | "output";
  /** Absent where a signal ended it. */
  readonly code?: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly limits: Limits;
  /** Added to the environment. */
  readonly more?: Environment;
  /** As "latin1" what the program says is kept byte for byte. */
  readonly encoding?: "utf8" | "latin1";
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Loaded with the first program, as few runs start one; from then on nothing is waited for before a program is started. */
let programs: typeof childProcess | undefined;

/** Runs a program that reads `input`; nothing of the user's environment is given to it but where programs are, and what `more` holds. Never rejects. */
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
      stdio: "pipe",
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
      child[name].setEncoding(encoding).on("data", (text: string) => {
        out[name] += text;
        if (out[name].length > limits.outputBytes) stop("output");
      });
    }
    child.on("error", () => {
      cut ??= "absent";
      end(null);
    });
    child.on("close", end);
    // A program that ends before it has read everything says so in its own way.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

/** Directories that are named in full, as what stands in the working directory is never run; messages in English; what Windows starts no program without. */
function environment(): Environment {
  const { PATH = "", SystemRoot } = process.env;
  const directories = PATH.split(path.delimiter).filter((directory) => path.isAbsolute(directory));
  return { PATH: directories.join(path.delimiter), LC_ALL: "C", ...(SystemRoot && { SystemRoot }) };
}
