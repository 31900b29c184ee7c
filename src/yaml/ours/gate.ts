import {
  type Alias,
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  type Pair,
  Parser,
  type Scalar,
  type YAMLMap,
} from "yaml";
import type { FieldStyle } from "../../model/frontmatter.ts";
import { limits } from "../../model/limits.ts";
import type { Span } from "../../core/lines.ts";

export interface ComposedYaml {
  /** Absent if there are only comments, or if a limit was exceeded. */
  readonly root?: YamlNode;
  /** The library's error codes. Its messages are not used, as they contain raw text. */
  readonly errors: readonly (Span & { readonly code: string })[];
  readonly features: readonly YamlFeature[];
  /** The values of anchored scalars. */
  readonly anchors: ReadonlyMap<string, string>;
  /** Offset of the last bracket or brace that is not closed. */
  readonly unclosed?: number;
  /** Offset of the first quote that is not closed. */
  readonly openQuote?: number;
  /** The limit that was exceeded, and the offset. */
  readonly excess?: { readonly limit: "yamlDepth" | "yamlNodes"; readonly at: number };
}

const featureOf: Readonly<Record<string, YamlFeature["kind"]>> = {
  "&": "anchor",
  "*": "alias",
  "!": "tag",
  "%": "directive",
};

const blockStyles: ReadonlySet<string> = new Set(["BLOCK_FOLDED", "BLOCK_LITERAL"]);

// "failsafe" keeps scalars as strings. The library's check for duplicate keys is quadratic, and so is `prettyErrors`.
const options = {
  schema: "failsafe",
  // Otherwise the library would decode !!binary with functions that a bare JavaScript context does not have.
  resolveKnownTags: false,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: "silent",
  stringKeys: true,
  keepSourceTokens: true,
} as const;

/**
 * Composes a text with the YAML library. Never throws; its work is bounded by limits.yamlDepth and
 * limits.yamlNodes.
 */
export function composeYaml(text: string): ComposedYaml {
  const { tokens, features, unclosed, openQuote, excess } = tokenize(text);
  const anchors = new Map<string, string>();
  if (excess) return { errors: [], features, anchors, excess };
  const [document, ...more] = withoutStacks(() =>
    Array.from(new Composer(options).compose(tokens, true, text.length)),
  );
  if (!document) return { errors: [], features, anchors };
  const second = more[0]?.range?.[0];
  const root = document.contents ? toNode(document.contents, text, anchors) : undefined;
  return {
    ...(root && { root }),
    errors: toErrors(document),
    ...(unclosed !== undefined && { unclosed }),
    ...(openQuote !== undefined && { openQuote }),
    features:
      second === undefined ? features : [...features, { kind: "document", start: second, end: second }],
    anchors,
  };
}

/**
 * The library creates an Error for each mistake, up to one for every second character. Most of the cost is the stack
 * trace, which is not used.
 */
function withoutStacks<T>(action: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return action();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

interface Tokenized {
  readonly tokens: readonly CST.Token[];
  readonly features: readonly YamlFeature[];
  readonly unclosed?: number | undefined;
  readonly openQuote?: number | undefined;
  readonly excess?: NonNullable<ComposedYaml["excess"]>;
}

/** The library's composer recurses, so the depth is measured by the parser's stack, which does not. */
function tokenize(text: string): Tokenized {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  const features: YamlFeature[] = [];
  const open: number[] = [];
  let openQuote: number | undefined;
  let at = 0;
  let nodes = 0;
  let scalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    const width =
      lexeme === scalarMark || lexeme === documentMark || lexeme === flowEndMark ? 0 : lexeme.length;
    const kind = scalar ? undefined : featureOf[lexeme.charAt(0)];
    if (kind) features.push({ kind, start: at, end: at + width });
    if (!scalar && (kind || counted.has(lexeme))) nodes++;
    if (!scalar && (lexeme === "[" || lexeme === "{")) open.push(at);
    else if (!scalar && (lexeme === "]" || lexeme === "}")) open.pop();
    else if (!scalar && isUnclosed(lexeme)) openQuote ??= at;
    scalar = lexeme === scalarMark && !scalar;
    at += width;
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (parser.stack.length > limits.yamlDepth + 2)
      return { tokens, features, excess: { limit: "yamlDepth", at } };
    if (nodes > limits.yamlNodes) return { tokens, features, excess: { limit: "yamlNodes", at } };
  }
  for (const token of parser.end()) tokens.push(token);
  return { tokens, features, unclosed: open.at(-1), openQuote };
}

