import { type FSWatcher, lstatSync, type Stats, statSync, watch } from "node:fs";
import path from "node:path";
import { systemCode } from "../core/unreadable.ts";
import { gatherPlaces, isWithin } from "../find/skill-places.ts";
import { type Name, readNames } from "../read/listing-names.ts";

export interface DiskWatch {
  /** Watches directories and everything below them; symlinks are not followed. */
  addTrees(roots: readonly string[]): void;
  /** Watches single files, wherever they are and through any symlinks, whether they exist or not. */
  addFiles(files: readonly string[]): void;
  close(): void;
}

/** Git's files change with every git command, and installed packages are not the user's skills. */
const passedOver: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** Error codes if the operating system has no watches left: inotify(7), "/proc interfaces". */
const exhausted: ReadonlySet<string | undefined> = new Set(["EMFILE", "ENFILE", "ENOSPC"]);

/** Polling intervals in milliseconds; polling a tree of 5,000 files takes about 30. */
const [singlesEvery, treesEvery] = [500, 2_000];

/**
 * Reports the path of everything that changes, appears or disappears, possibly more than once; a directory that
 * is replaced is watched again. Each directory has a watch of its own: a recursive one of Node 20 or 24, and chokidar
 * 5, watch every file, and miss all changes in a directory that was replaced. If the system has no watches left,
 * it polls.
 */
export function watchDisk(onChange: (absolute: string) => void, startWatch = watch): DiskWatch {
  const roots = new Set<string>();
  let stopPolling: (() => void) | undefined;
  const follow = (directory: string): void => {
    if (stopPolling) return;
    try {
      watches.follow(directory);
    } catch (error) {
      if (!exhausted.has(systemCode(error))) throw error;
      watches.clear();
      stopPolling = pollTrees(roots, onChange);
    }
  };
  const changed = (absolute: string, isRenamed: boolean): void => {
    if (passedOver.has(path.basename(absolute))) return;
    if (isRenamed) follow(absolute);
    onChange(absolute);
  };
  const watches = createWatches(changed, startWatch);
  const singles = pollSingles();
  const addTree = (root: string): void => {
    if (isWithin(root, gatherPlaces(roots))) return;
    roots.add(root);
    singles.add(root, identify, () => changed(root, true));
    follow(root);
  };
  return {
    addTrees: (directories) => directories.forEach(addTree),
    addFiles: (files) => files.forEach((file) => singles.add(file, stamp, () => onChange(file))),
    close: () => {
      singles.close();
      stopPolling?.();
      watches.clear();
    },
  };
}

interface Watches {
  /** Watches a directory and all below it again, and ends its watch if it is a directory no longer. */
  follow(directory: string): void;
  clear(): void;
}

/** `isRenamed` is true for what was created, removed or replaced. */
function createWatches(
  onChange: (absolute: string, isRenamed: boolean) => void,
  startWatch: typeof watch,
): Watches {
  const watchers = new Map<string, Pick<FSWatcher, "close">>();
  const forget = (directory: string): void => {
    if (!watchers.has(directory)) return;
    for (const [each, watcher] of watchers) {
      if (each !== directory && !each.startsWith(directory + path.sep)) continue;
      watcher.close();
      watchers.delete(each);
    }
  };
  const follow = (directory: string): void => {
    forget(directory);
    if (!orNothing(() => lstatSync(directory))?.isDirectory()) return;
    const changed = (event: string, name: string | null): void =>
      onChange(name === null ? directory : path.join(directory, name), event === "rename");
    const watcher = orNothing(() => startWatch(directory, changed), exhausted);
    if (!watcher) return;
    watchers.set(directory, watcher);
    watcher.on("error", () => forget(directory));
    for (const { text, kind } of namesIn(directory))
      if (kind === "directory" && !passedOver.has(text)) follow(path.join(directory, text));
  };
  return { follow, clear: () => Array.from(watchers.keys()).forEach(forget) };
}

interface Polled {
  readonly look: () => string;
  /** What was there at the last look. */
  mark: string;
  readonly changed: () => void;
}

/** Polls single paths, for which the directory above them is not watched. */
function pollSingles() {
  const polled = new Map<string, Polled>();
  const timer = setInterval(() => {
    for (const each of polled.values()) {
      const mark = each.look();
      if (mark !== each.mark) each.changed();
      each.mark = mark;
    }
  }, singlesEvery);
  return {
    add: (absolute: string, markOf: (stats: Stats) => string, changed: () => void): void => {
      if (polled.has(absolute)) return;
      const look = (): string => {
        const stats = orNothing(() => statSync(absolute));
        return stats ? markOf(stats) : "none";
      };
      polled.set(absolute, { look, mark: look(), changed });
    },
    close: (): void => clearInterval(timer),
  };
}

/** The number of an inode is given again, so it does not identify a directory alone. */
function identify({ ino, birthtimeMs }: Stats): string {
  return `${ino} ${birthtimeMs}`;
}

function stamp({ ino, size, mode, mtimeMs, ctimeMs }: Stats): string {
  return [ino, size, mode, mtimeMs, ctimeMs].join(" ");
}

/**
 * Polls to report the path of everything that changes, appears or disappears below directories. The returned function
 * stops it.
 */
export function pollTrees(
  roots: ReadonlySet<string>,
  onChange: (absolute: string) => void,
  every = treesEvery,
): () => void {
  let known = marksIn(roots);
  const timer = setInterval(() => {
    const now = marksIn(roots);
    for (const [absolute, mark] of now) if (known.get(absolute) !== mark) onChange(absolute);
    for (const absolute of known.keys()) if (!now.has(absolute)) onChange(absolute);
    known = now;
  }, every);
  return () => clearInterval(timer);
}

/** A stamp for each path. The times of a directory add nothing to those of its files. */
function marksIn(roots: ReadonlySet<string>): ReadonlyMap<string, string> {
  const marks = new Map<string, string>();
  const left = Array.from(roots);
  for (let directory = left.pop(); directory !== undefined; directory = left.pop()) {
    for (const { text, kind } of namesIn(directory)) {
      const absolute = path.join(directory, text);
      const stats = passedOver.has(text) ? undefined : orNothing(() => lstatSync(absolute));
      if (!stats) continue;
      marks.set(absolute, kind === "directory" ? identify(stats) : stamp(stats));
      if (kind === "directory") left.push(absolute);
    }
  }
  return marks;
}

function namesIn(directory: string): readonly Name[] {
  return orNothing(() => readNames(directory)) ?? [];
}

/** Treats an entry as missing if it was deleted in the meantime or cannot be read; other errors are thrown. */
function orNothing<Found>(
  find: () => Found,
  thrown: ReadonlySet<string | undefined> = new Set(),
): Found | undefined {
  try {
    return find();
  } catch (error) {
    if (systemCode(error) === undefined || thrown.has(systemCode(error))) throw error;
    return undefined;
  }
}
