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
    const key = fold(target);
    if (!answers.has(key) && answers.size < helped) answers.set(key, nearestPath(key, byName()));
    return answers.get(key);
  };
}

function nearestPath(target: string, byName: ReadonlyMap<string, readonly Candidate[]>): string | undefined {
  const name = baseName(target);
  const same = byName.get(name);
  if (same) return mostAlike(target, same);
  if (name.includes(".") && name.indexOf(".") < shortest) return undefined;
  const names = Array.from(byName.keys()).slice(0, compared);
  const close = nearest(name, names, Math.max(1, Math.floor(name.length / 4)));
  const candidates = close === undefined ? undefined : byName.get(close);
  return candidates && mostAlike(target.slice(0, target.length - name.length) + close, candidates);
}

/** The candidate that ends in the same segments as the target; undefined if several have equally many of them. */
function mostAlike(target: string, candidates: readonly Candidate[]): string | undefined {
  const wanted = target.split("/");
  let best: { readonly path: string; readonly common: number; readonly isOnly: boolean } | undefined;
  for (const { key, path } of candidates.slice(0, compared)) {
    const common = commonEnd(wanted, key.split("/"));
    if (!best || common > best.common) best = { path, common, isOnly: true };
    else if (common === best.common) best = { ...best, isOnly: false };
  }
  return best?.isOnly ? best.path : undefined;
}

function commonEnd(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < one.length && count < other.length && one.at(-1 - count) === other.at(-1 - count)) count++;
  return count;
}

/** A path and its folded form. */
interface Candidate {
  readonly key: string;
  readonly path: string;
}

function nameAll(folded: ReadonlyMap<string, string>): ReadonlyMap<string, readonly Candidate[]> {
  const byName = new Map<string, Candidate[]>();
  for (const [key, path] of folded) {
    const name = baseName(key);
    const known = byName.get(name);
    if (known) known.push({ key, path });
    else byName.set(name, [{ key, path }]);
  }
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
