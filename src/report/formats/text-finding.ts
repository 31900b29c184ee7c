import type { FilePosition, Place } from "../../core/place.ts";
import { seriesAtMost } from "../../core/sentence.ts";
import { widthOf } from "../../core/text-width.ts";
import type { Paint } from "../../model/paint.ts";
import type { Diagnostic, Excerpt, Subject } from "../../model/report.ts";
import { type Fix, isAutomatic, type Severity } from "../../model/rule.ts";
import { clientIds, isClient, isSystem, titleOf } from "../../model/target.ts";
import { wrap, wrapHanging } from "../drawing/text-wrap.ts";
import { clean, cleanPath } from "../drawing/width.ts";
import { joinPath } from "./locate.ts";
import { refusalsAtMost } from "./refusers.ts";
import { asTyped } from "../drawing/as-typed.ts";

export interface TextStyle {
  readonly paint: Paint;
  /**
   * Number of columns at which lines are wrapped; Infinity if the output is not a terminal, so that lines can be
   * searched.
   */
  readonly width: number;
  /** Whether all findings are shown instead of only counted. */
  readonly all?: boolean;
  /** The command whose --fix applies the fixes; absent if none does, as for an archive. */
  readonly fixedBy?: "this command" | "skills lint";
}

/** On a wider terminal, lines would be too long to read. */
const widest = 120;

/** The columns to use on a terminal; Infinity if `width` is undefined, as the output is not a terminal. */
export function columnsOf(width: number | undefined): number {
  return width === undefined ? Infinity : Math.min(width, widest);
}

/** Maximum length of a source line if the output is not a terminal. */
const plainWidth = 120;

/** The column at which rule ids end. */
const ruleColumn = 100;

/** Maximum number of targets listed for a finding, of each kind. */
const shownRefusers = 4;

const margin = "  ";

export const severityWords = { error: "error", warning: "warning", info: "note" } as const satisfies Record<
  Severity,
  string
>;

/**
 * Renders a finding: its location and rule; the message with the source line; what to do; and who refuses the skill
 * because of it.
 */
export function drawFinding(diagnostic: Diagnostic, subject: Subject, style: TextStyle): string[] {
  const { severity, message, fixes } = diagnostic;
  const { paint } = style;
  const { problem, advice } = splitAdvice(asTyped(clean(message), paint.command));
  const tint = (text: string): string => paint.bold(paint.severity[severity](text));
  return [
    ...drawHead(diagnostic, subject, style),
    ...drawLabeled(`${severityWords[severity]}:`, problem, { label: tint, text: paint.bold }, style),
    ...drawSource(diagnostic, style),
    ...describeFixes(advice, fixes, style.fixedBy).flatMap((fix) =>
      drawLabeled(
        "fix:",
        asTyped(fix, paint.command),
        { label: (label) => paint.bold(paint.good(label)), text: paint.good },
        style,
      ),
    ),
    ...drawRefusers(diagnostic, subject, style),
    ...drawRelated(diagnostic, subject, style),
  ];
}

interface Located {
  readonly file: string;
  readonly start?: FilePosition;
}

/** The position as "line:column"; empty if the finding is about the whole file. */
export function placeOf({ start }: Pick<Located, "start">): string {
  return start ? `${start.line}:${start.column}` : "";
}

/** The location as "path:line:column", for the start of a line. */
export function locationOf({ file, start }: Located, { path }: Pick<Subject, "path">): string {
  const joined = joinPath(path, file);
  return `${joined === "-" ? "standard input" : cleanPath(joined)}${start ? `:${placeOf({ start })}` : ""}`;
}

/** The location, and the rule aligned right; on a line of its own where both do not fit. */
function drawHead(diagnostic: Diagnostic, subject: Subject, { paint, width }: TextStyle): string[] {
  const location = locationOf(diagnostic, subject);
  const rule = `[${diagnostic.ruleId}]`;
  const room = Math.min(width, ruleColumn) - widthOf(location) - rule.length;
  const linked = linkTo(location, diagnostic, subject, paint);
  const end = paint.dim(paint.link(rule, { rule: diagnostic.ruleId }));
  if (!Number.isFinite(width)) return [`${linked}  ${end}`];
  return room < 2 ? [linked, `${margin}${end}`] : [`${linked}${" ".repeat(room)}${end}`];
}

/** A link to the file; of a file in an archive, to the archive. Standard input has none. */
function linkTo(text: string, { file, start }: Diagnostic, { kind, path }: Subject, paint: Paint): string {
  if (path === "-") return text;
  if (kind === "archive") return paint.link(text, { file: path });
  return paint.link(text, { file: joinPath(path, file), ...(start && { line: start.line }) });
}

