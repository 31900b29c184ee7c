import { grouped } from "../../core/sentence.ts";
import type { Paint } from "../../model/paint.ts";
import { clean } from "../drawing/width.ts";

/** How the pages of commands are drawn, except reports of findings. */
export interface PageStyle {
  readonly paint: Paint;
  /** Number of columns at which lines are wrapped. */
  readonly width: number;
  /** Show long lists completely. */
  readonly all: boolean;
  /** The command that starts the program, such as "skills". */
  readonly command: string;
}

/** A page that has a line for each client, and details if they are asked for. */
export interface ClientPageStyle extends PageStyle {
  readonly verbose: boolean;
}

/** The first lines, and the number of the others. If only one line is over the limit, it is shown. */
export function atMost(
  lines: readonly string[],
  limit: number,
  indent: string,
  { all, paint }: PageStyle,
): readonly string[] {
  if (all || lines.length <= limit + 1) return lines;
  return [
    ...lines.slice(0, limit),
    `${indent}${paint.dim(`and ${grouped(lines.length - limit)} more (--all shows them)`)}`,
  ];
}

/** An untrusted name, truncated for a line of a report. */
export function shownName(text: string): string {
  return clean(text, 160);
}
