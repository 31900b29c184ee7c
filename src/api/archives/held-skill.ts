import { joinLabel, parentOf } from "../../core/paths.ts";
import type { Listing } from "../../model/source.ts";
import { type AuthorsWord, ignoreFileName, parseIgnoreFile } from "../../pack/ignore-file.ts";
import type { SelectedFile } from "../../pack/select-files.ts";
import type { HeldSource } from "../../model/held-source.ts";
import type { ReadFile } from "../../read/snapshot.ts";

/** The author's patterns; undefined if the skill is not held, or if reading its .skillignore may fail. */
export function heldIgnoreFile(held: HeldSource | undefined): AuthorsWord | Promise<AuthorsWord> | undefined {
  if (!held) return undefined;
  const { entries, unread } = held.list();
  if (unread.some(({ path }) => path === "." || path === ignoreFileName)) return undefined;
  if (!entries.some(({ path }) => path === ignoreFileName)) return () => undefined;
  const bytes = held.held(ignoreFileName);
  return bytes && parseIgnoreFile(bytes, joinLabel(held.label, ignoreFileName));
}

/**
 * The listing without what is below the directories that `passesOver`. Undefined if it was cut off, as it would not
 * have been cut off there without those directories.
 */
export function listHeld(held: HeldSource, passesOver: (directory: string) => boolean): Listing | undefined {
  const { entries, unread } = held.list();
  if (unread.some(({ path }) => path === ".")) return undefined;
  // A directory comes before what is in it.
  const closed = new Set<string>();
  const kept = entries.filter(({ path, kind }) => {
    const isBelow = closed.has(parentOf(path));
    if (kind === "directory" && (isBelow || passesOver(path))) closed.add(path);
    return !isBelow;
  });
  return {
    entries: kept,
    unread: unread.filter(({ path }) => !closed.has(path) && !closed.has(parentOf(path))),
  };
}

/** The selected files that were read whole, as they were listed. */
export function heldFiles(
  selected: readonly SelectedFile[],
  held: HeldSource | undefined,
): ReadonlyMap<string, ReadFile> {
  return new Map(
    selected.flatMap(({ from, size, executable }) => {
      const bytes = held?.held(from);
      return bytes?.length === size ? [[from, { bytes, executable }] as const] : [];
    }),
  );
}
