import type { Body } from "../model/body.ts";
import type { GraphEdge } from "../model/graph.ts";
import type { Mention } from "./scan-mentions.ts";

interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly kind: GraphEdge["kind"];
}

/** Tells of a name in Markdown what it stands in: a reference, a fence, a code span, or plain text. */
export function markdownKinds(
  text: string,
  { references, fences }: Body,
): (mention: Mention) => GraphEdge["kind"] {
  const inReferences = finder(
    references.map(({ kind, range }) => ({ kind, start: range.start.offset, end: range.end.offset })),
  );
  const inFences = finder(
    fences.map(({ content }) => ({ kind: "fence", start: content.start.offset, end: content.end.offset })),
  );
  return (mention) =>
    inReferences(mention.start) ??
    inFences(mention.start) ??
    (isInSpan(text, mention.start) ? "code-span" : "mention");
}

/** By the last stretch that begins before an offset, as they follow one another. */
function finder(stretches: readonly Stretch[]): (offset: number) => GraphEdge["kind"] | undefined {
  const sorted = stretches.toSorted((a, b) => a.start - b.start);
  return (offset) => {
    let low = 0;
    for (let high = sorted.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (sorted[middle]!.start <= offset) low = middle + 1;
      else high = middle;
    }
    const last = sorted[low - 1];
    return last && offset < last.end ? last.kind : undefined;
  };
}

/** How far before a name the backtick of its code span may be. */
const before = 200;

/** Behind an odd number of backticks on its line. */
function isInSpan(text: string, at: number): boolean {
  const near = text.slice(Math.max(0, at - before), at);
  if (!near.includes("`")) return false;
  return near.slice(near.lastIndexOf("\n") + 1).split("`").length % 2 === 0;
}
