import { type FSWatcher, lstatSync, type Stats, statSync, watch } from "node:fs";
import path from "node:path";
import { type Name, readNames } from "./listing-names.ts";
import { systemCode } from "../core/unreadable.ts";

interface TreeWatch {
  /** Adds directories that are not watched yet. */
  add(roots: readonly string[]): void;
  close(): void;
}

/** Git's files change with every git command, and installed packages are not the user's skills. */
const passedOver: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** Error codes if the operating system has no watches left: inotify(7), "/proc interfaces". */
const exhausted: ReadonlySet<string | undefined> = new Set(["EMFILE", "ENFILE", "ENOSPC"]);

/** Polling interval in milliseconds for directories whose parent is not watched. */
const rootsEvery = 1_000;

/**
 * Reports the path of everything that changes, appears or disappears below directories, possibly more than
 * once; a directory that reappears is watched again. Each directory has its own watch, as the recursive watch
 * of Node 20 misses files that are saved by renaming. If the system runs out of watches, it polls.
 */
export function watchTree(
  first: readonly string[],
  onChange: (absolute: string) => void,
  startWatch: StartWatch = watchOne,
): TreeWatch {
  const roots = new Set<string>();
  let stopPolling: (() => void) | undefined;
  const follow = (directories: readonly string[]): void => {
    if (stopPolling) return;
    try {
      directories.forEach(watches.follow);
    } catch (error) {
      if (!exhausted.has(systemCode(error))) throw error;
      watches.clear();
      stopPolling = pollTree(roots, (name) => passedOver.has(name), onChange);
    }
  };
  const changed = (absolute: string): void => {
    if (passedOver.has(path.basename(absolute))) return;
    follow([absolute]);
    onChange(absolute);
  };
  const watches = createWatches(changed, startWatch);
  const add = (directories: readonly string[]): void => {
    const added = directories.filter((directory) => !isBelow(directory, roots));
    for (const directory of added) roots.add(directory);
    follow(added);
  };
  const timer = setInterval(
    () =>
      Array.from(roots)
        .filter((root) => !stopPolling && !watches.isCurrent(root))
        .forEach(changed),
    rootsEvery,
  );
  const close = (): void => {
    clearInterval(timer);
    stopPolling?.();
    watches.clear();
  };
  add(first);
  return { add, close };
}

/** Undefined if nothing is watched any longer. */
type StartWatch = (
  directory: string,
  onChange: (name: string | null) => void,
  gone: () => void,
) => Pick<FSWatcher, "close"> | undefined;

interface Watches {
  /** Watches an existing directory and everything below it, and removes the watch of a deleted one. */
  follow(directory: string): void;
  /** Whether the watched directory still exists at this path. */
  isCurrent(directory: string): boolean;
  clear(): void;
}

function createWatches(onChange: (absolute: string) => void, startWatch: StartWatch): Watches {
  const watched = new Map<string, { readonly watcher: Pick<FSWatcher, "close">; readonly inode: number }>();
  const forget = (directory: string): void => {
    for (const [each, { watcher }] of watched) {
      if (each !== directory && !each.startsWith(directory + path.sep)) continue;
      watcher.close();
      watched.delete(each);
    }
  };
  const isCurrent = (directory: string): boolean => watched.get(directory)?.inode === look(directory)?.ino;
  const follow = (directory: string): void => {
    if (isCurrent(directory)) return;
    if (watched.has(directory)) forget(directory);
    const stats = look(directory);
    const watcher = stats?.isDirectory()
      ? startWatch(
          directory,
          (name) => onChange(name === null ? directory : path.join(directory, name)),
          () => forget(directory),
        )
      : undefined;
    if (!stats || !watcher) return;
    watched.set(directory, { watcher, inode: stats.ino });
    for (const name of directoriesIn(directory)) follow(path.join(directory, name));
  };
  return { follow, isCurrent, clear: () => Array.from(watched.keys()).forEach(forget) };
}

