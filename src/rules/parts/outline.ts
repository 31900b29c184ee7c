import type { Range } from "../../core/place.ts";
import type { Body, CodeFence, Heading } from "../../model/body.ts";

/** The code block around an offset. */
export function fenceAt({ fences }: Body, offset: number): CodeFence | undefined {
  const fence = lastBefore(fences, offset);
  return fence && offset < fence.range.end.offset ? fence : undefined;
}

/** The nearest heading before an offset. */
export function headingOver({ headings }: Body, offset: number): Heading | undefined {
  return lastBefore(headings, offset);
}

/** The last item that begins at or before the offset; the items are sorted by position. */
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
