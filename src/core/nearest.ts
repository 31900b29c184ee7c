/** Longer words are not treated as misspelled, as comparing two words costs the product of their lengths. */
const longest = 64;

/**
 * The candidate with the fewest edits from `word`, ignoring case, if they are few enough for a typing error, or at
 * most `atMost`. If several have the same number, the first.
 */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  atMost = Math.max(2, Math.floor(word.length / 3)),
): string | undefined {
  if (word.length > longest) return undefined;
  const typed = word.toLowerCase();
  let best: string | undefined;
  let fewest = atMost + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= fewest || candidate.length > longest) continue;
    const edits = distance(typed, candidate.toLowerCase(), fewest);
    if (edits < fewest && edits < candidate.length) [best, fewest] = [candidate, edits];
  }
  return best;
}

/**
 * Number of insertions, deletions, replacements and swaps of adjacent characters (optimal string alignment); Infinity
 * if it is `tooMany` or more.
 */
function distance(a: string, b: string, tooMany: number): number {
  let before: number[] = [];
  let above: number[] = [];
  for (let column = 0; column <= b.length; column++) above.push(column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let fewest = row;
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      const replaced = above[column - 1]! + (same ? 0 : 1);
      const swapped =
        row > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
          ? before[column - 2]! + 1
          : Infinity;
      const edits = Math.min(replaced, swapped, above[column]! + 1, current[column - 1]! + 1);
      current.push(edits);
      if (edits < fewest) fewest = edits;
    }
    // The minimum of a row is at most one more than that of the row above, so a swap cannot go below both.
    if (fewest >= tooMany) return Infinity;
    before = above;
    above = current;
  }
  return above[b.length]!;
}
