import { onceForRecent } from "../../../core/once.ts";
import { readWithin, type ValueReader } from "../value-reader.ts";

/**
 * VS Code's YAML reader until early 2026: line by line, without block scalars, values of several lines or escapes. It
 * accepts every text. Of duplicate keys the first one counts, as for the program that looks them up.
 */
export const readOldVscodeYaml: ValueReader = onceForRecent((text) => readWithin(text, parseText));

type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };

interface Cursor {
  readonly lines: readonly string[];
  line: number;
  column: number;
  /** How many brackets are open. */
  depth: number;
}

function parseText(text: string): Value | undefined {
  const cursor: Cursor = { lines: text === "" ? [] : text.split(/\r?\n/), line: 0, column: 0, depth: 0 };
  skipToText(cursor);
  if (atEnd(cursor)) return undefined;
  const rest = restOf(cursor);
  if (/^-(?:[ \t#]|$)/.test(rest)) return parseBlockList(cursor, 0);
  return hasKey(rest) ? parseBlockMap(cursor, 0) : parseValue(cursor);
}

/** Whether there is a colon before a comment, outside of quotes. */
function hasKey(rest: string): boolean {
  if (/^[-[{]/.test(rest)) return false;
  let quote = "";
  for (const character of rest) {
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === ":") return true;
    else if (character === "#") return false;
  }
  return false;
}

function atEnd({ lines, line }: Cursor): boolean {
  return line >= lines.length;
}

function restOf({ lines, line, column }: Cursor): string {
  return (lines[line] ?? "").slice(column);
}

/** The next character of the line; "" at its end. */
function peek({ lines, line, column }: Cursor): string {
  return lines[line]?.[column] ?? "";
}

function take(cursor: Cursor, character: string): boolean {
  const found = peek(cursor) === character;
  if (found) cursor.column++;
  return found;
}

/** The characters up to one that ends them, or to the end of the line. */
function takeUntil(cursor: Cursor, ends: string): string {
  const start = cursor.column;
  while (peek(cursor) !== "" && !ends.includes(peek(cursor))) cursor.column++;
  return (cursor.lines[cursor.line] ?? "").slice(start, cursor.column);
}

function skipSpaces(cursor: Cursor): void {
  while (peek(cursor) === " " || peek(cursor) === "\t") cursor.column++;
}

function nextLine(cursor: Cursor): void {
  cursor.line++;
  cursor.column = 0;
}

/** To the next text that is no comment, in this line or a later one. */
function skipToText(cursor: Cursor): void {
  while (!atEnd(cursor)) {
    const rest = restOf(cursor).trim();
    if (rest !== "" && !rest.startsWith("#")) break;
    nextLine(cursor);
  }
  skipSpaces(cursor);
}

/** The width of the spaces before the text of a line; a tab counts as four. */
function indentOf({ lines, line }: Cursor): number {
  const [lead = ""] = /^[ \t]*/.exec(lines[line] ?? "") ?? [];
  return lead.replaceAll("\t", "    ").length;
}

function parseValue(cursor: Cursor): Value {
  skipSpaces(cursor);
  const character = peek(cursor);
  if (character === '"' || character === "'") return parseQuoted(cursor, character);
  if (character === "[") return parseFlowList(cursor);
  if (character === "{") return parseFlowMap(cursor);
  return plainValue(takeUntil(cursor, cursor.depth > 0 ? "#,]}" : "#").trimEnd());
}

/** Up to the next such quote, or to the end of the line. */
function parseQuoted(cursor: Cursor, quote: string): string {
  cursor.column++;
  const text = takeUntil(cursor, quote);
  take(cursor, quote);
  return text;
}

function plainValue(text: string): Value {
  if (text === "true" || text === "false") return text === "true";
  if (text === "null" || text === "~") return null;
  const isNumber = /^-?(?:\d+|\d*\.\d+)$/.test(text) && Number.isFinite(Number(text));
  return isNumber ? Number(text) : text;
}

function parseFlowList(cursor: Cursor): Value {
  const items: Value[] = [];
  cursor.column++;
  cursor.depth++;
  while (!atEnd(cursor)) {
    skipSpaces(cursor);
    if (take(cursor, "]")) break;
    if (peek(cursor) === "" || peek(cursor) === "#") {
      nextLine(cursor);
      continue;
    }
    const { line, column } = cursor;
    const isQuoted = /["']/.test(peek(cursor));
    const item = parseValue(cursor);
    if (item !== "" || isQuoted) items.push(item);
    if (cursor.line === line && cursor.column === column) {
      if (peek(cursor) === "") break;
      cursor.column++;
    }
    skipSpaces(cursor);
    take(cursor, ",");
  }
  cursor.depth--;
  return items;
}

function parseFlowMap(cursor: Cursor): Value {
  const entries: (readonly [string, Value])[] = [];
  cursor.column++;
  cursor.depth++;
  while (!atEnd(cursor)) {
    skipSpaces(cursor);
    if (take(cursor, "}")) break;
    if (peek(cursor) === "#") {
      nextLine(cursor);
      continue;
    }
    const { line, column } = cursor;
    const quote = peek(cursor);
    const key = quote === '"' || quote === "'" ? parseQuoted(cursor, quote) : takeUntil(cursor, ":");
    skipSpaces(cursor);
    take(cursor, ":");
    skipSpaces(cursor);
    entries.push([key.trim(), parseValue(cursor)]);
    if (cursor.line === line && cursor.column === column) {
      if (peek(cursor) === "") break;
      cursor.column++;
    }
    skipSpaces(cursor);
    take(cursor, ",");
  }
  cursor.depth--;
  return objectOf(entries);
}

function parseBlockList(cursor: Cursor, baseIndent: number): Value {
  const items: Value[] = [];
  for (;;) {
    skipToText(cursor);
    const indent = indentOf(cursor);
    if (atEnd(cursor) || indent < baseIndent || !take(cursor, "-")) return items;
    skipSpaces(cursor);
    if (peek(cursor) === "" || peek(cursor) === "#") {
      nextLine(cursor);
      items.push(parseItemBelow(cursor, indent));
    } else if (restOf(cursor).includes(":")) items.push(parseBlockMap(cursor, cursor.column, cursor.column));
    else {
      items.push(parseValue(cursor));
      if (!atEnd(cursor)) nextLine(cursor);
    }
  }
}

/** An item whose dash is alone in its line. */
function parseItemBelow(cursor: Cursor, indent: number): Value {
  const next = indentOf(cursor);
  if (atEnd(cursor) || next <= indent) return "";
  skipSpaces(cursor);
  if (peek(cursor) === "-") return parseBlockList(cursor, next);
  return isEntry(cursor) ? parseBlockMap(cursor, next, cursor.column) : "";
}

function isEntry(cursor: Cursor): boolean {
  const rest = restOf(cursor);
  return rest.includes(":") && !rest.trim().startsWith("#");
}

/** With a column the map starts in this line, after a dash, and its other keys are not left of it. */
function parseBlockMap(cursor: Cursor, baseIndent: number, column?: number): Value {
  const entries: (readonly [string, Value])[] = [];
  for (let first = true; ; first = false) {
    if (!first || column === undefined) skipToText(cursor);
    if (atEnd(cursor)) break;
    const indent = indentOf(cursor);
    skipSpaces(cursor);
    if (column === undefined ? indent < baseIndent : cursor.column < column) break;
    const key = takeUntil(cursor, ":").trim();
    take(cursor, ":");
    skipSpaces(cursor);
    entries.push([key, parseEntryValue(cursor, { indent, isInline: column !== undefined })]);
  }
  return objectOf(entries);
}

function parseEntryValue(
  cursor: Cursor,
  { indent, isInline }: { readonly indent: number; readonly isInline: boolean },
): Value {
  if (peek(cursor) !== "" && peek(cursor) !== "#") {
    const value = parseValue(cursor);
    skipSpaces(cursor);
    if (peek(cursor) === "" || peek(cursor) === "#") nextLine(cursor);
    return value;
  }
  nextLine(cursor);
  const next = indentOf(cursor);
  if (atEnd(cursor) || next < indent || (isInline && next === indent)) return "";
  skipSpaces(cursor);
  if (peek(cursor) === "-") return parseBlockList(cursor, next);
  if (next === indent) return "";
  return isEntry(cursor) ? parseBlockMap(cursor, next) : parseValue(cursor);
}

function objectOf(entries: readonly (readonly [string, Value])[]): Value {
  return Object.fromEntries(entries.toReversed());
}
