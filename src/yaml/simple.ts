import { onceForRecent } from "../core/once.ts";

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
      readonly items: readonly SimpleNode[];
    }
  | {
      readonly kind: "map";
      readonly start: number;
      readonly end: number;
      readonly style: "block" | "flow";
      readonly pairs: readonly SimplePair[];
    };

export type SimpleScalar = SimpleNode & { readonly kind: "scalar" };

export interface SimplePair {
  readonly key: SimpleScalar;
  readonly value: SimpleNode;
}

/** A reader's position: the start of the next line to read. */
interface SimpleCursor {
  readonly text: string;
  at: number;
}

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

/** Indentation of the next line that is not empty; -1 at the end. */
function nextIndent(cursor: SimpleCursor): number {
  const { text } = cursor;
  while (text.charCodeAt(cursor.at) === 10) cursor.at++;
  if (cursor.at >= text.length) return -1;
  return skipSpaces(text, cursor.at) - cursor.at;
}

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 32) at++;
  return at;
}

/** Without the spaces at the end; other white space is part of the text in YAML. */
function trimSpaces(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 32) end--;
  return text.slice(0, end);
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

/** Ends a value at an offset after which its line has only spaces; undefined if there is something else. */
function endValue<Node extends SimpleNode>(cursor: SimpleCursor, node: Node | undefined): Node | undefined {
  if (!node) return undefined;
  const { text } = cursor;
  const lineEnd = skipSpaces(text, node.end);
  if (lineEnd < text.length && text.charCodeAt(lineEnd) !== 10) return undefined;
  cursor.at = Math.min(lineEnd + 1, text.length);
  return node;
}

/** Matches text that can only be a plain scalar and has no special tag in YAML 1.1 ("=", "<<"). */
const plainStart = /^[^\s\-?:,[\]{}#&*!|>'"%@`=<]/;

/** As `plainStart` for the later lines of a plain scalar, where quotes are text. */
const plainNext = /^[^\s\-?:,[\]{}#&*!|>%@`=<]/;

const notPlain = /: |:$| #/;

/**
 * Reads a plain scalar that begins at `start`, with its later lines, which have more indentation than `column`.
 * A line break is read as a space, and empty lines as line breaks.
 */
function readPlainText(cursor: SimpleCursor, start: number, column: number): SimpleScalar | undefined {
  const { text } = cursor;
  const first = plainLine(text, start, plainStart);
  if (first === undefined) return undefined;
  let [value, end] = [first, start + first.length];
  for (;;) {
    const next = endOfLine(text, end) + 1;
    let from = next;
    while (text.charCodeAt(from) === 10) from++;
    const at = skipSpaces(text, from);
    if (at - from <= column || at >= text.length) break;
    const line = plainLine(text, at, plainNext);
    if (line === undefined) return undefined;
    value += (from === next ? " " : "\n".repeat(from - next)) + line;
    end = at + line.length;
  }
  return endValue(cursor, { kind: "scalar", start, end, value, style: "plain" });
}

function plainLine(text: string, start: number, pattern: RegExp): string | undefined {
  const line = trimSpaces(text.slice(start, endOfLine(text, start)));
  return pattern.test(line) && !notPlain.test(line) ? line : undefined;
}

/** Whether a line begins a plain scalar and has a ": " before a comment. */
function isPlainWithColon(line: string): boolean {
  const colon = line.indexOf(": ");
  return colon !== -1 && plainStart.test(line) && !line.slice(0, colon).includes(" #");
}

const single = /'((?:[^']|'')*)'(?!')/y;

const double = /"((?:[^"\\]|\\["\\n])*)"/y;

/**
 * Reads a quoted scalar at an offset. Its later lines have more indentation than `column`. None is empty, and none has
 * spaces at its end, which js-yaml keeps.
 */
function readQuoted(text: string, start: number, column: number): SimpleScalar | undefined {
  const style = text.charAt(start) === "'" ? "single" : "double";
  const pattern = style === "single" ? single : double;
  pattern.lastIndex = start;
  const written = pattern.exec(text)?.[1];
  if (written === undefined) return undefined;
  const folded = written.includes("\n") ? foldLines(written, column) : written;
  return folded === undefined
    ? undefined
    : {
        kind: "scalar",
        start,
        end: start + written.length + 2,
        value: style === "single" ? folded.replaceAll("''", "'") : unescape(folded),
        style,
      };
}

function foldLines(written: string, column: number): string | undefined {
  const [first = "", ...rest] = written.split("\n");
  const texts = rest.map((line) => line.slice(skipSpaces(line, 0)));
  const areIndented = rest.every((line, at) => line.length - texts[at]!.length > column);
  const isFolded = areIndented && [first, ...texts.slice(0, -1)].every((text) => /[^ ]$/.test(text));
  return isFolded && texts.at(-1) !== "" ? [first, ...texts].join(" ") : undefined;
}

function unescape(written: string): string {
  return written.includes("\\")
    ? written.replace(/\\(.)/g, (_, escaped: string) => (escaped === "n" ? "\n" : escaped))
    : written;
}

const plainKey = /([A-Za-z_][\w.-]{0,127}):(?=[ \n]|$)/y;

const quotedKey = /"([^"\\\n]{1,128})":/y;

/** Reads a key that a colon follows. */
function readKey(text: string, start: number): SimpleScalar | undefined {
  const isQuoted = text.charAt(start) === '"';
  const pattern = isQuoted ? quotedKey : plainKey;
  pattern.lastIndex = start;
  const value = pattern.exec(text)?.[1];
  if (value === undefined) return undefined;
  const end = start + value.length + (isQuoted ? 2 : 0);
  return { kind: "scalar", start, end, value, style: isQuoted ? "double" : "plain" };
}

