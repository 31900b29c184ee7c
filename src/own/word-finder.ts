import type { Effort, Match } from "./linear-pattern.ts";

type Node = Map<number, Node> & { isEnd?: true };

/** A character that continues a word, so that "cat" is not found in "category". */
const inWord = /[\p{L}\p{N}_]/u;

/**
 * Finds words and phrases in a text, the longest at each position. The effort is at most the text's length times the
 * longest word's, however many words there are.
 */
export function wordFinder(
  words: readonly string[],
  caseSensitive = false,
): (text: string, from: number, effort: Effort) => Match | undefined {
  const fold = caseSensitive ? (unit: number) => unit : foldUnit;
  const root: Node = new Map();
  for (const word of words) {
    let node = root;
    for (let at = 0; at < word.length; at++) {
      const unit = fold(word.charCodeAt(at));
      let next = node.get(unit);
      if (!next) node.set(unit, (next = new Map()));
      node = next;
    }
    node.isEnd = true;
  }
  const longestAt = (text: string, start: number, effort: Effort): number | undefined => {
    let node = root.get(fold(text.charCodeAt(start)));
    if (!node || continues(text, start)) return undefined;
    let end: number | undefined;
    for (let at = start + 1; node; at++) {
      effort.left--;
      if (node.isEnd && !continues(text, at)) end = at;
      node = at < text.length ? node.get(fold(text.charCodeAt(at))) : undefined;
    }
    return end;
  };
  return (text, from, effort) => {
    for (let at = from; at < text.length && effort.left > 0; at++) {
      const end = longestAt(text, at, effort);
      if (end !== undefined) return { start: at, end };
    }
    return undefined;
  };
}

/** Whether a word goes on over an offset. */
function continues(text: string, at: number): boolean {
  return at > 0 && at < text.length && inWord.test(text[at - 1]!) && inWord.test(text[at]!);
}

const folded = new Map<number, number>();

/** The lower-case form of a unit, if it is a single unit too; white space is one space. */
function foldUnit(unit: number): number {
  if (unit < 128)
    return unit >= 65 && unit <= 90 ? unit + 32 : unit === 9 || unit === 10 || unit === 13 ? 32 : unit;
  let lower = folded.get(unit);
  if (lower === undefined) {
    const written = String.fromCharCode(unit).toLowerCase();
    folded.set(unit, (lower = written.length === 1 ? written.charCodeAt(0) : unit));
  }
  return lower;
}