function isBelow(directory: string, roots: ReadonlySet<string>): boolean {
  for (const root of roots)
    if (`${directory}${path.sep}`.startsWith(root.endsWith(path.sep) ? root : root + path.sep)) return true;
  return false;
}

/** Undefined if the entry was deleted in the meantime or cannot be read. */
function watchOne(...[directory, onChange, gone]: Parameters<StartWatch>): FSWatcher | undefined {
  try {
    return watch(directory, (_, name) => onChange(name)).on("error", gone);
  } catch (error) {
    if (systemCode(error) === undefined || exhausted.has(systemCode(error))) throw error;
    return undefined;
  }
}

function look(absolute: string): Stats | undefined {
  return orNothing(() => lstatSync(absolute, { throwIfNoEntry: false }));
}

/** Symlinks are not followed. */
function directoriesIn(directory: string): readonly string[] {
  return namesIn(directory).flatMap(({ text, kind }) =>
    kind === "directory" && !passedOver.has(text) ? [text] : [],
  );
}

function namesIn(directory: string): readonly Name[] {
  return orNothing(() => readNames(directory)) ?? [];
}

/** Polling interval in milliseconds; polling a tree of 5,000 files takes about 30. */
const pollEvery = 2_000;

/**
 * Polls to report the path of everything that changes, appears or disappears below directories. The returned function
 * stops it.
 */
export function pollTree(
  roots: ReadonlySet<string>,
  isPassedOver: (name: string) => boolean,
  onChange: (absolute: string) => void,
  every = pollEvery,
): () => void {
  let known = marksIn(roots, isPassedOver);
  const timer = setInterval(() => {
    const now = marksIn(roots, isPassedOver);
    for (const [absolute, mark] of now) if (known.get(absolute) !== mark) onChange(absolute);
    for (const absolute of known.keys()) if (!now.has(absolute)) onChange(absolute);
    known = now;
  }, every);
  return () => clearInterval(timer);
}

/** A stamp for each path. The times of a directory add nothing to those of its files. */
function marksIn(
  roots: ReadonlySet<string>,
  isPassedOver: (name: string) => boolean,
): ReadonlyMap<string, string> {
  const marks = new Map<string, string>();
  const left = Array.from(roots);
  for (let directory = left.pop(); directory !== undefined; directory = left.pop()) {
    for (const { text, kind } of namesIn(directory)) {
      const absolute = path.join(directory, text);
      const isDirectory = kind === "directory";
      const stats = isPassedOver(text) ? undefined : orNothing(() => lstatSync(absolute));
      if (stats)
        marks.set(
          absolute,
          isDirectory
            ? String(stats.ino)
            : [stats.ino, stats.size, stats.mode, stats.mtimeMs, stats.ctimeMs].join(" "),
        );
      if (stats && isDirectory) left.push(absolute);
    }
  }
  return marks;
}

/** Treats an entry as missing if it was deleted in the meantime or cannot be read. */
function orNothing<Found>(find: () => Found): Found | undefined {
  try {
    return find();
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

/** Polling interval in milliseconds. */
const filesEvery = 500;

/** Polls to report changes of single files, wherever they are and through any symlinks, as there are only a few. */
export function watchFiles(onChange: (absolute: string) => void, every = filesEvery): TreeWatch {
  const marks = new Map<string, string>();
  const look = (file: string): void => {
    const mark = markOf(file);
    if (marks.get(file) !== mark) onChange(file);
    marks.set(file, mark);
  };
  const timer = setInterval(() => Array.from(marks.keys()).forEach(look), every);
  return {
    add: (files) => files.forEach((file) => marks.set(file, marks.get(file) ?? markOf(file))),
    close: () => clearInterval(timer),
  };
}

function markOf(file: string): string {
  const stats = orNothing(() => statSync(file, { throwIfNoEntry: false }));
  return stats ? [stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(" ") : "none";
}
