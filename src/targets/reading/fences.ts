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
