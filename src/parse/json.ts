import {
  createScanner,
  type JSONVisitor,
  type ParseErrorCode,
  printParseErrorCode,
  visit,
} from "jsonc-parser";
import type { JsonDocument, JsonMember, JsonNode, JsonProblem } from "../core/json.ts";
import { quote, show } from "../core/show.ts";
import type { SourceText } from "../core/source-text.ts";

/** Maximum depth: the parser recurses for every nested array and object. */
const deepest = 200;

/** Numbers of the tokens in the parser's scanner. Its SyntaxKind is a const enum, which cannot be imported. */
const token = { openBrace: 1, closeBrace: 2, openBracket: 3, closeBracket: 4, end: 17 } as const;

/**
 * Parses JSON with comments and trailing commas as far as possible. Reports only the first syntax error, as the
 * others usually follow from it.
 */
export function parseJson(source: SourceText): JsonDocument {
  const mark = source.text.startsWith("\ufeff");
  // The parser rejects a byte-order mark; a space instead of it keeps the offsets.
  const text = mark ? ` ${source.text.slice(1)}` : source.text;
  const problems: JsonProblem[] = mark
    ? [
        {
          kind: "byte-order-mark",
          message: "file starts with a byte-order mark, which JSON does not allow; remove it",
          range: source.range(0, 1),
        },
      ]
    : [];
  const deep = tooDeep(text);
  if (deep !== undefined)
    return {
      problems: [
        ...problems,
        {
          kind: "depth",
          message: `arrays and objects are nested more than ${deepest} levels deep`,
          range: source.range(deep, deep + 1),
        },
      ],
    };
  const root = buildTree(text, source, problems);
  return { problems, ...(root && { root }) };
}

/**
 * Offset at which the depth exceeds the limit. A closing bracket counts only if it matches the last opened one, so
 * that the depth is never less than the parser's, which skips brackets that do not match.
 */
function tooDeep(text: string): number | undefined {
  const scanner = createScanner(text, true);
  const open: number[] = [];
  for (let kind: number = scanner.scan(); kind !== token.end; kind = scanner.scan()) {
    if (kind === token.openBrace || kind === token.openBracket) {
      if (open.push(kind + 1) > deepest) return scanner.getTokenOffset();
    } else if ((kind === token.closeBrace || kind === token.closeBracket) && open.at(-1) === kind) open.pop();
  }
  return undefined;
}

/** Builds the tree of values and adds problems to `problems`. The offsets in `text` are those of the source. */
function buildTree(text: string, source: SourceText, problems: JsonProblem[]): JsonNode | undefined {
  const tree: Tree = { text, source, problems, frames: [] };
  visit(text, visitorOf(tree), { allowTrailingComma: true });
  return tree.root;
}

interface Tree {
  readonly text: string;
  readonly source: SourceText;
  readonly problems: JsonProblem[];
  readonly frames: Frame[];
  root?: JsonNode;
  /** Offset of the last comma, until another token follows. */
  comma?: number | undefined;
  failed?: true;
}

/** An array or object that is still open. */
interface Frame {
  readonly start: number;
  readonly items: JsonNode[];
  readonly members: JsonMember[];
  readonly keys: Set<string>;
  key?: Pick<JsonMember, "key" | "keyRange">;
}

function visitorOf(tree: Tree): JSONVisitor {
  return {
    onObjectBegin: (start) => open(tree, start),
    onArrayBegin: (start) => open(tree, start),
    onObjectEnd: (start, length) => close(tree, "object", start + length),
    onArrayEnd: (start, length) => close(tree, "array", start + length),
    onObjectProperty: (key, start, length) => readKey(tree, key, start, start + length),
    onLiteralValue: (value: unknown, start, length) =>
      add(tree, literal(value, tree.source.range(start, start + length))),
    onSeparator: (character, start) => {
      if (character === ",") tree.comma = start;
    },
    onComment: (start, length) =>
      tell(tree, "comment", {
        message: "JSON does not allow comments; remove this one",
        start,
        end: start + length,
      }),
    onError: (code, start, length) => {
      if (tree.failed) return;
      tree.failed = true;
      tell(tree, "syntax", faultOf(code, tree.text, start, start + length));
    },
  };
}

function open(tree: Tree, start: number): void {
  tree.comma = undefined;
  tree.frames.push({ start, items: [], members: [], keys: new Set() });
}

