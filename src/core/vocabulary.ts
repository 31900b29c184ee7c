import { buildAutomaton } from "./word-automaton.ts";

/**
 * Words to look for in bytes, all of them in one pass: the automaton of Aho and Corasick (CACM 18/6, 1975) over classes of
 * bytes, as a table. A word is written with one character for each of its bytes; capitals and small letters of ASCII are the same.
 */
export class Vocabulary {
  readonly #ids: ReadonlyMap<string, number>;
  /** The length of the longest word. */
  readonly #longest: number;
  readonly #classes = new Uint8Array(256);
  readonly #width: number;
  /** By state and class, the state that follows; a state is where its row begins. */
  readonly #table: Uint32Array;
  /** By row, the words that end there. */
  readonly #ends: readonly (readonly number[])[];
  /** The rows from this one on, and no others, are ends of words. */
  readonly #firstEnd: number;

  /** The words are in small letters. */
  constructor(words: Iterable<string>) {
    const unique = Array.from(new Set(words));
    this.#ids = new Map(unique.map((word, id) => [word, id]));
    this.#longest = Math.max(0, ...unique.map((word) => word.length));
    this.#width = classify(unique, this.#classes);
    const { table, ends, firstEnd } = buildAutomaton(unique, this.#classes, this.#width);
    this.#table = table;
    this.#ends = ends;
    this.#firstEnd = firstEnd * this.#width;
  }

  /** Asks of each word whether it stands in the bytes. Throws a RangeError for a word that the vocabulary does not hold. */
  search(bytes: Uint8Array): (word: string) => boolean {
    const found = this.#find(bytes);
    return (word) => {
      const id = this.#ids.get(word);
      if (id === undefined) throw new RangeError(`${JSON.stringify(word)} is not in the vocabulary`);
      return found[id] === 1;
    };
  }

  /**
   * Walks four quarters of the bytes side by side: each step has to wait for the table, and four can wait together, which halves
   * the time. Then each goes on into the next quarter as far as a word can reach.
   */
  #find(bytes: Uint8Array): Uint8Array {
    const found = new Uint8Array(this.#ids.size);
    const [table, classes, firstEnd] = [this.#table, this.#classes, this.#firstEnd];
    const note = (state: number): void => {
      for (const id of this.#ends[state / this.#width]!) found[id] = 1;
    };
    const quarter = bytes.length >> 2;
    let [first, second, third, fourth] = [0, 0, 0, 0];
    for (let at = 0, half = 2 * quarter, last = 3 * quarter; at < quarter; at++) {
      first = table[first + classes[bytes[at]!]!]!;
      second = table[second + classes[bytes[at + quarter]!]!]!;
      third = table[third + classes[bytes[at + half]!]!]!;
      fourth = table[fourth + classes[bytes[at + last]!]!]!;
      if (first >= firstEnd) note(first);
      if (second >= firstEnd) note(second);
      if (third >= firstEnd) note(third);
      if (fourth >= firstEnd) note(fourth);
    }
    for (const [lane, reached] of [first, second, third, fourth].entries()) {
      const from = (lane + 1) * quarter;
      const end = lane === 3 ? bytes.length : Math.min(bytes.length, from + this.#longest);
      for (let at = from, state = reached; at < end; at++) {
        state = table[state + classes[bytes[at]!]!]!;
        if (state >= firstEnd) note(state);
      }
    }
    return found;
  }
}

/** Gives every byte that some word holds a class of its own, all others the class 0; the number of classes. */
function classify(words: readonly string[], classes: Uint8Array): number {
  let count = 1;
  for (const word of words) {
    for (let at = 0; at < word.length; at++) {
      const unit = word.charCodeAt(at);
      if (classes[unit] === 0) classes[unit] = count++;
    }
  }
  for (let capital = 65; capital <= 90; capital++) classes[capital] = classes[capital + 32]!;
  return count;
}
