import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";

/** Does something, and counts how often each file below a directory was opened, by its path from there. */
export async function countOpens<Result>(
  below: string,
  act: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly opens: Readonly<Record<string, number>> }> {
  const opens: Record<string, number> = {};
  const open = fs.openSync;
  const counting = (...args: Parameters<typeof fs.openSync>): number => {
    const inner = path.relative(below, String(args[0])).replaceAll("\\", "/");
    if (!inner.startsWith("..")) opens[inner] = (opens[inner] ?? 0) + 1;
    return open(...args);
  };
  Object.defineProperty(fs, "openSync", { value: counting, configurable: true, writable: true });
  syncBuiltinESMExports();
  try {
    return { result: await act(), opens };
  } finally {
    Object.defineProperty(fs, "openSync", { value: open, configurable: true, writable: true });
    syncBuiltinESMExports();
  }
}
