import { onceForRecent } from "../../../core/once.ts";
import { readSimpleYaml, type SimpleNode, type SimplePair } from "../../simple.ts";
import { readWithin, type ValueReader } from "../value-reader.ts";
import { columnOf, scanYaml, type Token, type TokenKind } from "./scanner.ts";

/**
 * VS Code's YAML reader (vs/base/common/yaml.ts since 2026): it accepts every text, every scalar is a string, and what
 * fits nowhere is left out. Of duplicate keys the first one counts, as for the program that looks them up.
 */
export const readVscodeYaml: ValueReader = onceForRecent((text) =>
  readWithin(text, (each) => readAgreed(each) ?? parseDocument(each)),
);

type Value = string | readonly Value[] | { readonly [key: string]: Value };

/** The value of a text that it reads as all readers of YAML do, but for the types of scalars. */
function readAgreed(text: string): Value | undefined {
  // A line that continues a plain scalar may begin with a quote, which begins another scalar here.
  if (/\n +["']/.test(text)) return undefined;
  const pairs = readSimpleYaml(text.endsWith("\n") ? text : `${text}\n`);
  return pairs && objectOf(toEntries(pairs));
}

function toEntries(pairs: readonly SimplePair[]): readonly (readonly [string, Value])[] {
  return pairs.map(({ key, value }) => [key.value, toValue(value)]);
}

function toValue(node: SimpleNode): Value {
  if (node.kind === "map") return objectOf(toEntries(node.pairs));
  return node.kind === "list" ? node.items.map(toValue) : node.value;
}

/** The tokens of a text and the next one. */
interface Parse {
  readonly input: string;
  readonly tokens: readonly Token[];
  position: number;
}

function parseDocument(input: string): Value | undefined {
  const parse: Parse = { input, tokens: scanYaml(input), position: 0 };
  skipEmptyLines(parse);
  if (current(parse).kind === "start") {
    advance(parse);
    skipEmptyLines(parse);
  }
  const { kind } = current(parse);
  return kind === "eof" || kind === "end" ? undefined : parseValue(parse, -1);
}

function peek({ tokens, position }: Parse, offset: number): Token {
  return tokens[Math.min(position + offset, tokens.length - 1)]!;
}

function current(parse: Parse): Token {
  return peek(parse, 0);
}

function advance(parse: Parse): Token {
  const token = current(parse);
  if (token.kind !== "eof") parse.position++;
  return token;
}

/** The next token if it is of the kind, which is then used. */
function take(parse: Parse, kind: TokenKind): boolean {
  const found = current(parse).kind === kind;
  if (found) advance(parse);
  return found;
}

function skipEmptyLines(parse: Parse): void {
  for (;;) {
    const { kind } = current(parse);
    const next = peek(parse, 1).kind;
    const isEmpty = kind === "indent" && (next === "newline" || next === "comment" || next === "eof");
    if (kind !== "newline" && kind !== "comment" && !isEmpty) return;
    advance(parse);
  }
}

function currentIndent(parse: Parse): number {
  const { kind, indent } = current(parse);
  return kind === "indent" ? indent : 0;
}

/** The next token after an indentation. */
function content(parse: Parse): Token {
  return peek(parse, current(parse).kind === "indent" ? 1 : 0);
}

function startsEntry(parse: Parse): boolean {
  const offset = current(parse).kind === "indent" ? 1 : 0;
  return peek(parse, offset).kind === "scalar" && peek(parse, offset + 1).kind === "colon";
}

function parseValue(parse: Parse, parentIndent: number): Value | undefined {
  skipEmptyLines(parse);
  const { kind } = content(parse);
  if (kind === "{" || kind === "[") {
    take(parse, "indent");
    return parseFlow(parse);
  }
  const indent = currentIndent(parse);
  if (kind === "dash") return parseBlockList(parse, indent);
  if (startsEntry(parse)) return parseBlockMap(parse, indent);
  const next = current(parse).kind;
  return next === "scalar" || next === "indent" ? parseScalar(parse, parentIndent) : undefined;
}

function parseScalar(parse: Parse, parentIndent: number): string {
  take(parse, "indent");
  const token = current(parse);
  take(parse, "scalar");
  return token.styled ? token.text : continuePlain(parse, token.text, parentIndent);
}

/** Adds the lines that follow a plain scalar and are indented further than its parent. */
function continuePlain(parse: Parse, first: string, parentIndent: number): string {
  let value = first;
  for (;;) {
    const start = parse.position;
    const empty = skipToContinuation(parse, parentIndent);
    const line = empty === undefined ? undefined : takeContinuation(parse);
    if (line === undefined) {
      parse.position = start;
      return value;
    }
    value += (empty ? "\n".repeat(empty) : " ") + line;
  }
}

/** The number of empty lines before the next line if that can continue a plain scalar. */
function skipToContinuation(parse: Parse, parentIndent: number): number | undefined {
  let empty = 0;
  while (take(parse, "newline")) {
    const { kind, indent } = current(parse);
    if (kind === "newline") empty++;
    else if (kind === "indent") {
      const after = peek(parse, 1).kind;
      if (after === "comment") return undefined;
      if (after !== "newline" && after !== "eof") return indent > parentIndent ? empty : undefined;
      empty++;
      advance(parse);
    } else {
      const ends = kind === "eof" || kind === "start" || kind === "end";
      return ends || parentIndent >= 0 ? undefined : empty;
    }
  }
  return undefined;
}

function takeContinuation(parse: Parse): string | undefined {
  take(parse, "indent");
  const { kind, text } = current(parse);
  if (kind === "dash") {
    advance(parse);
    const rest = current(parse);
    return take(parse, "scalar") ? `- ${rest.text}` : "-";
  }
  if (kind !== "scalar" || peek(parse, 1).kind === "colon") return undefined;
  advance(parse);
  return text;
}

function parseBlockMap(parse: Parse, baseIndent: number, isInline = false): Value {
  const entries: (readonly [string, Value])[] = [];
  for (let first = isInline; ; first = false) {
    if (!first) {
      skipEmptyLines(parse);
      if (current(parse).kind === "eof" || currentIndent(parse) < baseIndent || !startsEntry(parse)) break;
    }
    const entry = parseEntry(parse, baseIndent);
    if (entry) entries.push(entry);
    else if (!first) break;
  }
  return objectOf(entries);
}

function parseEntry(parse: Parse, baseIndent: number): readonly [string, Value] | undefined {
  take(parse, "indent");
  const { text } = current(parse);
  take(parse, "scalar");
  return take(parse, "colon") ? [text, parseEntryValue(parse, baseIndent)] : undefined;
}

function parseEntryValue(parse: Parse, baseIndent: number): Value {
  const { kind } = current(parse);
  if (kind === "{" || kind === "[") return parseFlow(parse);
  if (kind === "scalar") return parseScalar(parse, baseIndent);
  skipEmptyLines(parse);
  const indent = currentIndent(parse);
  const isList = indent === baseIndent && content(parse).kind === "dash";
  if (current(parse).kind === "eof" || (indent <= baseIndent && !isList)) return "";
  return parseValue(parse, baseIndent) ?? "";
}

function parseBlockList(parse: Parse, baseIndent: number): Value {
  const items: Value[] = [];
  for (;;) {
    skipEmptyLines(parse);
    const { kind, at } = current(parse);
    const isFirst = items.length === 0 && kind === "dash";
    const indent = isFirst ? columnOf(parse.input, at) : currentIndent(parse);
    if (indent < baseIndent || content(parse).kind !== "dash") return items;
    take(parse, "indent");
    advance(parse);
    items.push(parseItem(parse, baseIndent));
  }
}

function parseItem(parse: Parse, baseIndent: number): Value {
  const { kind, at } = current(parse);
  if (kind === "{" || kind === "[") return parseFlow(parse);
  if (kind === "dash") return parseBlockList(parse, columnOf(parse.input, at));
  if (kind === "scalar")
    return peek(parse, 1).kind === "colon"
      ? parseBlockMap(parse, columnOf(parse.input, at), true)
      : parseScalar(parse, baseIndent);
  skipEmptyLines(parse);
  if (current(parse).kind === "eof" || currentIndent(parse) <= baseIndent) return "";
  return parseValue(parse, baseIndent) ?? "";
}

function parseFlow(parse: Parse): Value {
  return current(parse).kind === "{" ? parseFlowMap(parse) : parseFlowList(parse);
}

function parseFlowMap(parse: Parse): Value {
  const entries: (readonly [string, Value])[] = [];
  advance(parse);
  skipFlowSpace(parse);
  while (current(parse).kind === "scalar") {
    const key = parseFlowScalar(parse);
    skipFlowSpace(parse);
    let value: Value = "";
    if (take(parse, "colon")) {
      skipFlowSpace(parse);
      value = parseFlowValue(parse) ?? "";
    }
    entries.push([key, value]);
    skipFlowSpace(parse);
    if (take(parse, "comma")) skipFlowSpace(parse);
  }
  take(parse, "}");
  return objectOf(entries);
}

function parseFlowList(parse: Parse): Value {
  const items: Value[] = [];
  advance(parse);
  skipFlowSpace(parse);
  while (current(parse).kind !== "]" && current(parse).kind !== "eof") {
    const item = parseFlowValue(parse);
    if (item === undefined) {
      advance(parse);
      continue;
    }
    items.push(item);
    skipFlowSpace(parse);
    if (take(parse, "comma")) skipFlowSpace(parse);
  }
  take(parse, "]");
  return items;
}

function parseFlowValue(parse: Parse): Value | undefined {
  const { kind } = current(parse);
  if (kind === "scalar") return parseFlowScalar(parse);
  return kind === "{" || kind === "[" ? parseFlow(parse) : undefined;
}

/** A plain scalar may go on in the next lines. */
function parseFlowScalar(parse: Parse): string {
  const { text, styled } = advance(parse);
  let value = text;
  while (!styled) {
    let offset = 0;
    while (isFlowSpace(peek(parse, offset))) offset++;
    const next = peek(parse, offset);
    if (offset === 0 || next.kind !== "scalar" || next.styled) break;
    parse.position += offset + 1;
    value += ` ${next.text}`;
  }
  return value;
}

function skipFlowSpace(parse: Parse): void {
  while (isFlowSpace(current(parse))) advance(parse);
}

function isFlowSpace({ kind }: Token): boolean {
  return kind === "newline" || kind === "indent" || kind === "comment";
}

function objectOf(entries: readonly (readonly [string, Value])[]): Value {
  return Object.fromEntries(entries.toReversed());
}
