import { findLine } from "./lines.ts";

/** A SKILL.md split as one client splits it. */
export interface SplitText {
  /** The text between the fences. */
  readonly frontmatter: string;
  readonly body: string;
}

/** Splits at the first "\n---" after the opening dashes, wherever the line goes on; the body is trimmed. */
export function splitAtDashes(text: string): SplitText | undefined {
  if (!text.startsWith("---")) return undefined;
  const end = text.indexOf("\n---", 3);
  return end === -1 ? undefined : { frontmatter: text.slice(4, end), body: text.slice(end + 4).trim() };
}

/**
 * Splits at the first "---" after the opening line, wherever it is: also in the middle of a value. White space after
 * both dashes is skipped, with the first indentation of the body.
 */
export function splitAtAnyDashes(text: string): SplitText | undefined {
  if (!text.startsWith("---")) return undefined;
  const opening = text.slice(3, text.length - text.slice(3).trimStart().length);
  if (!opening.includes("\n")) return undefined;
  const start = 3 + opening.lastIndexOf("\n") + 1;
  const end = text.indexOf("---", start);
  return end === -1
    ? undefined
    : { frontmatter: text.slice(start, end), body: text.slice(end + 3).trimStart() };
}

/**
 * Splits at a first line that is exactly "---" and the next "\n---" after at least one more line break. The body is
 * all text after the closing dashes; with `alone`, these have to be a whole line.
 */
export function splitFenced(
  text: string,
  { alone = false }: { readonly alone?: boolean } = {},
): SplitText | undefined {
  const start = /^---\r?\n/.exec(text)?.[0].length;
  if (start === undefined) return undefined;
  for (let end = text.indexOf("\n---", start); end !== -1; end = text.indexOf("\n---", end + 1)) {
    const after = end + 4;
    if (alone && after < text.length && text[after] !== "\n") continue;
    const before = text[end - 1] === "\r" && end > start ? end - 1 : end;
    return { frontmatter: text.slice(start, before), body: text.slice(after) };
  }
  return undefined;
}

/**
 * Splits at the lines that are "---" but for white space after it; if `indented`, also before the closing one. The
 * text has "\n" as line breaks. "open" if there is no closing line.
 */
export function splitAtLines(
  text: string,
  { indented = false }: { readonly indented?: boolean } = {},
): SplitText | "open" | undefined {
  const isDashes = (line: string): boolean => line.trimEnd() === "---";
  return splitAtWanted(text, isDashes, indented ? (line) => line.trim() === "---" : isDashes);
}

/** The text between the first line and the next one that is wanted; "open" if there is no such line. */
export function splitAtWanted(
  text: string,
  isFirst: (line: string) => boolean,
  isWanted: (line: string) => boolean,
): SplitText | "open" | undefined {
  const newline = text.indexOf("\n");
  if (!isFirst(newline === -1 ? text : text.slice(0, newline))) return undefined;
  const closing = newline === -1 ? undefined : findLine(text, newline + 1, isWanted);
  if (!closing) return "open";
  const { start, end } = closing;
  return {
    frontmatter: text.slice(newline + 1, Math.max(start - 1, newline + 1)),
    body: text.slice(end + 1),
  };
}

/** Without one line break at the beginning. */
export function withoutNewline(body: string): string {
  return body.replace(/^\r?\n/, "");
}
