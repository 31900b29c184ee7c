import { spaceEnd, strip, stripEnd } from "../../dialects/python/text.ts";
import type { SplitText } from "./fences.ts";
import { findLine } from "./lines.ts";

/** `^---\s*\n(.*?)\n---\s*\n`: both fences are lines; white space and empty lines may follow the dashes. */
export function splitAtDashLines(text: string): SplitText | undefined {
  const start = lineEnd(text, 3);
  if (!text.startsWith("---") || start === undefined) return undefined;
  for (let at = text.indexOf("\n---", start); at !== -1; at = text.indexOf("\n---", at + 4)) {
    const body = lineEnd(text, at + 4);
    if (body !== undefined) return { frontmatter: text.slice(start, at), body: text.slice(body) };
  }
  return undefined;
}

/** The offset after the last line break of the white space at the offset. */
function lineEnd(text: string, from: number): number | undefined {
  const last = text.lastIndexOf("\n", spaceEnd(text, from) - 1);
  return last < from ? undefined : last + 1;
}

/** `text.split("---", 2)`: the second dashes end the frontmatter wherever they are, also within a value. */
export function splitAtSecondDashes(text: string): SplitText | undefined {
  if (!text.startsWith("---")) return undefined;
  const end = text.indexOf("---", 3);
  return end === -1 ? undefined : { frontmatter: text.slice(3, end), body: text.slice(end + 3) };
}

/**
 * The dashes at the start, to the first line of three dashes, with spaces or tabs after them; `\n---[ \t]*(?:\n|$)`.
 */
export function splitAtBlankLines(text: string): SplitText | undefined {
  if (!text.startsWith("---")) return undefined;
  const end = /\n---[ \t]*(?:\n|$)/.exec(text.slice(3));
  if (!end) return undefined;
  const at = 3 + end.index;
  return { frontmatter: strip(text.slice(3, at)), body: strip(text.slice(at + end[0].length)) };
}

interface BoundedText extends SplitText {
  /** The text before the first fence. */
  readonly before: string;
}

/** Splits at the first two lines of three or more hyphens, `^-{3,}\s*$`. */
export function splitAtBoundaries(text: string): BoundedText | undefined {
  const isBoundary = (line: string): boolean => line.startsWith("---") && /^-{3,}$/.test(stripEnd(line));
  const first = findLine(text, 0, isBoundary);
  const second = first && findLine(text, first.end + 1, isBoundary);
  if (!second) return undefined;
  return {
    before: text.slice(0, Math.max(first.start - 1, 0)),
    frontmatter: text.slice(first.end + 1, second.start),
    body: text.slice(second.end + 1),
  };
}

/** A SKILL.md as npm's gray-matter has its counterpart in python-frontmatter 1.1: without fences it is all body. */
export function splitAsPythonFrontmatter(text: string): {
  readonly split?: SplitText;
  readonly text: string;
} {
  const stripped = strip(text.replaceAll("\r\n", "\n"));
  const opened = /^-{3,}$/.test(stripEnd(stripped.split("\n", 1)[0] ?? ""));
  const split = opened ? splitAtBoundaries(stripped) : undefined;
  return split ? { split: { ...split, body: strip(split.body) }, text: stripped } : { text: stripped };
}
