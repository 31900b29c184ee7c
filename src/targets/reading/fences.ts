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
