import { type SimpleNode, type SimplePair, skipSpaces } from "./simple-nodes.ts";
import { readKey, readQuoted } from "./simple-scalars.ts";

/** Where a flow collection is written: its lines have more indentation than `column`. */
interface FlowPlace {
  readonly text: string;
  readonly column: number;
}

const mostDepth = 8;

/** Words, or a number that all readers read equally. Other characters have a meaning in some readers. */
const word = /(?:[A-Za-z][\w./()*-]*(?: [\w./()*-]+)*|(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?)(?=[\s,\]}])/y;

/** Reads `[a, "b"]` or `{"a": "b"}` at an offset. */
export function readFlow(text: string, start: number, column: number): SimpleNode | undefined {
  return readCollection({ text, column }, start, 0);
}

function readCollection(place: FlowPlace, start: number, depth: number): SimpleNode | undefined {
  if (depth > mostDepth) return undefined;
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
