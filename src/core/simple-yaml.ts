import { onceForRecent } from "./once.ts";

/**
 * Matches characters that YAML versions and libraries treat differently: tab, CR, NEL, LS, byte-order mark and
 * control characters.
 */
const unusual = /[^\n\x20-\x7e\u00a0-\u2027\u202a-\ufefe\uff00-\ufffd]/;

const keyAndColon = /([A-Za-z_][\w-]{0,127}):(?=[ \n]|$)/y;

const mostDepth = 4;

/** Maximum length in UTF-16 units; longer texts approach the limits of the readers that this one replaces. */
const longest = 16_384;

/**
 * Reads the subset of YAML on which all readers of YAML 1.1, 1.2 and StrictYAML agree: `key: value` lines with values
 * on one line, simple block scalars, lists of scalars, and maps of these; no comments. Undefined for everything else,
 * for which the individual readers are used. This covers most frontmatter in a tenth of the time; tests compare it with
 * each of the readers.
 */
export const readSimpleYaml: (text: string) => readonly SimplePair[] | undefined = onceForRecent(readText);

function readText(text: string): readonly SimplePair[] | undefined {
  if (text.length > longest || unusual.test(text) || !text.isWellFormed()) return undefined;
  const cursor: SimpleCursor = { text, at: 0, columns: [] };
  const pairs = readMap(cursor, 0, 0);
  return pairs && cursor.at === text.length && pairs.length > 0 ? pairs : undefined;
}

/** Reads the entries at `column`, up to the first line with less indentation. */
function readMap(cursor: SimpleCursor, column: number, depth: number): SimplePair[] | undefined {
  if (depth > mostDepth || (cursor.columns[depth] ??= column) !== column) return undefined;
  const pairs: SimplePair[] = [];
  const seen = new Set<string>();
  for (let indent = nextIndent(cursor); indent === column; indent = nextIndent(cursor)) {
    const pair = readPair(cursor, column, depth);
    if (!pair || seen.has(pair.key.value)) return undefined;
    seen.add(pair.key.value);
    pairs.push(pair);
  }
  return pairs;
}

function readPair(cursor: SimpleCursor, column: number, depth: number): SimplePair | undefined {
  const { text } = cursor;
  const start = cursor.at + column;
  keyAndColon.lastIndex = start;
  const name = keyAndColon.exec(text)?.[1];
  if (name === undefined) return undefined;
  const end = start + name.length;
  const value = readValue(cursor, end + 1, column, depth);
  return value && { key: { kind: "scalar", start, end, value: name, style: "plain" }, value };
}

/** Reads the value after the colon, on the same line or on the following lines. */
function readValue(
  cursor: SimpleCursor,
  colonEnd: number,
  column: number,
  depth: number,
): SimpleNode | undefined {
  const { text } = cursor;
  const lineEnd = endOfLine(text, colonEnd);
  let start = colonEnd;
  while (text.charCodeAt(start) === 32) start++;
  cursor.at = Math.min(lineEnd + 1, text.length);
  if (start === lineEnd) return readBelow(cursor, colonEnd, column, depth);
  const first = text.charAt(start);
  const value =
    first === "|" || first === ">"
      ? readBlockText(cursor, start, lineEnd, column)
      : first === "["
        ? readFlowList(text, start, lineEnd)
        : readInlineScalar(text, start, lineEnd);
  // A line with more indentation would continue the value.
  return value && nextIndent(cursor) <= column ? value : undefined;
}

function readBelow(
  cursor: SimpleCursor,
  colonEnd: number,
  column: number,
  depth: number,
): SimpleNode | undefined {
  const { text } = cursor;
  const indent = nextIndent(cursor);
  const first = cursor.at + indent;
  if (indent >= column && text.startsWith("- ", first)) return readList(cursor, indent);
  if (indent <= column) return { kind: "scalar", start: colonEnd, end: colonEnd, value: "", style: "empty" };
  const pairs = readMap(cursor, indent, depth + 1);
  const last = pairs?.at(-1);
  return pairs && last && { kind: "map", start: first, end: last.value.end, style: "block", pairs };
}

function readList(cursor: SimpleCursor, column: number): SimpleNode | undefined {
  const { text } = cursor;
  const start = cursor.at + column;
  const items: SimpleScalar[] = [];
  for (
    let indent = column;
    indent === column && text.startsWith("- ", cursor.at + column);
    indent = nextIndent(cursor)
  ) {
    const lineEnd = endOfLine(text, cursor.at);
    const item = readInlineScalar(text, cursor.at + column + 2, lineEnd);
    if (!item) return undefined;
    items.push(item);
    cursor.at = Math.min(lineEnd + 1, text.length);
  }
  const last = items.at(-1);
  return last && nextIndent(cursor) <= column
    ? { kind: "list", start, end: last.end, style: "block", items }
    : undefined;
}

