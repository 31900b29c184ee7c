import { trimEnd } from "../../../core/trim-end.ts";
import {
  addToken,
  columnOf,
  isLineEnd,
  markerAt,
  type Scan,
  skipLineEnd,
  skipSpaces,
  skipToLineEnd,
  type Token,
} from "./tokens.ts";

/** A literal or folded scalar, from its "|" or ">" to the last of its lines. */
export function scanBlockScalar(scan: Scan): void {
  const start = scan.position;
  const folded = scan.input[start] === ">";
  scan.position++;
  const { indent, chomping } = scanHeader(scan);
  const parent = parentIndent(scan);
  const { lines, trailing } = scanLines(scan, parent, indent > 0 ? parent + indent : 0);
  const text = folded ? foldLines(lines) : lines.join("\n");
  const value = trailing > 0 ? trimEnd(text, "\n") : text;
  const hasText = lines.some((line) => line !== "");
  addToken(scan, "scalar", start, { text: chomped(value, { chomping, trailing, hasText }), styled: true });
}

/** "" keeps one line end, "-" none and "+" all. */
type Chomping = "" | "-" | "+";

function scanHeader(scan: Scan): { readonly indent: number; readonly chomping: Chomping } {
  let indent = 0;
  let chomping: Chomping = "";
  for (let read = 0; read < 2; read++) {
    const character = scan.input[scan.position] ?? "";
    if (indent === 0 && /[1-9]/.test(character)) indent = Number(character);
    else if (chomping === "" && (character === "-" || character === "+")) chomping = character;
    else continue;
    scan.position++;
  }
  skipSpaces(scan);
  if (scan.input[scan.position] === "#") skipToLineEnd(scan);
  skipLineEnd(scan);
  return { indent, chomping };
}

/** The column of the key or dash that the scalar belongs to. */
function parentIndent({ input, tokens }: Scan): number {
  const at = tokens.findLastIndex(isContent);
  const last = tokens[at];
  if (last?.kind === "start") return -1;
  if (last?.kind === "dash") return columnOf(input, last.at);
  if (last?.kind !== "colon") return 0;
  const key = tokens.findLast((token, index) => index < at && isContent(token));
  return key ? columnOf(input, key.at) : 0;
}

function isContent({ kind }: Token): boolean {
  return kind !== "newline" && kind !== "comment" && kind !== "indent";
}

function scanLines(
  scan: Scan,
  parent: number,
  explicit: number,
): { readonly lines: readonly string[]; readonly trailing: number } {
  const { input } = scan;
  const lines: string[] = [];
  let [indent, trailing] = [explicit, 0];
  while (scan.position < input.length) {
    const start = scan.position;
    while (input[scan.position] === " ") scan.position++;
    const width = scan.position - start;
    if (scan.position >= input.length || isLineEnd(input[scan.position])) {
      const line = indent > 0 && width >= indent ? input.slice(start + indent, scan.position) : "";
      lines.push(line);
      trailing = line === "" ? trailing + 1 : 0;
    } else {
      if (indent === 0 && width > parent && !(width === 0 && markerAt(scan))) indent = width;
      else if (indent === 0 || width < indent || (width === 0 && markerAt(scan))) {
        scan.position = start;
        break;
      }
      skipToLineEnd(scan);
      lines.push(input.slice(start + indent, scan.position));
      trailing = 0;
    }
    skipLineEnd(scan);
  }
  return { lines, trailing };
}

/** A line end between two lines is a space, unless one of them is indented further. */
function foldLines(lines: readonly string[]): string {
  let text = "";
  let [wasIndented, afterEmpty, seen] = [false, false, false];
  for (const [index, line] of lines.entries()) {
    if (line === "") {
      text += "\n";
      afterEmpty = true;
      continue;
    }
    const indented = line.startsWith(" ") || line.startsWith("\t");
    const separate = (indented || wasIndented) && (seen || !afterEmpty);
    if (index > 0) text += separate ? "\n" : afterEmpty ? "" : " ";
    text += line;
    [wasIndented, afterEmpty, seen] = [indented, false, true];
  }
  return text;
}

function chomped(
  text: string,
  {
    chomping,
    trailing,
    hasText,
  }: { readonly chomping: Chomping; readonly trailing: number; readonly hasText: boolean },
): string {
  if (chomping === "") return hasText ? `${text}\n` : text;
  if (chomping === "-") return text;
  return hasText ? text + "\n".repeat(trailing + 1) : "\n".repeat(trailing);
}
