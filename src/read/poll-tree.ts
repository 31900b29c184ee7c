import { lstatSync, readdirSync } from "node:fs";
import path from "node:path";
import { systemCode } from "./unreadable.ts";

/** In milliseconds; a tree of 5,000 files takes about 30 to look at. */
const usual = 2_000;

/** Tells the path of everything that changes, comes or goes below directories, by looking at all of it again and again. The function ends it. */
export function pollTree(
  roots: ReadonlySet<string>,
  isPassedOver: (name: string) => boolean,
  told: (absolute: string) => void,
  every = usual,
): () => void {
  let known = marksIn(roots, isPassedOver);
  const timer = setInterval(() => {
    const now = marksIn(roots, isPassedOver);
    for (const [absolute, mark] of now) if (known.get(absolute) !== mark) told(absolute);
    for (const absolute of known.keys()) if (!now.has(absolute)) told(absolute);
    known = now;
  }, every);
  return () => clearInterval(timer);
}

/** By path, what changes when the file there does; a directory's times say nothing that its files do not. */
function marksIn(
  roots: ReadonlySet<string>,
  isPassedOver: (name: string) => boolean,
): ReadonlyMap<string, string> {
  const marks = new Map<string, string>();
  const left = Array.from(roots);
  for (let directory = left.pop(); directory !== undefined; directory = left.pop()) {
    for (const { name, isDirectory } of entriesIn(directory)) {
      const absolute = path.join(directory, name);
      const stats = isPassedOver(name) ? undefined : orNothing(() => lstatSync(absolute));
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

function entriesIn(directory: string): readonly { readonly name: string; readonly isDirectory: boolean }[] {
  const entries = orNothing(() => readdirSync(directory, { withFileTypes: true })) ?? [];
  return entries.map((entry) => ({ name: entry.name, isDirectory: entry.isDirectory() }));
}

/** What went away in the meantime, or may not be read, is not there. */
export function orNothing<Found>(find: () => Found): Found | undefined {
  try {
    return find();
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}
