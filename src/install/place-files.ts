import path from "node:path";
import type { FileBytes } from "../model/archive.ts";
import { parentOf } from "../core/paths.ts";
import { readEveryFile } from "../read/every-file.ts";
import { attempt, cannotWrite } from "../write/cannot-write.ts";
import { makeDirectory, syncDirectory, writeNewFile } from "./sync.ts";

/**
 * Writes a skill's files into a directory that is not there yet, and reads them back: all of them, and nothing else, or a SkillsError ("unwritable").
 * `shown` is what to call the directory.
 */
export function placeFiles(directory: string, files: readonly FileBytes[], shown: string): void {
  const made = new Set<string>();
  const make = (inner: string): void => {
    if (made.has(inner)) return;
    if (inner !== "") make(parentOf(inner));
    attempt(`${shown}/${inner}`, () => makeDirectory(path.join(directory, inner)));
    made.add(inner);
  };
  make("");
  for (const file of files) {
    requireInside(file.path, shown);
    make(parentOf(file.path));
    attempt(`${shown}/${file.path}`, () =>
      writeNewFile(path.join(directory, file.path), file.bytes, file.executable ? 0o755 : 0o644),
    );
  }
  for (const inner of made) attempt(shown, () => syncDirectory(path.join(directory, inner)));
  confirmFiles(directory, files, shown);
}

/** Whoever read the archive has refused such paths; a file outside the directory would be too bad to rely on that. */
function requireInside(file: string, shown: string): void {
  const names = file.split("/");
  if (names.some((name) => name === "" || name === "." || name === ".." || /[\\\0]/.test(name)))
    throw cannotWrite(shown, "one of its files has a path that leads out of it");
}

function confirmFiles(directory: string, files: readonly FileBytes[], shown: string): void {
  const { files: found, others } = readEveryFile(directory, shown);
  const byPath = new Map(found.map((file) => [file.path, file]));
  const alike = files.every(({ path: file, bytes, executable }) => {
    const got = byPath.get(file);
    return (
      got &&
      Buffer.compare(bytes, got.bytes) === 0 &&
      (process.platform === "win32" || got.executable === executable)
    );
  });
  if (!alike || others.length > 0 || found.length !== files.length)
    throw cannotWrite(shown, "what was read back is not what was written");
}
