import { lineEnd, nextLine, type Span } from "../lines.ts";
import type { Block } from "./blocks.ts";

/** A line that opens a code block if it names a language, and otherwise closes one. */
const marks = /^[ \t>]{0,16}(`{3,}|~{3,})[ \t]*([^\s`]?)/;

/**
 * Samples of documents with code blocks of their own, fenced no longer than those: to Markdown the first inner closing
 * line ends the outer block, and what follows is text. Counted as their author meant them; sorted and apart.
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

/** Undefined where the block holds no opening line, or more are opened than closed: the text's end is no sign of a sample. */
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
