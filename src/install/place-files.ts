import path from "node:path";
import type { FileBytes } from "../model/archive.ts";
import { parentOf } from "../core/paths.ts";
import { readEveryFile } from "../read/every-file.ts";
import { attempt, cannotWrite } from "../write/cannot-write.ts";
import { makeDirectory, syncDirectory, writeNewFile } from "./sync.ts";

/**
 * Writes a skill's files into a new directory and reads them back. Throws a SkillsError ("unwritable") unless the
 * directory then contains exactly these files. `shown` is the directory's name for messages.
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

/** The archive readers already refuse paths that lead outside the directory; this is a second check before writing. */
function requireInside(file: string, shown: string): void {
  const names = file.split("/");
  if (names.some((name) => name === "" || name === "." || name === ".." || /[\\\0]/.test(name)))
    throw cannotWrite(shown, "the path of one of its files points outside it");
}

function confirmFiles(directory: string, files: readonly FileBytes[], shown: string): void {
  const { files: found, others } = readEveryFile(directory, shown);
  const byPath = new Map(found.map((file) => [file.path, file]));
  const equal = files.every(({ path: file, bytes, executable }) => {
    const got = byPath.get(file);
    return (
      got &&
      Buffer.compare(bytes, got.bytes) === 0 &&
      (process.platform === "win32" || got.executable === executable)
    );
  });
  if (!equal || others.length > 0 || found.length !== files.length)
    throw cannotWrite(shown, "the files read back differ from those written");
}
