import { createScanner } from "jsonc-parser";
import type { JsonDocument, JsonProblem } from "../../core/json.ts";
import type { SourceText } from "../../core/source-text.ts";
import { buildTree } from "./json-tree.ts";

/** The parser calls itself for every array and object in another. */
const deepest = 200;

/** As the parser's scanner numbers its tokens: SyntaxKind is a const enum, which cannot be imported. */
const token = { openBrace: 1, closeBrace: 2, openBracket: 3, closeBracket: 4, end: 17 } as const;

/** Reads JSON, with comments and trailing commas, as far as it goes. Of several errors in the syntax it tells the first: the others mostly follow from it. */
export function parseJson(source: SourceText): JsonDocument {
  const mark = source.text.startsWith("\ufeff");
  // The parser takes a byte-order mark for a symbol; a blank in its place keeps the offsets.
  const text = mark ? ` ${source.text.slice(1)}` : source.text;
  const problems: JsonProblem[] = mark
    ? [
        {
          kind: "byte-order-mark",
          message: "the file begins with a byte-order mark, which JSON does not allow",
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
          message: `arrays and objects are nested more than ${deepest} deep here`,
          range: source.range(deep, deep + 1),
        },
      ],
    };
  const root = buildTree(text, source, problems);
  return { problems, ...(root && { root }) };
}

/**
 * Where nesting exceeds the limit. A closing bracket counts only where it closes the last one opened, so that the count is never
 * below the parser's own, which passes over brackets that do not fit.
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
