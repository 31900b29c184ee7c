import type { TokenCounter } from "../model/token-counter.ts";

/**
 * Counts the tokens of OpenAI's o200k_base exactly. Special tokens, such as
 * <|endoftext|>, are counted as plain text. The table of 200,000 tokens is loaded only here, which takes 0.2 seconds.
 */
export async function loadExactCounter(): Promise<TokenCounter> {
  const { ranks, pattern } = await import("./o200k-table.ts");
  return { name: "o200k_base", count: bytePairCounter(ranks, pattern) };
}

/** The bytes of every token by rank; a string if they are UTF-8. Ranks may be missing. */
type Ranks = readonly (string | readonly number[] | undefined)[];

/**
 * Counts the tokens of byte-pair encoding: `pattern` splits the text into pieces, and in each piece the first
 * adjacent pair of the lowest rank is merged, until no pair is a token. A heap of pairs takes n log n time; scanning
 * all pairs for each merge would take minutes for a megabyte without spaces.
 */
export function bytePairCounter(ranks: Ranks, pattern: RegExp): (text: string) => number {
  const vocabulary = toVocabulary(ranks);
  const known = new Map<string, number>();
  return (text) => {
    let count = 0;
    for (const piece of text.match(pattern) ?? []) {
      let tokens = known.get(piece);
      if (tokens === undefined) {
        tokens = countPiece(toBytes(piece), vocabulary);
        if (known.size < remembered && piece.length <= longestRemembered) known.set(piece, tokens);
      }
      count += tokens;
    }
    return count;
  };
}

/** Size of the cache, as most pieces of a text are repeated words. */
const remembered = 100_000;

const longestRemembered = 64;

interface Vocabulary {
  /** Rank by token bytes, one character per byte. */
  readonly ranks: ReadonlyMap<string, number>;
  readonly longest: number;
}

function toVocabulary(tokens: Ranks): Vocabulary {
  const ranks = new Map<string, number>();
  let longest = 0;
  for (let rank = 0; rank < tokens.length; rank++) {
    const token = tokens[rank];
    if (token === undefined) continue;
    const bytes = typeof token === "string" ? toBytes(token) : String.fromCharCode(...token);
    ranks.set(bytes, rank);
    longest = Math.max(longest, bytes.length);
  }
  return { ranks, longest };
}

const ascii = /^[\0-\x7f]*$/;

function toBytes(text: string): string {
  return ascii.test(text) ? text : Buffer.from(text).toString("latin1");
}

/** The parts of a piece after merging, identified by the offset of their first byte, and one part for the end. */
interface Parts {
  readonly bytes: string;
  readonly next: Int32Array;
  readonly previous: Int32Array;
  /** Rank of the token that each part forms with the next one; `none` if they do not form a token. */
  readonly rank: Int32Array;
  readonly heap: number[];
}

const none = -1;

function countPiece(bytes: string, vocabulary: Vocabulary): number {
  if (bytes.length < 2 || vocabulary.ranks.has(bytes)) return 1;
  const size = bytes.length;
  const parts: Parts = {
    bytes,
    next: Int32Array.from({ length: size + 1 }, (_, at) => at + 1),
    previous: Int32Array.from({ length: size + 1 }, (_, at) => at - 1),
    rank: new Int32Array(size + 1).fill(none),
    heap: [],
  };
  for (let at = 0; at + 1 < size; at++) rankPair(parts, at, vocabulary);
  let count = size;
  for (let pair = pop(parts.heap); pair !== undefined; pair = pop(parts.heap)) {
    const at = pair % offsets;
    // The heap entry is skipped if its pair has been merged since.
    if (parts.rank[at] !== Math.floor(pair / offsets)) continue;
    merge(parts, at, vocabulary);
    count--;
  }
  return count;
}

function merge(parts: Parts, at: number, vocabulary: Vocabulary): void {
  const { next, previous, rank } = parts;
  const merged = next[at]!;
  next[at] = next[merged]!;
  previous[next[at]!] = at;
  rank[merged] = none;
  rankPair(parts, at, vocabulary);
  if (at > 0) rankPair(parts, previous[at]!, vocabulary);
}

function rankPair({ bytes, next, rank, heap }: Parts, at: number, { ranks, longest }: Vocabulary): void {
  const second = next[at]!;
  const end = second < bytes.length ? next[second]! : Infinity;
  const found = end - at <= longest ? (ranks.get(bytes.slice(at, end)) ?? none) : none;
  rank[at] = found;
  if (found !== none) push(heap, found * offsets + at);
}

/**
 * A heap entry is one number: the rank of a pair times this value, plus the pair's offset. It is greater than the
 * length of any text.
 */
const offsets = 2 ** 26;

function push(heap: number[], item: number): void {
  let at = heap.length;
  heap.push(item);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (heap[parent]! <= item) break;
    heap[at] = heap[parent]!;
    at = parent;
  }
  heap[at] = item;
}

function pop(heap: number[]): number | undefined {
  const top = heap[0];
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return top;
  let at = 0;
  for (let child = 1; child < heap.length; child = 2 * at + 1) {
    if (child + 1 < heap.length && heap[child + 1]! < heap[child]!) child++;
    if (heap[child]! >= last) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = last;
  return top;
}
