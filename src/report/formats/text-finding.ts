import type { FilePosition, Place } from "../../core/place.ts";
import { grouped, seriesAtMost } from "../../core/sentence.ts";
import { widthOf } from "../../core/text-width.ts";
import type { Paint } from "../../model/paint.ts";
import type { Diagnostic, Excerpt, Subject } from "../../model/report.ts";
import { type Fix, isAutomatic, type Severity } from "../../model/rule.ts";
import { clientIds, isClient, isSystem, titleOf } from "../../model/target.ts";
import { paintedWidth, wrap, wrapHanging } from "../drawing/text-wrap.ts";
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

/** Maximum number of targets listed for a finding, of each kind. */
const shownRefusers = 4;

const margin = "  ";

/** Maximum number of related locations to list. */
const shownRelated = 3;

export const severityWords = { error: "error", warning: "warning", info: "note" } as const satisfies Record<
  Severity,
  string
>;

/** As `severityWords`, for a column that is five wide. */
const shortWords = { error: "error", warning: "warn ", info: "note " } as const satisfies Record<
  Severity,
  string
>;

/** How much of a finding is drawn. */
interface FindingParts {
  /** Width of the column with the position; 0 if no finding has one. */
  readonly column: number;
  /** Whether the source line, all programs that refuse the skill and the related locations are shown. */
  readonly full: boolean;
  /** Where the same was found; empty if nowhere. */
  readonly also: string;
}

/** Renders a finding of a file whose path is above it: one line, wrapped under its message; if asked, with details. */
export function drawFinding(
  diagnostic: Diagnostic,
  subject: Subject,
  style: TextStyle,
  parts: FindingParts,
): string[] {
  const row = drawRow(diagnostic, subject, style, parts);
  if (!parts.full) return row;
  const indent = " ".repeat(margin.length + (parts.column > 0 ? parts.column + 2 : 2));
  const inner = { ...style, width: style.width - indent.length };
  const refusers = describeRefusers(diagnostic, subject, style.paint);
  return [
    ...row,
    ...[
      ...drawSource(diagnostic, inner),
      ...(refusers === "" ? [] : wrapHanging(refusers, inner.width, margin.length)),
      ...drawRelated(diagnostic, subject, inner),
    ].map((line) => indent + line),
  ];
}

/** "3:41  error  message; fix", and the rule at the right end. */
function drawRow(
  diagnostic: Diagnostic,
  subject: Subject,
  style: TextStyle,
  { column, full, also }: FindingParts,
): string[] {
  const { severity, ruleId } = diagnostic;
  const { paint, width } = style;
  const place = placeOf(diagnostic);
  const gap = column > 0 ? `${" ".repeat(Math.max(0, column - place.length))}  ` : "";
  const lead = `${margin}${linkTo(place, diagnostic, subject, paint)}${gap}${paint.severity[severity](shortWords[severity])}  `;
  const indent = margin.length + gap.length + place.length + shortWords.error.length + 2;
  const details = full ? "" : describeRefusers(diagnostic, { loads: {} }, paint);
  const notes = [...(full ? [] : describeRelated(diagnostic, subject)), ...(also === "" ? [] : [also])];
  const text = [
    describeMessage(diagnostic, paint, subject.kind === "archive" ? undefined : style.fixedBy),
    ...(details === "" ? [] : [`(${details})`]),
    ...(notes.length === 0 ? [] : [paint.dim(`(${notes.join("; ")})`)]),
  ].join(" ");
  const lines = wrap(text, width - indent);
  const rule = paint.dim(paint.link(ruleId, { rule: ruleId }));
  const last = lines.at(-1)!;
  const room = width - indent - paintedWidth(last) - ruleId.length;
  const ended = !Number.isFinite(width)
    ? [...lines.slice(0, -1), `${last}  ${rule}`]
    : room >= 2
      ? [...lines.slice(0, -1), `${last}${" ".repeat(room)}${rule}`]
      : [...lines, `${" ".repeat(Math.max(0, width - indent - ruleId.length))}${rule}`];
  return ended.map((line, at) => (at === 0 ? lead : " ".repeat(indent)) + line);
}

