import { lineEnd, nextLine, type Span } from "../../core/lines.ts";
import type { Block } from "./blocks.ts";

/** A line that opens a code block if it names a language, and otherwise closes one. */
const marks = /^[ \t>]{0,16}(`{3,}|~{3,})[ \t]*([^\s`]?)/;

/**
 * The ranges of sample documents that contain code blocks whose fences are as long as the outer one. In Markdown the
 * first inner closing line ends the outer block, and the rest is text; these ranges are what the author meant. Sorted
 * and disjoint.
 */
export function sampleSpans(text: string, blocks: readonly Block[]): readonly Span[] {
  const samples: Span[] = [];
  for (const block of blocks) {
    if (block.kind !== "fence" || !block.closed || block.start < (samples.at(-1)?.end ?? 0)) continue;
    const inner = text.slice(block.content.start, block.content.end);
    if (!inner.includes("```") && !inner.includes("~~~")) continue;
    const end = sampleEnd(text, block.start, block.end);
    if (end !== undefined) samples.push({ start: block.start, end });
  }
  return samples;
}

/**
 * The end of a sample; undefined if the block contains no opening line, or if blocks remain open at the end of the
 * text, as the end does not show where the sample ends.
 */
function sampleEnd(text: string, start: number, blockEnd: number): number | undefined {
  const mark = marks.exec(text.slice(start, start + 200))?.[1] ?? "";
  let depth = 1;
  for (let at = nextLine(text, lineEnd(text, start)); at < text.length; ) {
    const end = lineEnd(text, at);
    const [, found = "", language = ""] = marks.exec(text.slice(at, Math.min(end, at + 200))) ?? [];
    if (found.length >= mark.length && found.startsWith(mark.charAt(0))) depth += language === "" ? -1 : 1;
    if (depth === 0) return end > blockEnd ? end : undefined;
    at = nextLine(text, end);
  }
  return undefined;
}
