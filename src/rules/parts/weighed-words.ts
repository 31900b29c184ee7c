/** The words of one text. */
export interface Weighed {
  /** By rarity: the rarest word of all texts is 0. Sorted. */
  readonly ranks: Int32Array;
  readonly weight: number;
  readonly squares: number;
}

interface WeighedTexts {
  readonly weighed: readonly Weighed[];
  /** By rank. */
  readonly weights: Float64Array;
  /** By rank, the texts that hold the word. */
  readonly holders: readonly (readonly number[])[];
}

/** By inverse document frequency, smoothed as scikit-learn's TfidfTransformer does it, so that a word of every text still counts. */
export function weigh(texts: readonly ReadonlySet<string>[]): WeighedTexts {
  const numbers = new Map<string, number>();
  const holdersOf: number[][] = [];
  const numbered = texts.map((text, at) => numberWords(text, at, numbers, holdersOf));
  const { rankOf, holders } = byRarity(holdersOf, texts.length);
  const weights = new Float64Array(holders.length);
  for (const [rank, { length }] of holders.entries())
    weights[rank] = Math.log((1 + texts.length) / (1 + length)) + 1;
  return { weighed: numbered.map((words) => weighText(words, rankOf, weights)), weights, holders };
}

/** The numbers of a text's words; those that no text had before get one, and all get the text for a holder. */
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

/** Sorted by counting, as a text has many words and a word few counts: of two that are as rare the first comes first. */
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
