import { closeSync, fstatSync, lstatSync, openSync, realpathSync, type BigIntStats } from "node:fs";
import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";
import { toNativePath } from "./label.ts";
import { joinLabel } from "../core/paths.ts";
import { openFlags, readStart } from "./open-file.ts";
import { cannotRead, systemReason } from "../core/unreadable.ts";

interface Wanted {
  /** Relative to the skill's root; the path contains no symlinks. */
  readonly path: string;
  /** Size in the listing. */
  readonly size: number;
}

export interface ReadFile {
  readonly bytes: Uint8Array;
  /** Whether the file is executable on disk for at least one class of users. */
  readonly executable: boolean;
}

interface Taken extends ReadFile {
  /** A stamp that changes if the file changes. */
  readonly mark: string;
}

/**
 * The bytes of regular files at one point in time, by path. Each file is opened and read once, and no file may have
 * changed by the time the last has been read. Throws a SkillsError ("unreadable") if a file cannot be read or
 * changes.
 */
export function readSnapshot(
  root: string,
  label: string,
  wanted: readonly Wanted[],
): ReadonlyMap<string, ReadFile> {
  const real = attempt(label, () => realpathSync.native(root));
  const taken = new Map<string, Taken>();
  for (const { path: inner, size } of wanted) {
    const shown = joinLabel(label, inner);
    if (!taken.has(inner))
      taken.set(
        inner,
        attempt(shown, () => take(toNativePath(real, inner), size, shown)),
      );
  }
  const directories = new Set<string>();
  for (const [inner, { mark }] of taken) {
    const absolute = toNativePath(real, inner);
    directories.add(path.dirname(absolute));
    const shown = joinLabel(label, inner);
    const now = attempt(shown, () => lstatSync(absolute, { bigint: true, throwIfNoEntry: false }));
    if (!now || markOf(now) !== mark) throw changed(shown);
  }
  // A symlink in the path could point outside the skill.
  for (const directory of directories)
    if (attempt(label, () => realpathSync.native(directory)) !== directory) throw changed(label);
  return taken;
}

function take(absolute: string, size: number, shown: string): Taken {
  const descriptor = openSync(absolute, openFlags);
  try {
    const before = fstatSync(descriptor, { bigint: true });
    // The size of a file that has grown was not checked against the limits.
    if (!before.isFile() || before.size !== BigInt(size)) throw changed(shown);
    const bytes = readStart(descriptor, size);
    const mark = markOf(before);
    if (bytes.length !== size || markOf(fstatSync(descriptor, { bigint: true })) !== mark)
      throw changed(shown);
    return { bytes, executable: (before.mode & 0o111n) !== 0n, mark };
  } finally {
    closeSync(descriptor);
  }
}

function markOf({ dev, ino, mode, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, mode, size, mtimeNs, ctimeNs].join(" ");
}

export function changed(shown: string): SkillsError {
  return new SkillsError("unreadable", `${quote(shown)} changed while it was read`, {
    hint: "try again when no other program writes to it",
  });
}

function attempt<T>(shown: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    throw cause instanceof SkillsError ? cause : cannotRead(shown, systemReason(cause), { cause });
  }
}
