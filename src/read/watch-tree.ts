import { lstatSync, watch, type FSWatcher, type Stats } from "node:fs";
import path from "node:path";
import { readNames } from "./listing-names.ts";
import { orNothing, pollTree } from "./poll-tree.ts";
import { systemCode } from "./unreadable.ts";

export interface TreeWatch {
  /** Watches these too, as far as they are not watched yet. */
  add(roots: readonly string[]): void;
  close(): void;
}

/** Git's own files change with every command of git's, and those of packages are nobody's skill. */
const passedOver: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** The system has no more watches to give: inotify(7), "/proc interfaces". */
const exhausted: ReadonlySet<string | undefined> = new Set(["EMFILE", "ENFILE", "ENOSPC"]);

/** How often directories that nothing watches from above are looked at, in milliseconds. */
const rootsEvery = 1_000;

/**
 * Tells the path of everything that changes, comes or goes below directories, some more than once; a directory that comes back is
 * watched again. Each directory is watched by itself, as the recursive watch of Node 20 loses files that are saved by renaming.
 * Where the system runs out of watches, everything is looked at again and again.
 */
export function watchTree(
  first: readonly string[],
  told: (absolute: string) => void,
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
      stopPolling = pollTree(roots, (name) => passedOver.has(name), told);
    }
  };
  const changed = (absolute: string): void => {
    if (passedOver.has(path.basename(absolute))) return;
    follow([absolute]);
    told(absolute);
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

/** Undefined where there is nothing to watch any more. */
type StartWatch = (
  directory: string,
  told: (name: string | null) => void,
  gone: () => void,
) => Pick<FSWatcher, "close"> | undefined;

interface Watches {
  /** Watches a directory that is there and all below it, and no longer one that is not. */
  follow(directory: string): void;
  /** Whether what is watched is what stands there. */
  isCurrent(directory: string): boolean;
  clear(): void;
}

function createWatches(told: (absolute: string) => void, startWatch: StartWatch): Watches {
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
          (name) => told(name === null ? directory : path.join(directory, name)),
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

/** Undefined for what went away in the meantime, or may not be read. */
function watchOne(...[directory, told, gone]: Parameters<StartWatch>): FSWatcher | undefined {
  try {
    return watch(directory, (_, name) => told(name)).on("error", gone);
  } catch (error) {
    if (systemCode(error) === undefined || exhausted.has(systemCode(error))) throw error;
    return undefined;
  }
}

function look(absolute: string): Stats | undefined {
  return orNothing(() => lstatSync(absolute, { throwIfNoEntry: false }));
}

/** Links are not followed. */
function directoriesIn(directory: string): readonly string[] {
  const names = orNothing(() => readNames(directory)) ?? [];
  return names.flatMap(({ text, kind }) => (kind === "directory" && !passedOver.has(text) ? [text] : []));
}
