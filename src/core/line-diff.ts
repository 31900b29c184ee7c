/**
 * A change of the lines `from` to `fromEnd` of the old text to the lines `to` to `toEnd` of the new one. Numbers
 * start at 0, and ends are exclusive.
 */
export interface Difference {
  readonly from: number;
  readonly fromEnd: number;
  readonly to: number;
  readonly toEnd: number;
}

/** Maximum number of removed and added lines for which the shortest diff is computed, as the cost is quadratic. */
const mostSteps = 1_000;

/**
 * Where two lists of lines differ: the shortest diff, by Myers' O(ND) algorithm (1986), or one stretch if they differ
 * in many lines.
 * Implemented here because it is short and its worst-case cost is bounded.
 */
export function diffLines(before: readonly string[], after: readonly string[]): readonly Difference[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let [fromEnd, toEnd] = [before.length, after.length];
  while (fromEnd > start && toEnd > start && before[fromEnd - 1] === after[toEnd - 1])
    [fromEnd, toEnd] = [fromEnd - 1, toEnd - 1];
  if (start === fromEnd && start === toEnd) return [];
  const whole = { from: start, fromEnd, to: start, toEnd };
  if (start === fromEnd || start === toEnd) return [whole];
  const found = shortest(before.slice(start, fromEnd), after.slice(start, toEnd));
  return (
    found?.map((each) => ({
      from: each.from + start,
      fromEnd: each.fromEnd + start,
      to: each.to + start,
      toEnd: each.toEnd + start,
    })) ?? [whole]
  );
}

/** Extends each diagonal as far as possible for 0, 1, 2, … steps, and then walks back. */
function shortest(before: readonly string[], after: readonly string[]): readonly Difference[] | undefined {
  const most = Math.min(mostSteps, before.length + after.length);
  const reached: Int32Array[] = [];
  for (let steps = 0; steps <= most; steps++) {
    const last = reached.at(-1);
    const current = new Int32Array(2 * steps + 1);
    reached.push(current);
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      let from = last ? entry(last, steps - 1, diagonal).from : 0;
      while (
        from < before.length &&
        from - diagonal < after.length &&
        before[from] === after[from - diagonal]
      )
        from++;
      current[diagonal + steps] = from;
      if (from >= before.length && from - diagonal >= after.length)
        return walkBack(reached, before.length, after.length);
    }
  }
  return undefined;
}

/** The neighboring diagonal from which this one is reached, and whether that step removes a line. */
function entry(
  last: Int32Array,
  steps: number,
  diagonal: number,
): { readonly from: number; readonly removes: boolean } {
  const below = diagonal - 1 < -steps ? -1 : last[diagonal - 1 + steps]!;
  const above = diagonal + 1 > steps ? -1 : last[diagonal + 1 + steps]!;
  return above > below ? { from: above, removes: false } : { from: below + 1, removes: true };
}

function walkBack(
  reached: readonly Int32Array[],
  fromLength: number,
  toLength: number,
): readonly Difference[] {
  const found: Difference[] = [];
  let diagonal = fromLength - toLength;
  for (let steps = reached.length - 1; steps > 0; steps--) {
    const { from, removes } = entry(reached[steps - 1]!, steps - 1, diagonal);
    const to = from - diagonal;
    const step = removes
      ? { from: from - 1, fromEnd: from, to, toEnd: to }
      : { from, fromEnd: from, to: to - 1, toEnd: to };
    const next = found.at(-1);
    if (next && step.fromEnd === next.from && step.toEnd === next.to)
      found[found.length - 1] = { ...next, from: step.from, to: step.to };
    else found.push(step);
    diagonal += removes ? -1 : 1;
  }
  return found.reverse();
}
