import { archiveLimits } from "../model/archive.ts";
import { parentOf } from "../core/paths.ts";
import { quote } from "../core/show.ts";
import type { FileEntry } from "../model/source.ts";
import type { RefusedFile, SelectedFile } from "./select.ts";

interface Materialised {
  readonly files: readonly SelectedFile[];
  readonly refused: readonly RefusedFile[];
}

/**
 * The files that links within the skill stand for, each under the link's own path. A link is refused that leads anywhere else,
 * to what stays out, into itself, or to a directory with links of its own. `kept` is what does not stay out, `files` the plain files of it.
 */
export function materialise(
  links: readonly FileEntry[],
  kept: readonly FileEntry[],
  files: readonly SelectedFile[],
  linkedPath: (path: string) => string | undefined,
): Materialised {
  const made: SelectedFile[] = [];
  const refused: RefusedFile[] = [];
  const places = whatLiesAt(kept);
  const byPath = new Map(files.map((file) => [file.path, file]));
  for (const link of links) {
    const target =
      link.link?.leads === "file" || link.link?.leads === "directory" ? linkedPath(link.path) : undefined;
    const problem = target === undefined ? whereItLeads(link) : whyNot(link, target, places);
    if (target === undefined || problem !== undefined) {
      refused.push({
        code: "type",
        path: link.path,
        message: `${quote(link.path)} is a symbolic link that leads ${problem}`,
      });
      continue;
    }
    for (const { path } of places.get(target)!) {
      const file = byPath.get(path);
      if (file) made.push({ ...file, path: link.path + path.slice(target.length) });
    }
    // A directory of many files with many links to it: the number of files is refused by whoever counts them.
    if (files.length + made.length > archiveLimits.entries) break;
  }
  return { files: made, refused };
}

/** By path, the entry itself and all that is below it. */
function whatLiesAt(kept: readonly FileEntry[]): ReadonlyMap<string, readonly FileEntry[]> {
  const places = new Map<string, FileEntry[]>(kept.map((entry) => [entry.path, [entry]]));
  for (const entry of kept)
    for (let above = parentOf(entry.path); above !== ""; above = parentOf(above))
      places.get(above)?.push(entry);
  return places;
}

function whereItLeads({ link }: FileEntry): string {
  const places = {
    file: "nowhere",
    directory: "nowhere",
    nowhere: "nowhere",
    outside: "out of the skill",
    other: "to a FIFO, a socket or a device",
  } as const;
  return places[link?.leads ?? "nowhere"];
}

function whyNot(
  { path }: FileEntry,
  target: string,
  places: ReadonlyMap<string, readonly FileEntry[]>,
): string | undefined {
  if (target === "" || path.startsWith(`${target}/`)) return "to a directory that it stands in itself";
  const there = places.get(target);
  if (!there) return `to ${quote(target)}, which stays out`;
  const nested = there.find(({ kind }) => kind !== "file" && kind !== "directory");
  return nested && `to a directory with ${quote(nested.path)} in it, which is no regular file`;
}