/** Wrapped text after a label, under itself. */
function drawLabeled(
  label: string,
  text: string,
  tints: { readonly label: (text: string) => string; readonly text: (text: string) => string },
  { width }: TextStyle,
): string[] {
  const indent = margin.length + label.length + 1;
  return wrap(text, width - indent).map(
    (line, at) => `${at === 0 ? `${margin}${tints.label(label)} ` : " ".repeat(indent)}${tints.text(line)}`,
  );
}

function drawSource(diagnostic: Diagnostic, { paint, width }: TextStyle): string[] {
  const { excerpt, start, severity } = diagnostic;
  // An empty source line is not shown.
  if (!excerpt || excerpt.line.trim() === "") return [];
  const number = String(start?.line ?? "");
  const columns = (Number.isFinite(width) ? width : plainWidth) - margin.length - number.length - 3;
  const { source, carets } = drawExcerpt(diagnostic, excerpt, columns);
  const before = carets.length - carets.trimStart().length;
  return [
    `${margin}${paint.dim(`${number} │`)} ${source}`.trimEnd(),
    `${margin}${paint.dim(`${" ".repeat(number.length)} │`)} ${carets.slice(0, before)}${paint.severity[severity](carets.slice(before))}`,
  ];
}

/** The message's advice with the option that follows it; without advice, one text for each fix. */
function describeFixes(
  advice: string | undefined,
  fixes: readonly Fix[],
  fixedBy: TextStyle["fixedBy"],
): string[] {
  const options = fixes.map((fix) => optionOf(fix, fixedBy));
  if (advice !== undefined) {
    const best = ["--fix", "--unsafe-fixes"].flatMap(
      (end) => options.find((option) => option.endsWith(end)) ?? [],
    )[0];
    return [best === undefined ? advice : `${advice} (${best})`];
  }
  return fixes.map(({ title }, at) => {
    const text = `${title.charAt(0).toLowerCase()}${clean(title.slice(1))}`;
    return options[at] === "" ? text : `${text} (${options[at]})`;
  });
}

/** The option that applies a fix; empty if none does. */
function optionOf(fix: Fix, fixedBy: TextStyle["fixedBy"]): string {
  if (fixedBy === undefined || !isAutomatic(fix)) return "";
  return `${fixedBy === "this command" ? "" : `${fixedBy} `}${fix.safe ? "--fix" : "--unsafe-fixes"}`;
}

/** Who refuses the skill because of the finding; if these are clients, also the clients that load it. */
function drawRefusers(
  { refusedBy, severity }: Diagnostic,
  { loads = {} }: Subject,
  { paint, width }: TextStyle,
): string[] {
  if (refusedBy.length === 0) return [];
  const drops = refusedBy.some((id) => isClient(id) && !isSystem(id));
  const loading = drops
    ? clientIds.filter((id) => loads[id] === "as-written" || loads[id] === "differs").map(titleOf)
    : [];
  // Word by word, so that a line break does not split a color.
  const tint = (words: string, color: Paint["good"]): string => words.split(" ").map(color).join(" ");
  const text = [
    ...refusalsAtMost(refusedBy, shownRefusers).map(
      ({ verb, names }) => `${tint(verb, paint.severity[severity])} ${names}`,
    ),
    ...(loading.length > 0
      ? [`${tint("loaded by", paint.good)} ${seriesAtMost(loading, shownRefusers)}`]
      : []),
  ].join("; ");
  return wrapHanging(text, width - margin.length, margin.length).map((line) => margin + line);
}

function drawRelated({ related, file }: Diagnostic, subject: Subject, { paint, width }: TextStyle): string[] {
  return related.flatMap((place) => {
    // The finding's own file, without a position or text, adds nothing.
    if (!place.range && !place.message && place.skill === undefined && place.file === file) return [];
    const where = relatedPlace(place, file, subject);
    const text = `see ${where}${place.message ? ` (${clean(place.message)})` : ""}`;
    return wrapHanging(text, width - margin.length, margin.length).map((line) => margin + paint.dim(line));
  });
}

/** In the finding's own file, the line alone: its path is above. */
function relatedPlace({ file: named, range, skill }: Place, file: string, subject: Subject): string {
  if (range && skill === undefined && named === file) return `line ${range.start.line}`;
  return locationOf(
    { file: named, ...(range && { start: range.start }) },
    skill === undefined ? subject : { ...subject, path: skill },
  );
}

/** A character as a terminal displays it. */
interface Cell {
  readonly text: string;
  /** The number of columns before it, and its own width. */
  readonly column: number;
  readonly width: number;
  readonly marked: boolean;
}

const tabStop = 4;

/** Minimum number of columns for an excerpt; on a narrower terminal, the line is wrapped. */
const narrowest = 20;

/** Maximum length of a marker; for a longer range, only the start is marked. */
const mostCarets = 40;

/**
 * The source line, or the part of a long line around the position that fits into `columns`, with carets under the
 * marked characters.
 */
