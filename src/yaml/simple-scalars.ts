import {
  endOfLine,
  endValue,
  type SimpleCursor,
  type SimpleNode,
  type SimpleScalar,
  skipSpaces,
  trimSpaces,
} from "./simple-nodes.ts";

/** Matches text that can only be a plain scalar and has no special tag in YAML 1.1 ("=", "<<"). */
const plainStart = /^[^\s\-?:,[\]{}#&*!|>'"%@`=<]/;

/** As `plainStart` for the later lines of a plain scalar, where quotes are text. */
const plainNext = /^[^\s\-?:,[\]{}#&*!|>%@`=<]/;

const notPlain = /: |:$| #/;

/**
 * Reads a plain scalar that begins at `start`, with its later lines, which have more indentation than `column`.
 * A line break is read as a space, and empty lines as line breaks.
 */
export function readPlainText(cursor: SimpleCursor, start: number, column: number): SimpleScalar | undefined {
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
export function isPlainWithColon(line: string): boolean {
  const colon = line.indexOf(": ");
  return colon !== -1 && plainStart.test(line) && !line.slice(0, colon).includes(" #");
}

const single = /'((?:[^']|'')*)'(?!')/y;

const double = /"((?:[^"\\]|\\["\\n])*)"/y;

/**
 * Reads a quoted scalar at an offset. Its later lines have more indentation than `column`. None is empty, and none has
 * spaces at its end, which js-yaml keeps.
 */
export function readQuoted(text: string, start: number, column: number): SimpleScalar | undefined {
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
export function readKey(text: string, start: number): SimpleScalar | undefined {
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
export function readBlockText(cursor: SimpleCursor, start: number, column: number): SimpleNode | undefined {
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
