import type { SimpleCursor, SimpleNode, SimpleScalar } from "./simple-yaml-node.ts";

/** What can start a plain scalar and nothing else, and is no tag of YAML 1.1 ("=", "<<"). */
const plainStart = /^[^\s\-?:,[\]{}#&*!|>'"%@`=<]/;
const notPlain = /: |:$| #/;
const single = /^'((?:[^']|'')*)'$/;
const double = /^"([^"\\]*)"$/;
const flowItem = /^(?:[A-Za-z][\w./()*-]*(?: [\w./()*-]+)*|"[^"\\,[\]{}]*"|'[^',[\]{}]*')$/;
const blockHeader = /^[|>]-?$/;

/** A plain or quoted scalar that is the whole rest of its line but for blanks. */
export function readInlineScalar(text: string, start: number, lineEnd: number): SimpleScalar | undefined {
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

/** `[a, b]` of words and quoted text, on one line. */
export function readFlowList(text: string, start: number, lineEnd: number): SimpleNode | undefined {
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

/** A literal or folded scalar whose lines all stand at one column, with no empty line in or behind it. */
export function readBlockText(
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

/** Only spaces: other blanks are text to YAML. */
function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 32) end--;
  return text.slice(0, end);
}
