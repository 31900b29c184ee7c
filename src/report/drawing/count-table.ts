import { widthOf } from "../../core/text-width.ts";
import type { Paint } from "../../model/paint.ts";
import { wrap } from "./text-wrap.ts";
import { padTo } from "./width.ts";

interface CountColumn {
  readonly title: string;
  /** The color of a number other than 0. */
  readonly tint: (text: string) => string;
}

export interface CountRow {
  /** The skill or file. */
  readonly name: string;
  /** One number for each column. */
  readonly counts: readonly number[];
  readonly verdict: string;
}

/** The narrowest column for the verdict; on a narrower terminal, rows overflow. */
const narrowest = 20;

/** One row for each skill; columns that contain only 0 are left out. */
export function countTable(
  columns: readonly CountColumn[],
  rows: readonly CountRow[],
  { paint, width }: { readonly paint: Paint; readonly width: number },
): readonly string[] {
  if (rows.length === 0) return [];
  const shown = columns.flatMap((column, at) =>
    rows.some(({ counts }) => counts[at]! > 0) ? [{ ...column, at }] : [],
  );
  const first = Math.max("skill".length, ...rows.map(({ name }) => widthOf(name)));
  const indent = first + shown.reduce((sum, { title }) => sum + title.length + 2, 0) + 2;
  const room = Math.max(narrowest, width - indent);
  const head = [padTo("skill", first), ...shown.map(({ title }) => title)].join("  ");
  return [
    paint.dim(head),
    ...rows.flatMap(({ name, counts, verdict }) => {
      const cells = shown.map(({ title, tint, at }) => {
        const text = String(counts[at]).padStart(title.length);
        return counts[at] === 0 ? paint.dim(text) : tint(text);
      });
      return wrap(verdict, room).map((line, at) =>
        at === 0 ? [paint.bold(padTo(name, first)), ...cells, line].join("  ") : " ".repeat(indent) + line,
      );
    }),
  ];
}
