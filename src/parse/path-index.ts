import { nearest } from "../core/nearest.ts";
import { once, onceForEach } from "../core/once.ts";
import type { FileEntry } from "../model/source.ts";

export interface PathIndex {
  readonly exact: ReadonlySet<string>;
  /** The directories at the skill's root. */
  readonly directories: ReadonlySet<string>;
  /**
   * Paths by their folded form; if several have the same, the first. Computed on first use, as most skills do not
   * need it.
   */
  readonly folded: () => ReadonlyMap<string, string>;
  /** Returns a path whose last segment equals or resembles that of the target. */
  readonly nearest: (target: string) => string | undefined;
}

const beyondAscii = /[^\0-\x7f]/;

/** Maximum number of names that a missing one is compared with, and of missing ones that are compared. */
const compared = 400;
const helped = 200;

/** Shorter names without their extension resemble any other. */
const shortest = 3;

/** Cached, as every Markdown file of a skill uses the same listing. */
export const indexOf = onceForEach((files: readonly FileEntry[]): PathIndex => {
  const exact = new Set([""]);
  const directories = new Set<string>();
  for (const { path, kind, link } of files) {
    exact.add(path);
    const slash = path.indexOf("/");
    if (slash > 0) directories.add(path.slice(0, slash));
    else if (kind === "directory" || link?.leads === "directory") directories.add(path);
  }
  const folded = once(() => foldAll(files));
  return { exact, directories, folded, nearest: nearestAmong(folded) };
});

function foldAll(files: readonly FileEntry[]): ReadonlyMap<string, string> {
  const folded = new Map<string, string>();
  for (const { path } of files) {
    const key = fold(path);
    if (!folded.has(key)) folded.set(key, path);
  }
  return folded;
}

function nearestAmong(folded: () => ReadonlyMap<string, string>): (target: string) => string | undefined {
  const answers = new Map<string, string | undefined>();
  const byName = once(() => nameAll(folded()));
  return (target) => {
    const name = baseName(fold(target));
    if (!answers.has(name) && answers.size < helped) answers.set(name, nearestName(name, byName()));
    return answers.get(name);
  };
}

function nearestName(name: string, byName: ReadonlyMap<string, string>): string | undefined {
  const close = byName.has(name)
    ? name
    : name.indexOf(".") < shortest && name.includes(".")
      ? undefined
      : nearest(name, Array.from(byName.keys()).slice(0, compared), Math.max(1, Math.floor(name.length / 4)));
  return close === undefined ? undefined : byName.get(close);
}

function nameAll(folded: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const byName = new Map<string, string>();
  for (const [key, path] of folded) if (!byName.has(baseName(key))) byName.set(baseName(key), path);
  return byName;
}

/**
 * Folds a path: names that are the same on a file system that ignores case and Unicode normalization become equal.
 */
export function fold(path: string): string {
  return (beyondAscii.test(path) ? path.normalize("NFC") : path).toLowerCase();
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