/** Whether a lexeme begins with a quote that it does not end with. */
function isUnclosed(lexeme: string): boolean {
  const quote = lexeme.charAt(0);
  return (quote === '"' || quote === "'") && (lexeme.length === 1 || !lexeme.endsWith(quote));
}

// Marker tokens of the lexer that have no text: CST.SCALAR, CST.DOCUMENT and CST.FLOW_END.
const scalarMark = "\u001f";

const documentMark = "\u0002";

const flowEndMark = "\u0018";

/** Indicators count too, so that indicators without nodes between them are limited as well. */
const counted: ReadonlySet<string> = new Set([scalarMark, "[", "]", "{", "}", "-", "?", ",", ":"]);

function toErrors(document: Document.Parsed): ComposedYaml["errors"] {
  return document.errors.map(({ code, pos: [start, end] }) => ({ code, start, end }));
}

/** Recursion is bounded by the depth of the tokens. */
function toNode(node: Node, text: string, anchors: Map<string, string>): YamlNode {
  const [start, end] = node.range ?? [0, 0];
  if (isAlias(node)) return { kind: "alias", start, end, anchor: (node as Alias).source };
  if (isScalar(node)) return toScalar(node, { start, end }, text, anchors);
  const style = node.flow ? "flow" : "block";
  if (isMap(node)) {
    const pairs = (node as YAMLMap<Node, Node | null>).items.map((pair) => toPair(pair, text, anchors));
    return { kind: "map", style, start, end: node.flow ? end : (pairs.at(-1)?.value.end ?? end), pairs };
  }
  if (!isSeq(node)) return { kind: "scalar", start, end, value: "", style: "empty" };
  const items = (node.items as Node[]).map((item) => toNode(item, text, anchors));
  return { kind: "list", style, start, end: node.flow ? end : (items.at(-1)?.end ?? end), items };
}

function toPair(
  { key, value, srcToken }: Pair<Node, Node | null>,
  text: string,
  anchors: Map<string, string>,
): YamlPair {
  const keyNode = toNode(key, text, anchors);
  const valueNode = value ? toNode(value, text, anchors) : undefined;
  if (valueNode && !isEmptyScalar(valueNode)) return { key: keyNode, value: valueNode };
  const colon = srcToken?.sep?.find(({ type }) => type === "map-value-ind");
  const after = colon ? colon.offset + 1 : keyNode.end;
  return { key: keyNode, value: { kind: "scalar", start: after, end: after, value: "", style: "empty" } };
}

function isEmptyScalar(node: YamlNode): boolean {
  return node.kind === "scalar" && node.style === "empty";
}

function toScalar(node: Scalar, { start, end }: Span, text: string, anchors: Map<string, string>): YamlNode {
  const value = typeof node.value === "string" ? node.value : "";
  if (node.anchor) anchors.set(node.anchor, value);
  const block = blockStyles.has(node.type ?? "");
  return {
    kind: "scalar",
    start,
    end: block ? beforeBreaks(text, end) : end,
    value,
    style: block ? "block" : scalarStyle(node, start, end),
  };
}

function scalarStyle({ type }: Scalar, start: number, end: number): FieldStyle {
  if (type === "QUOTE_SINGLE") return "single";
  if (type === "QUOTE_DOUBLE") return "double";
  return start === end ? "empty" : "plain";
}

/** A block scalar's range includes the line breaks and empty lines at its end. */
function beforeBreaks(text: string, end: number): number {
  let at = end;
  while (at > 0 && " \t\r\n".includes(text.charAt(at - 1))) at--;
  return at;
}

/** A YAML value with its range; every scalar is a string, unquoted. */
export type YamlNode =
  | (Span & { readonly kind: "scalar"; readonly value: string; readonly style: FieldStyle })
  | (Span & { readonly kind: "alias"; readonly anchor: string })
  | (Span & { readonly kind: "map"; readonly style: FieldStyle; readonly pairs: readonly YamlPair[] })
  | (Span & { readonly kind: "list"; readonly style: FieldStyle; readonly items: readonly YamlNode[] });

export interface YamlPair {
  readonly key: YamlNode;
  readonly value: YamlNode;
}

/** A YAML feature that some clients do not support. */
export interface YamlFeature extends Span {
  readonly kind: "anchor" | "alias" | "tag" | "directive" | "document";
}