/** The message with what to do; of an error, the problem is bold and the fix colored. */
export function describeMessage(
  { severity, message, fixes }: Diagnostic,
  paint: Paint,
  fixedBy: TextStyle["fixedBy"],
): string {
  const { problem, advice } = splitAdvice(clean(message));
  const typed = (text: string): string => asTyped(text, paint.command);
  const fix = describeFixes(advice, fixes, fixedBy).map(typed).join(" or ");
  if (severity !== "error") return [typed(problem), fix].filter((part) => part !== "").join("; ");
  const bold = paint.bold(typed(problem));
  return fix === "" ? bold : `${bold}; ${paint.good(fix)}`;
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

/** A link to the file; of a file in an archive, to the archive. Standard input has none. */
export function linkTo(
  text: string,
  { file, start }: Located,
  { kind, path }: Pick<Subject, "kind" | "path">,
  paint: Paint,
): string {
  if (path === "-" || text === "") return text;
  if (kind === "archive") return paint.link(text, { file: path });
  return paint.link(text, { file: joinPath(path, file), ...(start && { line: start.line }) });
}

function drawSource(diagnostic: Diagnostic, { paint, width }: TextStyle): string[] {
  const { excerpt, start, severity } = diagnostic;
  // An empty source line and a fence show nothing.
  if (!excerpt || /^(?:---)?\s*$/.test(excerpt.line)) return [];
  const number = String(start?.line ?? "");
  const columns = (Number.isFinite(width) ? width : plainWidth) - number.length - 3;
  const { source, carets } = drawExcerpt(diagnostic, excerpt, columns);
  const before = carets.length - carets.trimStart().length;
  return [
    `${paint.dim(`${number} │`)} ${source}`.trimEnd(),
    `${paint.dim(`${" ".repeat(number.length)} │`)} ${carets.slice(0, before)}${paint.severity[severity](carets.slice(before))}`,
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
function describeRefusers(
  diagnostic: Diagnostic,
  { loads = {} }: Pick<Subject, "loads">,
  paint: Paint,
): string {
  const { refusedBy, severity } = diagnostic;
  if (refusedBy.length === 0) return "";
  const drops = refusedBy.some((id) => isClient(id) && !isSystem(id));
  const loading = drops
    ? clientIds.filter((id) => loads[id] === "as-written" || loads[id] === "differs").map(titleOf)
    : [];
  // Word by word, so that a line break does not split a color.
  const tint = (words: string, color: Paint["good"]): string => words.split(" ").map(color).join(" ");
  return [
    ...refusalsAtMost(diagnostic, shownRefusers).map(
      ({ verb, names }) => `${tint(verb, paint.severity[severity])} ${names}`,
    ),
    ...(loading.length > 0
      ? [`${tint("loaded by", paint.good)} ${seriesAtMost(loading, shownRefusers)}`]
      : []),
  ].join("; ");
}

function drawRelated(diagnostic: Diagnostic, subject: Subject, { paint, width, all }: TextStyle): string[] {
  const places = relatedPlaces(diagnostic, subject);
  const most = all || places.length === shownRelated + 1 ? places.length : shownRelated;
  const more = places.length - most;
  return [
    ...places
      .slice(0, most)
      .map(({ where, message }) => `see ${where}${message ? ` (${clean(message)})` : ""}`),
    ...(more > 0 ? [`and ${grouped(more)} more (--all shows them)`] : []),
  ].flatMap((text) => wrapHanging(text, width, margin.length).map(paint.dim));
}

/** "see line 218, line 875 and 1 more"; none if the finding refers to nothing. */
function describeRelated(diagnostic: Diagnostic, subject: Subject): readonly string[] {
  const places = relatedPlaces(diagnostic, subject).map(({ where }) => where);
  return places.length === 0 ? [] : [`see ${seriesAtMost(places, shownRelated)}`];
}

/** Where else to look, and why. */
export function relatedPlaces(
  { related, file, message: text }: Diagnostic,
  subject: Subject,
): readonly { readonly where: string; readonly message?: string }[] {
  return related
    .filter(
      // A file that the message names, without a position or text, adds nothing.
      ({ file: named, range, message, skill }) =>
        range || message || (named !== file && !text.includes(`"${named}"`)) || skill !== undefined,
    )
    .map((place) => ({
      where: relatedPlace(place, file, subject),
      ...(place.message && { message: place.message }),
    }));
}

/** In the finding's own file, the line alone; in its skill, the path from the skill's root. */
function relatedPlace({ file: named, range, skill }: Place, file: string, { path }: Subject): string {
  if (range && skill === undefined && named === file) return `line ${range.start.line}`;
  const inSkill = skill === undefined && named !== "";
  return locationOf(
    { file: named, ...(range && { start: range.start }) },
    { path: skill ?? (inSkill ? "." : path) },
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
  "add check choose close copy correct delete describe fence finish give indent keep leave let link list merge move name pin put quote read recommend refer remove rename replace resolve reword run save say set ship shorten split start state store suppress unpack use verify write".split(
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