function close(tree: Tree, kind: "array" | "object", end: number): void {
  const { start, items, members } = tree.frames.pop()!;
  // In an unclosed text, a comma at the end is not a trailing comma.
  const closed = "]}".includes(tree.text.charAt(end - 1));
  if (tree.comma !== undefined && closed)
    tell(tree, "trailing-comma", {
      message: "JSON does not allow trailing commas; remove this one",
      start: tree.comma,
      end: tree.comma + 1,
    });
  const range = tree.source.range(start, end);
  add(tree, kind === "array" ? { kind, range, items } : { kind, range, members });
}

function readKey(tree: Tree, key: string, start: number, end: number): void {
  tree.comma = undefined;
  const frame = tree.frames.at(-1)!;
  if (frame.keys.has(key))
    tell(tree, "duplicate-key", {
      message: `duplicate key ${quote(key)}; only the last value is used`,
      start,
      end,
    });
  frame.keys.add(key);
  frame.key = { key, keyRange: tree.source.range(start, end) };
}

function add(tree: Tree, value: JsonNode): void {
  tree.comma = undefined;
  const parent = tree.frames.at(-1);
  if (!parent) tree.root ??= value;
  else if (parent.key) parent.members.push({ ...parent.key, value });
  else parent.items.push(value);
}

function literal(value: unknown, range: JsonNode["range"]): JsonNode {
  if (typeof value === "string") return { kind: "string", range, value };
  if (typeof value === "number") return { kind: "number", range, value };
  return typeof value === "boolean" ? { kind: "boolean", range, value } : { kind: "null", range };
}

function tell({ problems, source }: Tree, kind: JsonProblem["kind"], { message, start, end }: Fault): void {
  problems.push({ kind, message, range: source.range(start, end) });
}

interface Fault {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

const shown = 30;

/** The message and range for a parser error over the token from `start` to `end`. */
function faultOf(code: ParseErrorCode, text: string, start: number, end: number): Fault {
  const name = printParseErrorCode(code);
  const token = text.slice(start, end);
  const inString =
    name === "InvalidUnicode" || name === "InvalidEscapeCharacter" || name === "InvalidCharacter";
  return inString ? faultInString(token, start) : { message: messages[name](token), start, end };
}

type Name = Exclude<
  ReturnType<typeof printParseErrorCode>,
  "InvalidUnicode" | "InvalidEscapeCharacter" | "InvalidCharacter"
>;

const messages = {
  InvalidSymbol: (token) => `${quote(token, shown)} is not a JSON value; write strings in double quotes`,
  InvalidNumberFormat: (token) => `${quote(token, shown)} is not a JSON number`,
  UnexpectedEndOfNumber: (token) => `number ${quote(token, shown)} does not end with a digit`,
  PropertyNameExpected: (token) => `expected a key in double quotes, found ${named(token)}`,
  ValueExpected: (token) => `expected a value, found ${named(token)}`,
  ColonExpected: (token) => `expected a colon, found ${named(token)}`,
  CommaExpected: (token) => `expected a comma, found ${named(token)}; add one`,
  CloseBraceExpected: () => "the object is not closed; add `}`",
  CloseBracketExpected: () => "the array is not closed; add `]`",
  EndOfFileExpected: (token) => `expected the end of the file, found ${named(token)}`,
  InvalidCommentToken: () => "JSON does not allow comments; remove this one",
  UnexpectedEndOfComment: () => "the comment is not closed; add `*/`",
  UnexpectedEndOfString: () => "the string is not closed on its line; add a double quote",
  "<unknown ParseErrorCode>": (token) => `unexpected ${named(token)}`,
} as const satisfies Record<Name, (token: string) => string>;

function named(token: string): string {
  if (token === "") return "the end of the file";
  return token.startsWith('"') ? show(token, shown) : quote(token, shown);
}

/** Valid escapes come first, so that a backslash that matches alone does not start one of them. */
const escape = /\\u[\da-f]{4}|\\["\\/bfnrt]|\\u[\da-f]{0,3}|\\.|[\0-\x1f]/gi;

const known = /^\\(?:u[\da-f]{4}|["\\/bfnrt])$/i;

/** The parser reports the whole string; this finds the invalid characters in it. */
function faultInString(token: string, start: number): Fault {
  for (const { 0: found, index } of token.matchAll(escape)) {
    if (known.test(found)) continue;
    const message = found.startsWith("\\")
      ? `${quote(found)} is not a JSON escape; write a backslash as \`\\\\\``
      : `unescaped ${quote(found)} in a string; escape it`;
    return { message, start: start + index, end: start + index + found.length };
  }
  return { message: "the string contains an unknown escape", start, end: start + token.length };
}