const blockHeader = /^[|>]-?$/;

/**
 * Reads a literal or folded scalar whose lines have the indentation of its first line, or more if it is literal. The
 * first line is not empty, and no line has only spaces.
 */
function readBlockText(cursor: SimpleCursor, start: number, column: number): SimpleNode | undefined {
  const { text } = cursor;
  const headerEnd = endOfLine(text, start);
  const header = trimSpaces(text.slice(start, headerEnd));
  if (!blockHeader.test(header)) return undefined;
  const isFolded = header.startsWith(">");
  const indent = skipSpaces(text, headerEnd + 1) - headerEnd - 1;
  if (indent <= column) return undefined;
  let [value, end] = ["", headerEnd];
  for (let breaks = 0, at = headerEnd + 1; at < text.length; ) {
    const first = skipSpaces(text, at);
    const lineEnd = text.indexOf("\n", first);
    if (first === lineEnd && first === at && value !== "") {
      breaks++;
      at++;
      continue;
    }
    if (first - at <= column) break;
    if (lineEnd <= first || first - at < indent || (isFolded && first - at > indent)) return undefined;
    const line = text.slice(at + indent, lineEnd);
    value += value === "" ? "" : joinedBy(breaks, isFolded);
    value += line;
    [breaks, at, end] = [0, lineEnd + 1, lineEnd];
  }
  if (value === "") return undefined;
  cursor.at = end + 1;
  const last = trimSpaces(text.slice(start, end));
  return {
    kind: "scalar",
    start,
    end: start + last.length,
    value: header.endsWith("-") ? value : `${value}\n`,
    style: "block",
  };
}

/** What two lines with empty lines between them are joined by. */
function joinedBy(emptyLines: number, isFolded: boolean): string {
  if (!isFolded) return "\n".repeat(emptyLines + 1);
  return emptyLines === 0 ? " " : "\n".repeat(emptyLines);
}

/** Where a flow collection is written: its lines have more indentation than `column`. */
interface FlowPlace {
  readonly text: string;
  readonly column: number;
}

const mostFlowDepth = 8;

/** Words, or a number that all readers read equally. Other characters have a meaning in some readers. */
const word = /(?:[A-Za-z][\w./()*-]*(?: [\w./()*-]+)*|(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?)(?=[\s,\]}])/y;

/** Reads `[a, "b"]` or `{"a": "b"}` at an offset. */
function readFlow(text: string, start: number, column: number): SimpleNode | undefined {
  return readCollection({ text, column }, start, 0);
}

function readCollection(place: FlowPlace, start: number, depth: number): SimpleNode | undefined {
  if (depth > mostFlowDepth) return undefined;
  return place.text.charAt(start) === "[" ? readItems(place, start, depth) : readPairs(place, start, depth);
}

function readItems(place: FlowPlace, start: number, depth: number): SimpleNode | undefined {
  const items: SimpleNode[] = [];
  const end = readMembers(place, start, "]", (at) => {
    const item = readMember(place, at, depth);
    if (item) items.push(item);
    return item?.end;
  });
  return end === undefined ? undefined : { kind: "list", start, end, style: "flow", items };
}

function readPairs(place: FlowPlace, start: number, depth: number): SimpleNode | undefined {
  const pairs: SimplePair[] = [];
  const seen = new Set<string>();
  const end = readMembers(place, start, "}", (at) => {
    const key = readKey(place.text, at);
    if (!key || seen.has(key.value)) return undefined;
    const from = skipGap(place, key.end + 1);
    const value = from === undefined ? undefined : readMember(place, from, depth);
    if (!value) return undefined;
    seen.add(key.value);
    pairs.push({ key, value });
    return value.end;
  });
  return end === undefined ? undefined : { kind: "map", start, end, style: "flow", pairs };
}

/** Reads members up to the closing bracket and returns the offset after it. `read` returns the end of a member. */
function readMembers(
  place: FlowPlace,
  start: number,
  close: string,
  read: (at: number) => number | undefined,
): number | undefined {
  const { text } = place;
  let at = skipGap(place, start + 1);
  while (at !== undefined && text.charAt(at) !== close) {
    const end = read(at);
    const next = end === undefined ? undefined : skipGap(place, end);
    if (next === undefined) return undefined;
    const mark = text.charAt(next);
    if (mark !== "," && mark !== close) return undefined;
    at = mark === "," ? skipGap(place, next + 1) : next;
  }
  return at === undefined ? undefined : at + 1;
}

function readMember(place: FlowPlace, at: number, depth: number): SimpleNode | undefined {
  const { text } = place;
  const first = text.charAt(at);
  if (first === "[" || first === "{") return readCollection(place, at, depth + 1);
  if (first === '"' || first === "'") {
    const quoted = readQuoted(text, at, place.column);
    return quoted && !text.slice(at, quoted.end).includes("\n") ? quoted : undefined;
  }
  word.lastIndex = at;
  const value = word.exec(text)?.[0];
  return value === undefined
    ? undefined
    : { kind: "scalar", start: at, end: at + value.length, value, style: "plain" };
}

/** Skips spaces and line breaks; undefined at the end of the text, or if a line has too little indentation. */
function skipGap({ text, column }: FlowPlace, from: number): number | undefined {
  let at = skipSpaces(text, from);
  while (text.charCodeAt(at) === 10) {
    const first = skipSpaces(text, at + 1);
    if (first - at - 1 <= column) return undefined;
    at = first;
  }
  return at < text.length ? at : undefined;
}
