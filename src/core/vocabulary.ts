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
    const width = classify(unique, this.#classes);
    const { next, ends } = withEndsLast(link(grow(unique, this.#classes, width)));
    const firstEnd = ends.findIndex((ended) => ended.length > 0);
    this.#width = width;
    this.#table = Uint32Array.from(next.flatMap((row) => row.map((state) => state * width)));
    this.#ends = ends;
    this.#firstEnd = (firstEnd < 0 ? ends.length : firstEnd) * width;
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
  for (const unit of words.flatMap((word) => Array.from(Buffer.from(word, "latin1")))) if (classes[unit] === 0) classes[unit] = count++;
  for (let capital = 65; capital <= 90; capital++) classes[capital] = classes[capital + 32]!;
  return count;
}

/** States are numbers from 0, where it begins. */
interface Automaton {
  /** By state and class, the state that follows. */
  readonly next: number[][];
  /** By state, the words that end there. */
  readonly ends: number[][];
}

/** The words as a tree; -1 where no word goes on. */
function grow(words: readonly string[], classes: Uint8Array, width: number): Automaton {
  const next = [new Array<number>(width).fill(-1)];
  const ends: number[][] = [[]];
  for (const [id, word] of words.entries()) {
    let state = 0;
    for (const unit of Buffer.from(word, "latin1")) {
      const row = next[state]!;
      const at = classes[unit]!;
      if (row[at]! < 0) {
        row[at] = next.push(new Array<number>(width).fill(-1)) - 1;
        ends.push([]);
      }
      state = row[at]!;
    }
    ends[state]!.push(id);
  }
  return { next, ends };
}

/** Leads every state on where no word goes on: to the longest end of what was read that begins a word. */
function link({ next, ends }: Automaton): Automaton {
  const fallback = new Array<number>(next.length).fill(0);
  const queue = [0];
  // An array that grows while it is walked is a queue.
  for (const state of queue) {
    for (const [at, child] of next[state]!.entries()) {
      const otherwise = state === 0 ? 0 : next[fallback[state]!]![at]!;
      if (child < 0) next[state]![at] = otherwise;
      else {
        fallback[child] = otherwise;
        ends[child]!.push(...ends[otherwise]!);
        queue.push(child);
      }
    }
  }
  return { next, ends };
}

/** The same with the states renumbered, so that one comparison tells the ends of words. */
function withEndsLast({ next, ends }: Automaton): Automaton {
  const order = Array.from(next.keys()).sort((a, b) => Number(ends[a]!.length > 0) - Number(ends[b]!.length > 0) || a - b);
  const numbers = new Array<number>(order.length);
  for (const [number, state] of order.entries()) numbers[state] = number;
  return { next: order.map((state) => next[state]!.map((target) => numbers[target]!)), ends: order.map((state) => ends[state]!) };
}
