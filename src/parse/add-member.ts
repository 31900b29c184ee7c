import { type JsonMember, type JsonNode, type JsonObject, memberOf } from "../core/json.ts";

// Editing by ranges, as the writers of both languages lay out a file again and the one of YAML moves comments.

/**
 * The text of a YAML or JSON file with texts added to the list under a key of a map, which is created if it is
 * missing. Everything else stays as it is. Callers read the result again: a rare layout can make it another value.
 */
export function addToList(text: string, node: JsonNode, key: string, more: readonly string[]): string {
  if (node.kind !== "object" || more.length === 0) return text;
  const list = memberOf(node, key)?.value;
  const quoted = isQuoted(text, node);
  const items = more.map((each) => (quoted ? JSON.stringify(each) : plain(each)));
  if (!list) return addMember(text, node, key, `[${items.join(", ")}]`);
  const { start, end } = list.range;
  const last = list.kind === "array" ? list.items.at(-1) : undefined;
  if (!last) return `${text.slice(0, start.offset)}[${items.join(", ")}]${text.slice(end.offset)}`;
  const at = last.range.end.offset;
  if (text[start.offset] === "[") return insert(text, at, items.map((each) => `, ${each}`).join(""));
  const lineStart = startOfLine(text, last.range.start.offset);
  const lead = text.slice(lineStart, last.range.start.offset);
  return insert(text, endOfLine(text, at), items.map((each) => `${eolOf(text)}${lead}${each}`).join(""));
}

/** The text of a YAML or JSON file with one more key in a map; the value is given as it is to be written. */
export function addMember(text: string, { members, range }: JsonObject, key: string, value: string): string {
  const name = isQuoted(text, { members, range }) ? JSON.stringify(key) : key;
  const written = `${name}: ${value}`;
  const first = members[0];
  const last = members.at(-1);
  if (!first || !last) return insert(text, range.start.offset + 1, ` ${written} `);
  if (text[range.start.offset] === "{")
    return insert(text, last.value.range.end.offset, flowLead(text, last) + written);
  const column = first.keyRange.start.column - 1;
  const line = `${" ".repeat(column)}${written}`;
  const short = members.findLast((member) => isOneLine(text, member));
  if (short) return insert(text, endOfLine(text, short.value.range.end.offset), eolOf(text) + line);
  return insert(text, first.keyRange.start.offset, `${written}${eolOf(text)}${" ".repeat(column)}`);
}

/** A comma, and the position of the last key: on a line of its own if that key has one. */
function flowLead(text: string, { keyRange }: JsonMember): string {
  const before = text.slice(startOfLine(text, keyRange.start.offset), keyRange.start.offset);
  return /^[ \t]+$/.test(before) ? `,${eolOf(text)}${before}` : ", ";
}

/** Whether a scalar ends on the line of its key, and nothing but a comment follows. */
function isOneLine(text: string, { keyRange, value }: JsonMember): boolean {
  const { start, end } = value.range;
  if (value.kind === "object" || value.kind === "array" || start.line !== end.line) return false;
  if (keyRange.start.line !== end.line || /^[|>&*!]/.test(text.slice(start.offset, start.offset + 1)))
    return false;
  return /^[ \t]*(?:#.*)?$/.test(text.slice(end.offset, endOfLine(text, end.offset)));
}

function isQuoted(text: string, { members, range }: Pick<JsonObject, "members" | "range">): boolean {
  const first = members[0];
  return first ? text[first.keyRange.start.offset] === '"' : text[range.start.offset] === "{";
}

/** YAML reads some words as other values than texts. */
function plain(word: string): string {
  return /^[a-z][\w/-]*(?:@[\w.-]+)?$/i.test(word) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(word)
    ? word
    : JSON.stringify(word);
}

function insert(text: string, at: number, more: string): string {
  return text.slice(0, at) + more + text.slice(at);
}

function startOfLine(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

function endOfLine(text: string, at: number): number {
  const found = text.indexOf("\n", at);
  const end = found === -1 ? text.length : found;
  return text[end - 1] === "\r" ? end - 1 : end;
}

function eolOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
