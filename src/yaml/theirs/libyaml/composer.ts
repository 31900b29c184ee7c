import { reprString } from "../../../dialects/python/value.ts";
import type { Mark } from "./cursor.ts";
import { fail } from "./failure.ts";
import { type Node, prefix } from "./nodes.ts";
import { describe, emptyScalar, parseNode, type Parser } from "./parser.ts";
import { isVersion11, type Scanner } from "./scanner.ts";
import { moveComment, nextIs, nextIsOneOf, peekToken, takeToken } from "./token-stream.ts";
import type { Directive, Token, TokenKind } from "./tokens.ts";

interface DocumentStart {
  readonly mark: Mark;
  readonly explicit: boolean;
}

/** Reads the only document of the text; undefined if there is none. A second document is an error. */
export function composeSingle(scanner: Scanner, resolvePlain: Parser["resolvePlain"]): Node | undefined {
  const parser = openParser(scanner, resolvePlain);
  const node = composeFirst(parser);
  if (node === undefined) return undefined;
  const second = beginSecond(parser);
  if (second === undefined) return node;
  return fail(scanner, {
    context: "expected a single document in the stream",
    contextMark: node.start,
    problem: "but found another document",
    mark: second.mark,
  });
}

export function openParser(scanner: Scanner, resolvePlain: Parser["resolvePlain"]): Parser {
  return { scanner, resolvePlain, anchors: new Map(), root: undefined, tagHandles: defaultTags, depth: 0 };
}

/** Reads the first document; undefined if there is none. */
export function composeFirst(parser: Parser): Node | undefined {
  const { scanner } = parser;
  const { keepsComments } = scanner.flavour;
  const begin = takeToken(scanner);
  if (keepsComments) moveComment(begin, peekToken(scanner));
  const first = beginDocument(parser, true);
  if (first === undefined) return undefined;
  const node =
    first.explicit && nextIsOneOf(scanner, contentless)
      ? emptyScalar(parser, peekToken(scanner).start)
      : parseNode(parser, "block");
  if (nextIs(scanner, "<document end>")) takeToken(scanner);
  return node;
}

/** Undefined if the text ends after the first document. */
export function beginSecond(parser: Parser): DocumentStart | undefined {
  return beginDocument(parser, parser.scanner.flavour.heedsVersion && !isVersion11(parser.scanner));
}

const explicitStarts: readonly TokenKind[] = ["<directive>", "<document start>", "<stream end>"];
const contentless: readonly TokenKind[] = [
  "<directive>",
  "<document start>",
  "<document end>",
  "<stream end>",
];
const defaultTags: ReadonlyMap<string, string> = new Map([
  ["!", "!"],
  ["!!", prefix],
]);

/** Undefined at the end of the stream. */
function beginDocument(parser: Parser, mayBeImplicit: boolean): DocumentStart | undefined {
  const { scanner } = parser;
  if (mayBeImplicit && !nextIsOneOf(scanner, explicitStarts))
    return { mark: peekToken(scanner).start, explicit: false };
  while (nextIs(scanner, "<document end>")) takeToken(scanner);
  if (nextIs(scanner, "<stream end>")) return undefined;
  const mark = peekToken(scanner).start;
  takeDirectives(parser);
  if (!nextIs(scanner, "<document start>")) {
    const found = peekToken(scanner);
    fail(scanner, {
      problem: `expected '<document start>', but found ${describe(found)}`,
      mark: found.start,
    });
  }
  takeToken(scanner);
  return { mark, explicit: true };
}

function takeDirectives(parser: Parser): void {
  const { scanner } = parser;
  const handles = new Map<string, string>();
  let versions = 0;
  while (nextIs(scanner, "<directive>")) {
    const token = takeToken(scanner);
    const { directive } = token;
    if (directive?.name === "YAML") checkVersion(scanner, token, directive.major, ++versions);
    else if (directive?.name === "TAG") addHandle(scanner, token, directive, handles);
  }
  parser.tagHandles = new Map([...defaultTags, ...handles]);
}

function checkVersion(scanner: Scanner, { start }: Token, major: number, count: number): void {
  if (count > 1) fail(scanner, { problem: "found duplicate YAML directive", mark: start });
  if (major !== 1)
    fail(scanner, { problem: "found incompatible YAML document (version 1.* is required)", mark: start });
}

function addHandle(
  scanner: Scanner,
  { start }: Token,
  { handle, prefix }: Directive & { readonly name: "TAG" },
  handles: Map<string, string>,
): void {
  if (handles.has(handle))
    fail(scanner, { problem: `duplicate tag handle ${reprString(handle)}`, mark: start });
  handles.set(handle, prefix);
}
