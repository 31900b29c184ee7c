import type { Diagnostic } from "../../src/model/report.ts";
import { element, make } from "./element.ts";

interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** Longer texts are not marked: drawing them twice would make typing slow. */
const longestMarked = 200_000;

const ranks = { error: 0, warning: 1, info: 2 };

/**
 * Draws the text again behind the field, with marks where findings are. Positions are by line and column, as a field has
 * only "\n" for any end of a line.
 */
export function drawEditor(text: string, findings: readonly Diagnostic[]): void {
  const marks = element("marks", HTMLElement);
  const isLong = text.length > longestMarked;
  marks.parentElement!.classList.toggle("long", isLong);
  if (isLong) return marks.replaceChildren();
  const starts = startsOf(text);
  const ranges = findings
    .flatMap(({ start, end, severity }) =>
      start && end
        ? [{ from: offsetOf(starts, start, text), to: offsetOf(starts, end, text), severity }]
        : [],
    )
    .sort((a, b) => a.from - b.from || ranks[a.severity] - ranks[b.severity]);
  const pieces: (Node | string)[] = [];
  let done = 0;
  for (const { from, to, severity } of ranges) {
    if (from < done || to <= from) continue;
    pieces.push(text.slice(done, from), make("mark", severity, text.slice(from, to)));
    done = to;
  }
  marks.replaceChildren(...pieces, `${text.slice(done)}\n`);
}

/** Selects a range of the field and shows it. */
export function select(field: HTMLTextAreaElement, start: LineColumn, end: LineColumn): void {
  const starts = startsOf(field.value);
  field.focus();
  field.setSelectionRange(offsetOf(starts, start, field.value), offsetOf(starts, end, field.value));
  element("marks", HTMLElement).querySelectorAll("mark")[0]?.scrollIntoView({ block: "nearest" });
}

/** The offsets of all lines. */
function startsOf(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function offsetOf(starts: readonly number[], { line, column }: LineColumn, text: string): number {
  const start = starts[line - 1];
  return start === undefined
    ? text.length
    : Math.min(start + column - 1, (starts[line] ?? text.length + 1) - 1);
}
