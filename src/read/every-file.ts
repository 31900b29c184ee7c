import { lstatSync } from "node:fs";
import { archiveLimits, type FileBytes } from "../model/archive.ts";
import { SkillsError } from "../core/errors.ts";
import { limits } from "../model/limits.ts";
import { grouped } from "../core/sentence.ts";
import { joinNative } from "./label.ts";
import { joinLabel } from "../core/paths.ts";
import { readNames } from "./listing-names.ts";
import { kindOf, readWhole } from "./open-file.ts";
import { cannotRead, systemReason } from "../core/unreadable.ts";

/** Everything in a directory, without any exclusions. */
export interface EveryFile {
  /** Unsorted. */
  readonly files: readonly FileBytes[];
  /** Entries that are neither regular files nor directories, with a description such as "a symbolic link". */
  readonly others: readonly { readonly path: string; readonly kind: string }[];
}

interface Place {
  readonly absolute: string;
  readonly label: string;
  /** Relative to the directory, with "/". */
  readonly inner: string;
}

/**
 * Reads every file below a directory, up to the limits of an archive. Follows no symlinks. Throws a
 * SkillsError ("unreadable", "too-large").
 */
export function readEveryFile(root: string, label: string): EveryFile {
  const files: FileBytes[] = [];
  const others: { path: string; kind: string }[] = [];
  const directories: (Place & { readonly depth: number })[] = [
    { absolute: root, label, inner: "", depth: 0 },
  ];
  let [entries, bytes] = [0, 0];
  // The array is a queue: it grows during the loop.
  for (const directory of directories) {
    for (const { text, foreign } of attempt(directory.label, () => readNames(directory.absolute))) {
      if (++entries > archiveLimits.entries)
        throw tooMuch(label, `more than ${grouped(archiveLimits.entries)} entries`);
      const place = {
        absolute: joinNative(directory.absolute, text),
        label: joinLabel(directory.label, text),
        inner: directory.inner === "" ? text : `${directory.inner}/${text}`,
      };
      const found = foreign ?? readPlace(place);
      if (typeof found !== "string") {
        bytes += found.bytes.length;
        files.push(found);
      } else if (found !== "a directory") others.push({ path: place.inner, kind: found });
      else directories.push({ ...place, depth: directory.depth + 1 });
    }
    if (directory.depth > limits.depth) throw tooMuch(label, `more than ${limits.depth} nested directories`);
    if (bytes > archiveLimits.totalBytes)
      throw tooMuch(label, `more than ${grouped(archiveLimits.totalBytes)} bytes`);
  }
  return { files, others };
}

/** Reads a file; returns the kind of entry if it is not a regular file. */
function readPlace({ absolute, label, inner }: Place): FileBytes | string {
  const stats = attempt(label, () => lstatSync(absolute));
  return (
    kindOf(stats) ?? {
      path: inner,
      bytes: readWhole(absolute, label, archiveLimits.fileBytes),
      executable: (stats.mode & 0o111) !== 0,
    }
  );
}

function tooMuch(label: string, reason: string): SkillsError {
  return cannotRead(label, reason, { code: "too-large" });
}

function attempt<Result>(label: string, act: () => Result): Result {
  try {
    return act();
  } catch (cause) {
    throw cause instanceof SkillsError ? cause : cannotRead(label, systemReason(cause), { cause });
  }
}