/** Indentation of the next line that is not empty; -1 at the end. */
function nextIndent(cursor: SimpleCursor): number {
  const { text } = cursor;
  while (text.charCodeAt(cursor.at) === 10) cursor.at++;
  if (cursor.at >= text.length) return -1;
  let at = cursor.at;
  while (text.charCodeAt(at) === 32) at++;
  return at - cursor.at;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

/** Matches text that can only be a plain scalar and has no special tag in YAML 1.1 ("=", "<<"). */
const plainStart = /^[^\s\-?:,[\]{}#&*!|>'"%@`=<]/;

const notPlain = /: |:$| #/;

const single = /^'((?:[^']|'')*)'$/;

const double = /^"([^"\\]*)"$/;

const flowItem = /^(?:[A-Za-z][\w./()*-]*(?: [\w./()*-]+)*|"[^"\\,[\]{}]*"|'[^',[\]{}]*')$/;

const blockHeader = /^[|>]-?$/;

/** Reads a plain or quoted scalar that takes the rest of its line except for spaces. */
function readInlineScalar(text: string, start: number, lineEnd: number): SimpleScalar | undefined {
  const raw = trimEnd(text.slice(start, lineEnd));
  const end = start + raw.length;
  if (plainStart.test(raw))
    return notPlain.test(raw) ? undefined : { kind: "scalar", start, end, value: raw, style: "plain" };
  const doubled = double.exec(raw)?.[1];
  if (doubled !== undefined) return { kind: "scalar", start, end, value: doubled, style: "double" };
  const singled = single.exec(raw)?.[1];
  return singled === undefined
    ? undefined
    : { kind: "scalar", start, end, value: singled.replaceAll("''", "'"), style: "single" };
}

/** Reads `[a, b]` of words and quoted strings, on one line. */
function readFlowList(text: string, start: number, lineEnd: number): SimpleNode | undefined {
  const raw = trimEnd(text.slice(start, lineEnd));
  if (!raw.endsWith("]")) return undefined;
  const items: SimpleScalar[] = [];
  let at = start + 1;
  for (const part of raw.slice(1, -1).split(",")) {
    const word = part.trim();
    if (!flowItem.test(word)) return undefined;
    const from = at + part.indexOf(word);
    const item = readInlineScalar(text, from, from + word.length);
    if (!item) return undefined;
    items.push(item);
    at += part.length + 1;
  }
  return { kind: "list", start, end: start + raw.length, style: "flow", items };
}

/**
 * Reads a literal or folded scalar with the same indentation on all lines, and without empty lines in or after it.
 */
function readBlockText(
  cursor: SimpleCursor,
  start: number,
  headerEnd: number,
  column: number,
): SimpleNode | undefined {
  const { text } = cursor;
  const header = trimEnd(text.slice(start, headerEnd));
  if (!blockHeader.test(header)) return undefined;
  const lines: string[] = [];
  let indent = 0;
  for (;;) {
    let first = cursor.at;
    while (text.charCodeAt(first) === 32) first++;
    const lineEnd = text.indexOf("\n", first);
    if (first - cursor.at <= column && first < text.length) break;
    if (first >= text.length) return lines.length > 0 && first === cursor.at ? finish() : undefined;
    indent ||= first - cursor.at;
    if (lineEnd <= first || first - cursor.at !== indent || text.charCodeAt(lineEnd - 1) === 32)
      return undefined;
    lines.push(text.slice(first, lineEnd));
    cursor.at = lineEnd + 1;
  }
  return lines.length > 0 && text.charCodeAt(cursor.at) !== 10 ? finish() : undefined;

  function finish(): SimpleNode {
    const value = lines.join(header.startsWith(">") ? " " : "\n") + (header.endsWith("-") ? "" : "\n");
    return { kind: "scalar", start, end: cursor.at - 1, value, style: "block" };
  }
}

/** Trims only spaces, as other whitespace is part of the text in YAML. */
function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 32) end--;
  return text.slice(0, end);
}

/** A value with its offsets in the text; every scalar is a string without its quotes. */
export type SimpleNode =
  | {
      readonly kind: "scalar";
      readonly start: number;
      readonly end: number;
      readonly value: string;
      readonly style: "plain" | "single" | "double" | "block" | "empty";
    }
  | {
      readonly kind: "list";
      readonly start: number;
      readonly end: number;
      readonly style: "block" | "flow";
      readonly items: readonly SimpleScalar[];
    }
  | {
      readonly kind: "map";
      readonly start: number;
      readonly end: number;
      readonly style: "block";
      readonly pairs: readonly SimplePair[];
    };

export type SimpleScalar = SimpleNode & { readonly kind: "scalar" };

export interface SimplePair {
  readonly key: SimpleScalar;
  readonly value: SimpleNode;
}

/**
 * A reader's position in the text; `columns` is the column of the maps at each depth, which must be the same for all.
 */
interface SimpleCursor {
  readonly text: string;
  at: number;
  readonly columns: number[];
}
