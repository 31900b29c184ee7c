import { reprString } from "../../../dialects/python/value.ts";
import {
  characterAt,
  codeHere,
  columnHere,
  isDigit,
  isGapOrEnd,
  isLineEnd,
  type Mark,
  markHere,
  skipBlanks,
  skipLine,
  skipSpaces,
  takeBreak,
} from "./cursor.ts";
import { fail } from "./failure.ts";
import { skipToToken } from "./scan-gap.ts";
import { atDocumentMarker, atLineStart, type Scanner } from "./scanner.ts";
import { type Comment, token, type Token } from "./tokens.ts";

interface Header {
  readonly chomping: "strip" | "clip" | "keep";
  /** The indentation indicator, 1 to 9. */
  readonly increment: number | undefined;
  readonly commented: boolean;
}

/** Line breaks before the next line with text, and the position after the last of them. */
interface Breaks {
  readonly text: string;
  readonly end: Mark;
}

/** Scans a literal ("|") or folded (">") scalar. */
export function scanBlock(scanner: Scanner): Token {
  const start = markHere(scanner);
  const folded = codeHere(scanner) === 62;
  const { chomping, increment, commented } = takeHeader(scanner, start);
  const least = Math.max(scanner.indent + 1, increment === undefined ? scanner.flavour.topLevelIndent : 1);
  const indented =
    increment === undefined ? takeIndentation(scanner, start, least) : { indent: least + increment - 1 };
  const { indent } = indented;
  let breaks = "breaks" in indented ? indented.breaks : takeBreaks(scanner, start, indent);
  let value = "";
  let last = "";
  while (atText(scanner, indent)) {
    value += breaks.text;
    const flush = !isBlank(codeHere(scanner));
    const from = scanner.at;
    skipLine(scanner);
    value += scanner.text.slice(from, scanner.at);
    last = takeBreak(scanner);
    breaks = takeBreaks(scanner, start, indent);
    if ((least === 0 && atLineStart(scanner) && atDocumentMarker(scanner)) || !atText(scanner, indent)) break;
    const folds = folded && last === "\n" && flush && !isBlank(codeHere(scanner));
    if (!folds) value += last;
    else if (breaks.text === "") value += " ";
  }
  if (chomping !== "strip") value += last;
  if (chomping === "keep") value += breaks.text;
  const scalar = token("<scalar>", start, breaks.end, value);
  scalar.comment = takeComments(scanner, commented, chomping !== "keep" && breaks.text !== "");
  return scalar;
}

function atText(scanner: Scanner, indent: number): boolean {
  return columnHere(scanner) === indent && codeHere(scanner) !== 0;
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

/** ruamel.yaml consumes comments after trailing line breaks immediately, with the rest of their lines. */
function takeComments(scanner: Scanner, commented: boolean, trailing: boolean): Comment | undefined {
  if (!scanner.flavour.keepsComments || (!commented && !trailing)) return undefined;
  if (trailing) while (skipToToken(scanner) !== undefined);
  return { after: trailing, before: commented ? 1 : undefined };
}

function takeHeader(scanner: Scanner, start: Mark): Header {
  scanner.at++;
  const early = takeChomping(scanner);
  const increment = takeIncrement(scanner, start);
  const chomping = early ?? (increment === undefined ? undefined : takeChomping(scanner)) ?? "clip";
  if (!scanner.flavour.tabsSeparate && !isGapOrEnd(codeHere(scanner)))
    failHeader(scanner, start, `expected chomping or indentation indicators, but found ${found(scanner)}`);
  if (scanner.flavour.tabsSeparate) skipBlanks(scanner);
  else skipSpaces(scanner);
  const commented = codeHere(scanner) === 35;
  if (commented) skipLine(scanner);
  if (!isLineEnd(codeHere(scanner)))
    failHeader(scanner, start, `expected a comment or a line break, but found ${found(scanner)}`);
  takeBreak(scanner);
  return { chomping, increment, commented };
}

function takeChomping(scanner: Scanner): "strip" | "keep" | undefined {
  const code = codeHere(scanner);
  if (code !== 43 && code !== 45) return undefined;
  scanner.at++;
  return code === 43 ? "keep" : "strip";
}

function takeIncrement(scanner: Scanner, start: Mark): number | undefined {
  const code = codeHere(scanner);
  if (!isDigit(code)) return undefined;
  if (code === 48) failHeader(scanner, start, "expected indentation indicator in the range 1-9, but found 0");
  scanner.at++;
  return code - 48;
}

function found(scanner: Scanner): string {
  return reprString(characterAt(scanner, scanner.at));
}

function failHeader(scanner: Scanner, start: Mark, problem: string): never {
  fail(scanner, {
    context: "while scanning a block scalar",
    contextMark: start,
    problem,
    mark: markHere(scanner),
  });
}

/** The deepest indentation of the empty lines and the first text line, which is the scalar's indentation. */
function takeIndentation(
  scanner: Scanner,
  start: Mark,
  least: number,
): { readonly indent: number; readonly breaks: Breaks } {
  let text = "";
  let indent = least;
  let end = markHere(scanner);
  for (;;) {
    const from = scanner.at;
    skipSpaces(scanner);
    // ruamel.yaml does not reset the column after NEL, LS and PS: without a space there is no indentation.
    if (scanner.at > from) indent = Math.max(indent, columnHere(scanner));
    refuseTab(scanner, start);
    const next = takeBreak(scanner);
    if (next === "") return { indent, breaks: { text, end } };
    text += next;
    end = markHere(scanner);
  }
}

function takeBreaks(scanner: Scanner, start: Mark, indent: number): Breaks {
  let text = "";
  let end = markHere(scanner);
  for (;;) {
    while (codeHere(scanner) === 32 && columnHere(scanner) < indent) scanner.at++;
    if (columnHere(scanner) < indent) refuseTab(scanner, start);
    const next = takeBreak(scanner);
    if (next === "") return { text, end };
    text += next;
    end = markHere(scanner);
  }
}

function refuseTab(scanner: Scanner, start: Mark): void {
  if (scanner.flavour.tabsSeparate && codeHere(scanner) === 9)
    failHeader(scanner, start, "found a tab character where an indentation space is expected");
}
