import type { CodeFence, Heading } from "../../model/body.ts";
import { isMarkdown } from "../../core/paths.ts";
import type { Range } from "../../core/place.ts";
import type { TextFile } from "../../model/text-file.ts";

/** Where a place of a file stands. What is not Markdown has no outline. */
export interface Outline {
  readonly isMarkdown: boolean;
  fenceAt(offset: number): CodeFence | undefined;
  /** The nearest heading before the place. */
  headingOver(offset: number): Heading | undefined;
}

export function outlineOf(file: TextFile): Outline {
  if (!isMarkdown(file.path))
    return { isMarkdown: false, fenceAt: () => undefined, headingOver: () => undefined };
  return {
    isMarkdown: true,
    fenceAt: (offset) => {
      const fence = lastBefore(file.body.fences, offset);
      return fence && offset < fence.range.end.offset ? fence : undefined;
    },
    headingOver: (offset) => lastBefore(file.body.headings, offset),
  };
}

/** Of things in the order of their places, the last that begins at the offset or before it. */
function lastBefore<Placed extends { readonly range: Range }>(
  things: readonly Placed[],
  offset: number,
): Placed | undefined {
  let low = 0;
  let high = things.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (things[middle]!.range.start.offset <= offset) low = middle + 1;
    else high = middle;
  }
  return things[low - 1];
}