export function drawExcerpt(
  diagnostic: Diagnostic,
  { line, skipped }: Excerpt,
  columns: number,
): { readonly source: string; readonly carets: string } {
  const { start, end } = diagnostic;
  const from = (start?.column ?? 1) - 1 - skipped;
  const to = start && end?.line === start.line ? end.column - 1 - skipped : line.length;
  const cells = toCells(line, from, to);
  const last = cells.at(-1);
  const total = last ? last.column + last.width : 0;
  const first = cells.find(({ marked }) => marked)?.column ?? total;
  const mark = { first, end: markedEnd(cells, first) };
  const window = windowAround(mark, { total, skipped: skipped > 0 }, Math.max(columns, narrowest));
  return draw(cells, first, window);
}

/**
 * The displayed characters; a tab becomes spaces up to the next tab stop. For an empty range, the following character
 * is marked.
 */
function toCells(line: string, from: number, to: number): Cell[] {
  const cells: Cell[] = [];
  const end = Math.max(to, from + 1);
  let offset = 0;
  let column = 0;
  for (const character of line) {
    const text =
      character === "\t" ? " ".repeat(tabStop - (column % tabStop)) : showAt(line, offset, character);
    const width = widthOf(text);
    cells.push({ text, column, width, marked: offset + character.length > from && offset < end });
    offset += character.length;
    column += width;
  }
  return cells;
}

/**
 * Escapes a character. The second "#" of a runner's command must be escaped too, so the preceding character matters.
 */
function showAt(line: string, offset: number, character: string): string {
  if (character !== "#" || line[offset - 1] !== "#") return clean(character);
  return clean(line.slice(offset - 1, offset + 4)).startsWith("#\\") ? "\\x23" : "#";
}

function markedEnd(cells: readonly Cell[], first: number): number {
  const last = cells.findLast(({ marked }) => marked);
  return last ? last.column + last.width : first + 1;
}

interface Window {
  readonly from: number;
  readonly to: number;
  /** Whether "…" is shown before it, and after it. */
  readonly cutBefore: boolean;
  readonly cutAfter: boolean;
}

/** The columns that are marked. */
interface Mark {
  readonly first: number;
  readonly end: number;
}

interface Line {
  /** Width of the line in columns. */
  readonly total: number;
  /** Whether the beginning of the line was left out. */
  readonly skipped: boolean;
}

/**
 * The part of the line to show: from its start if the mark fits, otherwise from a third of the width before the mark.
 */
function windowAround({ first, end }: Mark, { total, skipped }: Line, room: number): Window {
  if (!skipped && total <= room) return { from: 0, to: total, cutBefore: false, cutAfter: false };
  const fromStart = !skipped && end < room;
  const from = fromStart ? 0 : Math.max(0, Math.min(first - Math.floor(room / 3), total - room + 1));
  const cutBefore = skipped || from > 0;
  const to = from + room - (cutBefore ? 1 : 0);
  return to >= total
    ? { from, to: total, cutBefore, cutAfter: false }
    : { from, to: to - 1, cutBefore, cutAfter: true };
}

function draw(
  cells: readonly Cell[],
  first: number,
  { from, to, cutBefore, cutAfter }: Window,
): { source: string; carets: string } {
  const inside = cells.filter(({ column, width }) => column >= from && column + width <= to);
  const lead = cutBefore ? 1 : 0;
  const offset = inside[0]?.column ?? from;
  const source = `${cutBefore ? "…" : ""}${inside.map(({ text }) => text).join("")}${cutAfter ? "…" : ""}`;
  const marked = inside.filter((cell) => cell.marked);
  const length = marked.reduce((sum, { width }) => sum + width, 0);
  const start = marked[0]?.column ?? first;
  return {
    source,
    carets: `${" ".repeat(lead + start - offset)}${length > mostCarets ? `${"^".repeat(mostCarets - 1)}…` : "^".repeat(Math.max(1, length))}`,
  };
}

/**
 * The verbs that start the second half of a message, which says what to do. A closed list, as other second halves add
 * to the problem, such as "section "Setup" has about 2,000".
 */
const verbs = new Set(
  "add copy correct delete describe finish give indent keep leave let link list move name pin put quote read recommend refer remove rename replace resolve reword run save say set shorten ship split start state store suppress unpack use write".split(
    " ",
  ),
);

interface Advised {
  readonly problem: string;
  /** What to do about it; absent if the message does not say. */
  readonly advice?: string;
}

/** Splits a message of the form `<problem>; <fix>`; a semicolon in quotes is the user's. */
export function splitAdvice(message: string): Advised {
  let quote = "";
  for (let at = 0; at < message.length; at++) {
    const character = message[at]!;
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "`") quote = character;
    else if (message.startsWith("; ", at) && startsWithVerb(message, at + 2))
      return { problem: message.slice(0, at), advice: message.slice(at + 2) };
  }
  return { problem: message };
}

function startsWithVerb(message: string, at: number): boolean {
  const end = message.indexOf(" ", at);
  return end !== -1 && verbs.has(message.slice(at, end));
}
