import type { Diagnostic, Excerpt } from "../../model/report.ts";
import type { Fix, Severity } from "../../model/rule.ts";
import type { Paint } from "../drawing/paint.ts";
import { tellRefusers } from "./refusers.ts";
import { drawExcerpt } from "./text-excerpt.ts";
import { wrap } from "../drawing/text-wrap.ts";
import { clean, cleanPath } from "../drawing/width.ts";

export interface TextStyle {
  readonly paint: Paint;
  /** Columns to wrap at; Infinity where the output is no terminal, so that a line can be searched for. */
  readonly width: number;
  /** Which findings get their source line. */
  readonly detailed: (diagnostic: Diagnostic) => boolean;
  /** No finding is only counted. */
  readonly all?: boolean;
}

/** Of a source line where the output is no terminal. */
const plainWidth = 120;

const words = { error: "error", warning: "warning", info: "note" } as const satisfies Record<
  Severity,
  string
>;

/** Of the longest of them. */
const wordWidth = 7;

/** One finding in lines; `placeWidth` is that of the longest "line:column" of its skill. */
export function drawFinding(diagnostic: Diagnostic, placeWidth: number, style: TextStyle): string[] {
  const { paint, width, detailed } = style;
  const { ruleId, severity, message, refusedBy } = diagnostic;
  const lead = `  ${placeOf(diagnostic).padStart(placeWidth)}${placeWidth > 0 ? "  " : ""}`;
  const indent = " ".repeat(lead.length + wordWidth + 2);
  const isDetailed = detailed(diagnostic);
  const refusals = isDetailed || refusedBy.length === 0 ? "" : ` (${tellRefusers(refusedBy)})`;
  const [first = "", ...rest] = wrap(`${clean(message)}${refusals} [${ruleId}]`, width - indent.length);
  const head = [
    `${lead}${paint.severity[severity](words[severity].padEnd(wordWidth))}  ${first}`,
    ...rest.map((line) => indent + line),
  ];
  const dimmed = head.with(-1, dimEnd(head.at(-1)!, `[${ruleId}]`, paint));
  return isDetailed ? [...dimmed, ...drawDetails(diagnostic, " ".repeat(lead.length), style)] : dimmed;
}

/** "line:column", or nothing where the whole file is meant. */
export function placeOf({ start }: Diagnostic): string {
  return start ? `${start.line}:${start.column}` : "";
}

function dimEnd(line: string, end: string, { dim }: Paint): string {
  return line.slice(0, -end.length) + dim(end);
}

function drawDetails(diagnostic: Diagnostic, indent: string, { paint, width }: TextStyle): string[] {
  const { excerpt } = diagnostic;
  // Of a blank line there is nothing to be seen.
  const source =
    excerpt && excerpt.line.trim() !== ""
      ? drawSource(diagnostic, excerpt, indent, Number.isFinite(width) ? width : plainWidth, paint)
      : [];
  const notes = notesOn(diagnostic).flatMap((note) => wrap(note, width - indent.length));
  return [...source, ...notes.map((note) => indent + paint.dim(note))];
}

function drawSource(
  diagnostic: Diagnostic,
  excerpt: Excerpt,
  indent: string,
  width: number,
  paint: Paint,
): string[] {
  const number = String(diagnostic.start?.line ?? "");
  const columns = width - indent.length - number.length - 3;
  const { source, carets } = drawExcerpt(diagnostic, excerpt, columns);
  const before = carets.length - carets.trimStart().length;
  const tint = paint.severity[diagnostic.severity];
  return [
    `${indent}${paint.dim(`${number} |`)} ${source}`.trimEnd(),
    `${indent}${paint.dim(`${" ".repeat(number.length)} |`)} ${carets.slice(0, before)}${tint(carets.slice(before))}`,
  ];
}

/** Who refuses the skill for it, what else to look at, and what would cure it. */
function notesOn({ refusedBy, related, fixes }: Diagnostic): string[] {
  const refusals = refusedBy.length > 0 ? [tellRefusers(refusedBy)] : [];
  const cures = fixes.map(describeFix);
  const also = related.map(
    ({ skill, file, range, message }) =>
      `see ${skill === undefined ? "" : `${cleanPath(skill)}/`}${clean(file)}${range ? `:${range.start.line}:${range.start.column}` : ""}${message ? ` (${clean(message)})` : ""}`,
  );
  return [[...refusals, ...cures].join("; "), ...also].filter((note) => note !== "");
}

function describeFix({ title, safe }: Fix): string {
  return `${safe ? "fix" : "possible fix"}: ${title.charAt(0).toLowerCase()}${clean(title.slice(1))}`;
}
