import type { Span } from "../../core/lines.ts";
import type { Block } from "./blocks.ts";

const tag = /<(\/?)(code|kbd|pre|samp|script|style|tt|var)\b[^<>]*>/gi;

/**
 * All code in a text, sorted: fenced and indented code blocks, other blocks that are not text, code spans, and the
 * content of code tags. `spans` are the code spans.
 */
export function codeIn(
  text: string,
  start: number,
  blocks: readonly Block[],
  spans: readonly Span[],
): readonly Span[] {
  const code: Span[] = [...spans];
  let at = start;
  for (const block of blocks) {
    if (text.slice(at, block.start).trim() !== "") code.push({ start: at, end: block.start });
    if (block.kind === "fence") code.push({ start: block.start, end: block.end });
    else code.push(...taggedIn(text.slice(block.start, block.end), block.start, spans));
    at = block.end;
  }
  if (text.slice(at).trim() !== "") code.push({ start: at, end: text.length });
  return code.sort((a, b) => a.start - b.start);
}

/** Content between the tags of one block; an unclosed tag extends to the end of the block. */
function taggedIn(text: string, offset: number, spans: readonly Span[]): readonly Span[] {
  const found: Span[] = [];
  if (!text.includes("<")) return found;
  let open: { readonly name: string; readonly start: number } | undefined;
  for (const { 0: written, 1: slash, 2: name = "", index } of text.matchAll(tag)) {
    const [start, closes] = [offset + index, slash !== ""];
    if (!open && !closes && !isWithin(start, spans))
      open = { name: name.toLowerCase(), start: start + written.length };
    else if (open && closes && open.name === name.toLowerCase()) {
      found.push({ start: open.start, end: start });
      open = undefined;
    }
  }
  return open ? [...found, { start: open.start, end: offset + text.length }] : found;
}

/** Whether an offset is in a span, found by binary search as the spans are sorted and do not overlap. */
function isWithin(at: number, spans: readonly Span[]): boolean {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.end <= at) low = middle + 1;
    else high = middle;
  }
  const found = spans[low];
  return found !== undefined && found.start <= at;
}
