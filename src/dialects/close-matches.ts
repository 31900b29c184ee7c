/** Similarity below which `difflib.get_close_matches` offers nothing. */
const cutoff = 0.6;

/** `difflib.get_close_matches(word, candidates)`, unsorted. */
export function closeMatches(word: string, candidates: readonly string[]): readonly string[] {
  return candidates.filter((candidate) => {
    // No common text could reach the cutoff, and the search below is quadratic.
    if (word.length > candidate.length * 3) return false;
    return (2 * matchingLength(candidate, word)) / (candidate.length + word.length) >= cutoff;
  });
}

/** The longest common stretch, and the same again to its left and to its right. */
function matchingLength(a: string, b: string): number {
  const { from, to, length } = longestMatch(a, b);
  if (length === 0) return 0;
  return (
    matchingLength(a.slice(0, from), b.slice(0, to)) +
    length +
    matchingLength(a.slice(from + length), b.slice(to + length))
  );
}

/** The earliest in `a` of the longest, and of these the earliest in `b`. */
function longestMatch(
  a: string,
  b: string,
): { readonly from: number; readonly to: number; readonly length: number } {
  let best = { from: 0, to: 0, length: 0 };
  for (let from = 0; from < a.length; from++) {
    for (let to = 0; to < b.length; to++) {
      const length = commonPrefix(a, from, b, to);
      if (length > best.length) best = { from, to, length };
    }
  }
  return best;
}

function commonPrefix(a: string, from: number, b: string, to: number): number {
  let length = 0;
  while (from + length < a.length && a[from + length] === b[to + length]) length++;
  return length;
}
