/**
 * Words to look for in bytes, all of them in one pass: the automaton of Aho and Corasick (CACM 18/6, 1975) over classes of
 * bytes, as a table. Capitals and small letters of ASCII are the same.
 */
export class Vocabulary {
  readonly #ids: ReadonlyMap<string, number>;
  readonly #classes = new Uint8Array(256);
  readonly #width: number;
  /** By state and class, the state that follows; a state is where its row begins. */
  readonly #table: Uint32Array;
  /** By row, the words that end here. */
  readonly #ends: readonly (readonly number[])[];
  readonly #isEnd: Uint8Array;

  /** The words are ASCII, and in small letters. */
  constructor(words: Iterable<string>) {
    const unique = Array.from(new Set(words));
    this.#ids = new Map(unique.map((word, id) => [word, id]));
    this.#width = classify(unique, this.#classes);
    const { next, ends } = grow(unique, this.#classes, this.#width);
    link(next, ends);
    const width = this.#width;
    this.#table = Uint32Array.from(next.flatMap((row) => row.map((state) => state * width)));
    this.#ends = ends;
    this.#isEnd = Uint8Array.from(ends.flatMap((words) => [words.length > 0 ? 1 : 0, ...new Array<number>(width - 1).fill(0)]));
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

  #find(bytes: Uint8Array): Uint8Array {
    const found = new Uint8Array(this.#ids.size);
    const table = this.#table;
    const classes = this.#classes;
    const isEnd = this.#isEnd;
    let state = 0;
    for (let at = 0; at < bytes.length; at++) {
      state = table[state + classes[bytes[at]!]!]!;
      if (isEnd[state] === 1) for (const id of this.#ends[state / this.#width]!) found[id] = 1;
    }
    return found;
  }
}

/** Gives every byte that some word holds a class of its own, all others the class 0; the number of classes. */
function classify(words: readonly string[], classes: Uint8Array): number {
  let count = 1;
  for (const unit of words.flatMap((word) => Array.from(Buffer.from(word)))) if (classes[unit] === 0) classes[unit] = count++;
  for (let capital = 65; capital <= 90; capital++) classes[capital] = classes[capital + 32]!;
  return count;
}

interface Automaton {
  readonly next: number[][];
  readonly ends: number[][];
}

/** The words as a tree; -1 where no word goes on. */
function grow(words: readonly string[], classes: Uint8Array, width: number): Automaton {
  const next = [new Array<number>(width).fill(-1)];
  const ends: number[][] = [[]];
  for (const [id, word] of words.entries()) {
    let state = 0;
    for (const unit of Buffer.from(word)) {
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
function link(next: number[][], ends: number[][]): void {
  const fallback = new Array<number>(next.length).fill(0);
  const queue = [0];
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
}
