import type { Range } from "../core/place.ts";

/** Of things in the order of their places, the last that begins at the offset or before it; a file may hold thousands, so they are halved. */
export function lastBefore<Placed extends { readonly range: Range }>(things: readonly Placed[], offset: number): Placed | undefined {
  let low = 0;
  let high = things.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (things[middle]!.range.start.offset <= offset) low = middle + 1;
    else high = middle;
  }
  return things[low - 1];
}
