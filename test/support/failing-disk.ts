import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** All that changes something on the disk, or brings it there; of opening only what is for that. */
const names = [
  "openSync",
  "writeSync",
  "fsyncSync",
  "fchmodSync",
  "fchownSync",
  "chmodSync",
  "mkdirSync",
  "renameSync",
  "rmSync",
  "rmdirSync",
  "symlinkSync",
] as const;

export interface Failure {
  /** Which of the calls that touch what lies below the directory, or use a file that is open. */
  readonly at: number;
  readonly below: string;
  readonly code: string;
  /** So do all after it, as if the process had been killed there. */
  readonly forGood?: boolean;
}

/** Does something on a disk that fails once; whether it came to that. */
export async function withFailure<Result>(
  { at, below, code, forGood = false }: Failure,
  act: () => Promise<Result>,
): Promise<{ readonly failed: boolean; readonly result: PromiseSettledResult<Result> }> {
  let calls = 0;
  const real = names.map((name) => [name, fs[name]] as const);
  for (const [name, call] of real) {
    const counts = (first: unknown): boolean =>
      typeof first === "number" ? first > 2 : String(first).startsWith(below);
    const isMeant = ([first, second]: readonly unknown[]): boolean =>
      name === "symlinkSync"
        ? counts(second)
        : counts(first) && (name !== "openSync" || opensToWrite(second));
    const failing = (...args: readonly unknown[]): unknown => {
      if (isMeant(args)) calls++;
      else return Reflect.apply(call, fs, args);
      if (calls === at || (forGood && calls > at)) throw Object.assign(new Error(`${name} failed`), { code });
      return Reflect.apply(call, fs, args);
    };
    Object.defineProperty(fs, name, { value: failing, configurable: true, writable: true });
  }
  syncBuiltinESMExports();
  try {
    const [result] = await Promise.allSettled([act()]);
    return { failed: calls >= at, result: result! };
  } finally {
    for (const [name, call] of real)
      Object.defineProperty(fs, name, { value: call, configurable: true, writable: true });
    syncBuiltinESMExports();
  }
}

function opensToWrite(flags: unknown): boolean {
  return typeof flags === "number"
    ? (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR)) !== 0
    : /[wa+]/.test(String(flags));
}
