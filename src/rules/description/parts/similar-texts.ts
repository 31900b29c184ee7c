/** A text that is similar to a given one; `other` is its index. */
export interface Neighbor {
  readonly other: number;
  /** Cosine of the two texts' word vectors, weighted by inverse document frequency: 1 for the same words. */
  readonly cosine: number;
  /** Share of the smaller text's weight that the other text also has. */
  readonly containment: number;
}

/**
 * Maximum number of pairs that are compared in total, and minimum number that each text may use. Without a limit, the
 * work would grow with the square of the number of texts.
 */
const mostPairs = 1_000_000;

const leastPairs = 30;

/**
 * The nearest neighbors of each text, nearest first, at most `most`. If a text is a neighbor of another, the reverse
 * is also true. `isClose` decides; it must return false if cosine and containment are both below `least`, as only
 * texts that share a rare word are compared.
 */
export function findNeighbors(
  texts: readonly ReadonlySet<string>[],
  { least, most, isClose }: Closeness,
): readonly (readonly Neighbor[])[] {
  const { weighed, ...words } = weigh(texts);
  const index: Index = {
    ...words,
    least,
    mostCompared: Math.max(leastPairs, Math.floor(mostPairs / texts.length)),
    seenFor: new Int32Array(texts.length).fill(-1),
  };
  const nearest: Neighbor[][] = texts.map(() => []);
  for (const [at, text] of weighed.entries()) {
    for (const other of candidates(text, at, index)) {
      const measures = compare(text, weighed[other]!, index.weights);
      if (!isClose(at, { other, ...measures })) continue;
      keep(nearest[at]!, { other, ...measures }, most);
      keep(nearest[other]!, { other: at, ...measures }, most);
    }
  }
  return nearest;
}

interface Closeness {
  readonly least: number;
  readonly most: number;
  isClose(text: number, neighbor: Neighbor): boolean;
}

function keep(nearest: Neighbor[], neighbor: Neighbor, most: number): void {
  if (nearest.some(({ other }) => other === neighbor.other)) return;
  nearest.push(neighbor);
  nearest.sort((a, b) => b.cosine - a.cosine || b.containment - a.containment || a.other - b.other);
  nearest.length = Math.min(nearest.length, most);
}

interface Index {
  /** Weight of the word, by rank. */
  readonly weights: Float64Array;
  /** Indexes of the texts that contain the word, by rank. */
  readonly holders: readonly (readonly number[])[];
  readonly least: number;
  readonly mostCompared: number;
  /** For each text, the index of the last text that it was compared with. */
  readonly seenFor: Int32Array;
}

/**
 * Texts that share one of the rarest words of a text. All others share too little of the rest (prefix filtering:
 * Bayardo and others, "Scaling up all pairs similarity search", WWW 2007).
 */
function* candidates(
  { ranks, weight, squares }: Weighed,
  at: number,
  { least, mostCompared, weights, holders, seenFor }: Index,
): Generator<number> {
  let compared = 0;
  let restWeight = weight;
  let restSquares = squares;
  seenFor[at] = at;
  for (const rank of ranks) {
    if (restWeight < least * weight && restSquares < least ** 2 * squares) return;
    for (const other of holders[rank]!) {
      if (seenFor[other] === at) continue;
      if (++compared > mostCompared) return;
      seenFor[other] = at;
      yield other;
    }
    restWeight -= weights[rank]!;
    restSquares -= weights[rank]! ** 2;
  }
}

function compare(a: Weighed, b: Weighed, weights: Float64Array): Omit<Neighbor, "other"> {
  let shared = 0;
  let squares = 0;
  for (let i = 0, j = 0; i < a.ranks.length && j < b.ranks.length; ) {
    const difference = a.ranks[i]! - b.ranks[j]!;
    if (difference === 0) {
      const weight = weights[a.ranks[i]!]!;
      shared += weight;
      squares += weight ** 2;
    }
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return {
    cosine: squares / Math.sqrt(a.squares * b.squares),
    containment: shared / Math.min(a.weight, b.weight),
  };
}

/** The words of one text. */
interface Weighed {
  /** Ranks of the words, sorted; the rarest word in all texts has rank 0. */
  readonly ranks: Int32Array;
  readonly weight: number;
  readonly squares: number;
}

interface WeighedTexts {
  readonly weighed: readonly Weighed[];
  /** Weight of the word, by rank. */
  readonly weights: Float64Array;
  /** Indexes of the texts that contain the word, by rank. */
  readonly holders: readonly (readonly number[])[];
}

/**
 * Weights by inverse document frequency, smoothed as in scikit-learn's TfidfTransformer, so that a word that
 * is in every text still counts.
 */
function weigh(texts: readonly ReadonlySet<string>[]): WeighedTexts {
  const numbers = new Map<string, number>();
  const holdersOf: number[][] = [];
  const numbered = texts.map((text, at) => numberWords(text, at, numbers, holdersOf));
  const { rankOf, holders } = byRarity(holdersOf, texts.length);
  const weights = new Float64Array(holders.length);
  for (const [rank, { length }] of holders.entries())
    weights[rank] = Math.log((1 + texts.length) / (1 + length)) + 1;
  return { weighed: numbered.map((words) => weighText(words, rankOf, weights)), weights, holders };
}

/** Numbers the words of a text. A new word gets the next number, and the text is added to the list of each word. */
function numberWords(
  text: ReadonlySet<string>,
  at: number,
  numbers: Map<string, number>,
  holdersOf: number[][],
): Int32Array {
  const words = new Int32Array(text.size);
  let next = 0;
  for (const word of text) {
    const known = numbers.get(word);
    words[next++] = known ?? holdersOf.length;
    if (known !== undefined) holdersOf[known]!.push(at);
    else {
      numbers.set(word, holdersOf.length);
      holdersOf.push([at]);
    }
  }
  return words;
}

/**
 * Ranks words by the number of texts that contain them. It is a counting sort, as there are many words and few
 * different counts; ties are in the order of first use.
 */
function byRarity(
  holdersOf: readonly (readonly number[])[],
  most: number,
): { readonly rankOf: Int32Array; readonly holders: readonly (readonly number[])[] } {
  const next = new Int32Array(most + 2);
  for (const { length } of holdersOf) next[length + 1]!++;
  for (let length = 1; length < next.length; length++) next[length]! += next[length - 1]!;
  const rankOf = new Int32Array(holdersOf.length);
  const holders = Array.from<readonly number[]>({ length: holdersOf.length });
  for (let word = 0; word < holdersOf.length; word++) {
    const rank = next[holdersOf[word]!.length]!++;
    rankOf[word] = rank;
    holders[rank] = holdersOf[word]!;
  }
  return { rankOf, holders };
}

function weighText(words: Int32Array, rankOf: Int32Array, weights: Float64Array): Weighed {
  let weight = 0;
  let squares = 0;
  for (let at = 0; at < words.length; at++) {
    const rank = rankOf[words[at]!]!;
    words[at] = rank;
    weight += weights[rank]!;
    squares += weights[rank]! ** 2;
  }
  return { ranks: words.sort(), weight, squares };
}
