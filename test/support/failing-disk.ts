import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** The calls that change or flush files; `openSync` only counts if it opens for writing. */
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
  /** The number, from 1, of the call that fails, among calls below the directory or on open files. */
  readonly at: number;
  readonly below: string;
  readonly code: string;
  /** All later calls fail too, as if the process had been killed there. */
  readonly forGood?: boolean;
}

/** Runs `act` on a disk that fails at one call; `failed` says whether it was reached. */
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
