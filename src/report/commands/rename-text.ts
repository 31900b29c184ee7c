import { groupBy } from "../../core/group-by.ts";
import type { NamedPlace, SkillRename } from "../../model/reports/rename.ts";
import { count, grouped } from "../../core/sentence.ts";
import type { Unread } from "../../model/source.ts";
import type { Paint } from "../../model/paint.ts";
import { clean, cleanPath, cutTo } from "../drawing/width.ts";

export interface RenameStyle {
  readonly paint: Paint;
  /** Number of columns at which lines are cut off. */
  readonly width: number;
}

/** Maximum number of positions shown per file and in total. */
const shown = { changed: 8, left: 20 };

/** Text output: renamed references by file, and the next steps. */
export function renameText(
  { from, to, files, changed, links }: SkillRename,
  { paint, width }: RenameStyle,
): string {
  const lines = Array.from(groupBy(changed, ({ file }) => file).values()).flatMap((places) => {
    const rows = places
      .slice(0, shown.changed)
      .map(({ file, line, column, before, after }) =>
        cutTo(`  ${cleanPath(file)}:${line}:${column}  ${clean(before, 200)} -> ${clean(after, 200)}`, width),
      );
    return places.length > rows.length
      ? [...rows, `  and ${grouped(places.length - rows.length)} more in ${cleanPath(places[0]!.file)}`]
      : rows;
  });
  const linkLines = links.map((link) => cutTo(`  ${cleanPath(link.to)} -> ${clean(link.after)}`, width));
  return [
    `renamed ${cleanPath(from)} to ${paint.bold(cleanPath(to))}, ${count(files, "file")}`,
    ...lines,
    ...linkLines,
  ]
    .map((line) => `${line}\n`)
    .join("");
}

/**
 * Other occurrences of the old name, which the author must check, and files that could not be searched. `done` is
 * false in a dry run.
 */
export function mentionsText(
  { from, left, more }: Pick<SkillRename, "from" | "left" | "more">,
  unread: readonly Unread[],
  done: boolean,
  { width }: RenameStyle,
): string {
  const old = from.slice(from.lastIndexOf("/") + 1);
  const rest = left.length + more - shown.left;
  const rows = left
    .slice(0, shown.left)
    .map((place) => cutTo(`  ${placeOf(place)}  ${clean(place.text)}`, width));
  const head =
    left.length === 0
      ? []
      : [
          `${clean(old)} also appears in ${count(left.length + more, "other location")}, which may refer to the skill:`,
          ...rows,
          ...(rest > 0 ? [`  and ${grouped(rest)} more (use --format json to list them all)`] : []),
        ];
  const mentioned = left.filter(({ mention }) => mention).length;
  const proposal =
    mentioned === 0
      ? []
      : [
          done
            ? `--mentions would also have changed ${grouped(mentioned)} of these; to use it, rename the skill back first`
            : `--mentions also changes ${grouped(mentioned)} of these`,
        ];
  const passed =
    unread.length === 0
      ? []
      : [
          `${count(unread.length, "path")} could not be searched (use --format json to list ${unread.length === 1 ? "it" : "them"})`,
        ];
  return [...head, ...proposal, ...passed].map((line) => `${line}\n`).join("");
}

function placeOf({ file, line, column }: NamedPlace): string {
  return `${cleanPath(file)}:${line}:${column}`;
}
