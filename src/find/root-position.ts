import { lstatSync } from "node:fs";
import path from "node:path";
import { compareText } from "../core/order.ts";
import type { RootPosition } from "../model/client-roots.ts";
import { documentName } from "../model/document-name.ts";
import { readNamesOrRecord } from "../read/listing-names.ts";
import { isBare, waysFrom } from "./client-places.ts";

/** The position of a skill's directory below a root of clients; undefined if it is in none. */
export function positionOf(directory: string | undefined): RootPosition | undefined {
  if (directory === undefined) return undefined;
  const names = directory.split(path.sep);
  const root = outermostRoot(names);
  if (!root) return undefined;
  const { start, end } = root;
  const shown = (length: number): string => names.slice(start, length).join("/");
  const own = (length: number): string => names.slice(0, length).join(path.sep);
  const lengths = Array.from({ length: names.length - end + 1 }, (_, at) => end + at);
  return {
    path: shown(names.length),
    skills: lengths
      .filter((length) => length < names.length && kindOf(path.join(own(length), documentName)) === "file")
      .map(shown),
    below: names.length === end ? skillsIn(directory).map((name) => `${shown(end)}/${name}`) : [],
    links: lengths.filter((length) => length > end && kindOf(own(length)) === "symlink").map(shown),
  };
}

interface Span {
  /** Index of the first name of the root, and the number of names up to its end. */
  readonly start: number;
  readonly end: number;
}

/** Of several roots that end in one directory, the longest. */
function outermostRoot(names: readonly string[]): Span | undefined {
  for (let end = 1; end <= names.length; end++) {
    const lengths = waysFrom(names.slice(0, end).join(path.sep)).flatMap(({ rest, to }) =>
      rest === "" && !isBare(to) ? [to.root.split("/").length] : [],
    );
    if (lengths.length > 0) return { start: end - Math.max(...lengths), end };
  }
  return undefined;
}

/** The names of the directories in a root that have a SKILL.md; none if it cannot be read. */
function skillsIn(root: string): readonly string[] {
  return readNamesOrRecord(root, "", [])
    .map(({ text }) => text)
    .filter((name) => kindOf(path.join(root, name, documentName)) === "file")
    .sort(compareText);
}

/** What cannot be inspected is no symlink, and no file. */
function kindOf(absolute: string): "file" | "symlink" | "other" | undefined {
  try {
    const stats = lstatSync(absolute);
    if (stats.isSymbolicLink()) return path.basename(absolute) === documentName ? "file" : "symlink";
    return stats.isFile() ? "file" : "other";
  } catch {
    return undefined;
  }
}
