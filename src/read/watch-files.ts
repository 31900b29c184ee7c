import { statSync } from "node:fs";
import { orNothing } from "./poll-tree.ts";
import type { TreeWatch } from "./watch-tree.ts";

/** In milliseconds. */
const usual = 500;

/** Tells the path of a file that changes, comes or goes, wherever it stands and whatever links lead to it, by looking again and again: the few that matter cost nothing. */
export function watchFiles(told: (absolute: string) => void, every = usual): TreeWatch {
  const marks = new Map<string, string>();
  const look = (file: string): void => {
    const mark = markOf(file);
    if (marks.get(file) !== mark) told(file);
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
