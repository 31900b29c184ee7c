import { quote } from "./show.ts";

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

/** As `nearest`; if no word is near, the only one that begins with `word`: "warn" is short for "warning". */
export function nearestWord(word: string, known: readonly string[], atMost?: number): string | undefined {
  const [longer, second] = known.filter((each) => each.startsWith(word.toLowerCase()));
  return nearest(word, known, atMost) ?? (word.length < 3 || second !== undefined ? undefined : longer);
}

/**
 * Number of insertions, deletions, replacements and swaps of adjacent characters (optimal string alignment); Infinity
 * if it is `tooMany` or more.
 */
function distance(a: string, b: string, tooMany: number): number {
  let [before, above, current] = rows;
  for (let column = 0; column <= b.length; column++) above[column] = column;
  for (let row = 1; row <= a.length; row++) {
    const unit = a.charCodeAt(row - 1);
    let fewest = row;
    let edits = (current[0] = row);
    for (let column = 1; column <= b.length; column++) {
      const other = b.charCodeAt(column - 1);
      edits = Math.min(above[column - 1]! + (unit === other ? 0 : 1), above[column]! + 1, edits + 1);
      const isSwapped = row > 1 && unit === b.charCodeAt(column - 2) && a.charCodeAt(row - 2) === other;
      if (isSwapped && before[column - 2]! + 1 < edits) edits = before[column - 2]! + 1;
      current[column] = edits;
      if (edits < fewest) fewest = edits;
    }
    // The minimum of a row is at most one more than that of the row above, so a swap cannot go below both.
    if (fewest >= tooMany) return Infinity;
    [before, above, current] = [above, current, before];
  }
  return above[b.length]!;
}

/** In lower case, "İ" has two units. */
const mostUnits = 2 * longest;

/** The rows of a comparison. They are used again, as a word is compared with every known one. */
const rows = [
  new Uint8Array(mostUnits + 1),
  new Uint8Array(mostUnits + 1),
  new Uint8Array(mostUnits + 1),
] as const;

/** The end of a message that suggests a similar word, such as one from `nearest`; empty if there is none. */
export function didYouMean(similar: string | undefined): string {
  return similar === undefined ? "" : `; did you mean ${quote(similar)}?`;
}
