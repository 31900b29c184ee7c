import { onceForRecent } from "../core/once.ts";
import { readFlow } from "./simple-flow.ts";
import {
  endOfLine,
  endValue,
  nextIndent,
  type SimpleCursor,
  type SimpleNode,
  type SimplePair,
  skipSpaces,
} from "./simple-nodes.ts";
import { isPlainWithColon, readBlockText, readKey, readPlainText, readQuoted } from "./simple-scalars.ts";

/**
 * Matches characters that YAML versions and libraries treat differently: tab, CR, NEL, LS, byte-order mark and
 * control characters.
 */
const unusual = /[^\n\x20-\x7e\u00a0-\u2027\u202a-\ufefe\uff00-\ufffd]/;

const mostDepth = 6;

/** Maximum length in UTF-16 units; longer texts approach the limits of the readers that this one replaces. */
const longest = 8_192;

/**
 * Reads the subset of YAML on which all readers of YAML 1.1 and 1.2 agree: maps and lists of plain and quoted text,
 * block scalars, and flow collections of words and quoted text; no comments, anchors or tags. Undefined for everything
 * else, for which the individual readers are used. This covers most frontmatter in a tenth of the time; tests compare
 * it with each of the readers.
 */
export function readSimpleYaml(text: string): readonly SimplePair[] | undefined {
  return readText(text).pairs;
}

/**
 * Whether every reader refuses the text: it is such a text up to a ": " in the first line of an unquoted value, the
 * most common mistake. Tests compare this too with each of the readers.
 */
export function isBrokenByColon(text: string): boolean {
  return readText(text).brokenByColon;
}

interface SimpleText {
  readonly pairs?: readonly SimplePair[] | undefined;
  readonly brokenByColon: boolean;
}

const readText: (text: string) => SimpleText = onceForRecent((text) => {
  if (text.length > longest || unusual.test(text) || !text.isWellFormed()) return { brokenByColon: false };
  const cursor: SimpleCursor = { text, at: 0 };
  const pairs = nextIndent(cursor) === 0 ? readMap(cursor, 0, 0) : undefined;
  if (pairs && cursor.at === text.length) return { pairs, brokenByColon: false };
  return { brokenByColon: isColonIn(text, cursor.at) };
});

/** Whether a value that begins at an offset after a key is plain, with a ": " in its first line. */
function isColonIn(text: string, start: number): boolean {
  const key = readKey(text, skipSpaces(text, text.lastIndexOf("\n", start - 1) + 1));
  if (key === undefined || key.end >= start || skipSpaces(text, key.end + 1) !== start) return false;
  return isPlainWithColon(text.slice(start, endOfLine(text, start)));
}

/** Reads the entries at `column` of the next line and the lines after it, up to one with less indentation. */
function readMap(cursor: SimpleCursor, column: number, depth: number): readonly SimplePair[] | undefined {
  if (depth > mostDepth) return undefined;
  const pairs: SimplePair[] = [];
  const seen = new Set<string>();
  do {
    const pair = readPair(cursor, column, depth);
    if (!pair || seen.has(pair.key.value)) return undefined;
    seen.add(pair.key.value);
    pairs.push(pair);
  } while (nextIndent(cursor) === column);
  return haveSameColumn(cursor.text, pairs) ? pairs : undefined;
}

/** StrictYAML refuses maps of which one has more indentation than another of the same map. */
function haveSameColumn(text: string, pairs: readonly SimplePair[]): boolean {
  const columns = pairs.flatMap(({ value: { kind, style, start } }) =>
    kind === "map" && style === "block" ? [start - text.lastIndexOf("\n", start)] : [],
  );
  return columns.every((column) => column === columns[0]);
}

function readPair(cursor: SimpleCursor, column: number, depth: number): SimplePair | undefined {
  const { text } = cursor;
  const key = readKey(text, cursor.at + column);
  if (!key) return undefined;
  const colonEnd = key.end + 1;
  const start = skipSpaces(text, colonEnd);
  const isAlone = start === text.length || text.charCodeAt(start) === 10;
  if (!isAlone && start === colonEnd) return undefined;
  cursor.at = start;
  const value = isAlone ? readBelow(cursor, colonEnd, column, depth) : readInline(cursor, start, column);
  // A line with more indentation would continue the value.
  return value && nextIndent(cursor) <= column ? { key, value } : undefined;
}

/** Reads the value of a key that is alone on its line. */
function readBelow(
  cursor: SimpleCursor,
  colonEnd: number,
  column: number,
  depth: number,
): SimpleNode | undefined {
  const { text } = cursor;
  const indent = nextIndent(cursor);
  const start = cursor.at + indent;
  if (indent >= column && text.startsWith("- ", start)) return readList(cursor, indent, depth + 1);
  if (indent <= column) return { kind: "scalar", start: colonEnd, end: colonEnd, value: "", style: "empty" };
  return readMapOrInline(cursor, indent, column, depth);
}

/** Reads a value at `at` of the next line, whose later lines have more indentation than `column`. */
function readMapOrInline(
  cursor: SimpleCursor,
  at: number,
  column: number,
  depth: number,
): SimpleNode | undefined {
  const start = cursor.at + at;
  if (!readKey(cursor.text, start)) return readInline(cursor, start, column);
  const pairs = readMap(cursor, at, depth + 1);
  const last = pairs?.at(-1);
  return pairs && last && { kind: "map", start, end: last.value.end, style: "block", pairs };
}

function readList(cursor: SimpleCursor, column: number, depth: number): SimpleNode | undefined {
  const start = cursor.at + column;
  const items: SimpleNode[] = [];
  do {
    const item = readMapOrInline(cursor, column + 2, column, depth);
    if (!item || nextIndent(cursor) > column) return undefined;
    items.push(item);
  } while (nextIndent(cursor) === column && cursor.text.startsWith("- ", cursor.at + column));
  const last = items.at(-1);
  return last && { kind: "list", start, end: last.end, style: "block", items };
}

/** Reads a scalar or a flow collection that begins at `start`. */
function readInline(cursor: SimpleCursor, start: number, column: number): SimpleNode | undefined {
  const { text } = cursor;
  switch (text.charAt(start)) {
    case "|":
    case ">":
      return readBlockText(cursor, start, column);
    case "[":
    case "{":
      return endValue(cursor, readFlow(text, start, column));
    case '"':
    case "'":
      return endValue(cursor, readQuoted(text, start, column));
    default:
      return readPlainText(cursor, start, column);
  }
}
