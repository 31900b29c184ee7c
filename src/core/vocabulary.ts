import { latin1 } from "./bytes.ts";
import { once, onceForEach } from "./once.ts";

/**
 * Most runs examine one skill of a few kilobytes, in which a search for each word takes less time than building the
 * automaton: lint of one skill took 0.16 instead of 0.19 s of CPU on Node 20, and 0.13 instead of 0.16 s on Node 24.
 */
const fewBytes = 10_000;

/** The words of a vocabulary in a text. Both functions throw a RangeError for a word that is not in the vocabulary. */
export interface WordSearch {
  has(word: string): boolean;
  /** Faster than `has` for each word; the words are searched in many texts, so they should be one constant array. */
  hasAny(words: readonly string[]): boolean;
}

/** Searches for many words in bytes. A word has one character per byte; ASCII case is ignored. */
export class Vocabulary {
  readonly #ids: ReadonlyMap<string, number>;
  readonly #automaton: () => WordAutomaton;
  readonly #idsOf = onceForEach((words: readonly string[]) => words.map((word) => this.#idOf(word)));
  /** The number of bytes that are still searched without the automaton. */
  #left = fewBytes;

  /** `words` are in lower case. */
  constructor(words: Iterable<string>) {
    const unique = Array.from(new Set(words));
    this.#ids = new Map(unique.map((word, id) => [word, id]));
    this.#automaton = once(() => buildAutomaton(unique));
  }

  search(bytes: Uint8Array): WordSearch {
    this.#left -= bytes.length;
    return this.#left >= 0 ? this.#searchOneByOne(bytes) : this.#searchAll(bytes);
  }

  #searchOneByOne(bytes: Uint8Array): WordSearch {
    const text = latin1(bytes).replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
    const has = (word: string): boolean => this.#idOf(word) >= 0 && text.includes(word);
    return { has, hasAny: (words) => words.some(has) };
  }

  #searchAll(bytes: Uint8Array): WordSearch {
    const found = findWords(bytes, this.#automaton(), this.#ids.size);
    return {
      has: (word) => found[this.#idOf(word)] === 1,
      hasAny: (words) => {
        for (const id of this.#idsOf(words)) if (found[id] === 1) return true;
        return false;
      },
    };
  }

  #idOf(word: string): number {
    const id = this.#ids.get(word);
    if (id === undefined) throw new RangeError(`${JSON.stringify(word)} is not in the vocabulary`);
    return id;
  }
}

/**
 * Marks the ids of the words in the bytes. Scans four quarters in parallel, which halves the time, because each step
 * waits for the table. Then each scan continues into the next quarter by the length of the longest word.
 */
function findWords(bytes: Uint8Array, automaton: WordAutomaton, words: number): Uint8Array {
  const { table, classes, width, ends, firstEnd, longest } = automaton;
  const found = new Uint8Array(words);
  const note = (state: number): void => {
    for (const id of ends[state / width]!) found[id] = 1;
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
    const end = lane === 3 ? bytes.length : Math.min(bytes.length, from + longest);
    for (let at = from, state = reached; at < end; at++) {
      state = table[state + classes[bytes[at]!]!]!;
      if (state >= firstEnd) note(state);
    }
  }
  return found;
}

/** Assigns a class to every byte that occurs in a word, and class 0 to all others; returns the number of classes. */
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

/** An Aho–Corasick automaton (CACM 18/6, 1975) over classes of bytes, as a table. */
interface WordAutomaton {
  /** The class of each byte. */
  readonly classes: Uint8Array;
  /** The number of classes. */
  readonly width: number;
  /** The length of the longest word. */
  readonly longest: number;
  /** The next state by state and class; a state is the offset of its row. */
  readonly table: Uint32Array;
  /** For each row's state, the words that end in it. */
  readonly ends: readonly (readonly number[])[];
  /**
   * The first state that is the end of a word; all from this one on are, and no others, so one comparison is enough.
   */
  readonly firstEnd: number;
}

/** The words as a tree of states. 0 is the root; as no edge returns to it, it also means "none". */
interface Tree {
  readonly states: number;
  /** For each state: its first child, its next sibling, and the class of the edge to it. */
  readonly child: Uint32Array;
  readonly sibling: Uint32Array;
  readonly unit: Uint8Array;
  readonly ends: (readonly number[])[];
}

const noWords: readonly number[] = [];

/** Uses flat arrays: with an object per state, building took as long as reading the skill. */
function buildAutomaton(words: readonly string[]): WordAutomaton {
  const classes = new Uint8Array(256);
  const width = classify(words, classes);
  const tree = grow(words, classes);
  const { order, fallback } = link(tree);
  const { states, ends } = tree;
  const rows = [
    ...order.filter((state) => ends[state]!.length === 0),
    ...order.filter((state) => ends[state]!.length > 0),
  ];
  const rowOf = new Uint32Array(states);
  for (const [row, state] of rows.entries()) rowOf[state] = row * width;
  const firstEnd = rows.findIndex((state) => ends[state]!.length > 0);
  return {
    classes,
    width,
    longest: words.reduce((most, { length }) => Math.max(most, length), 0),
    table: tabulate(tree, order, fallback, rowOf, width),
    ends: rows.map((state) => ends[state]!),
    firstEnd: (firstEnd < 0 ? states : firstEnd) * width,
  };
}

function grow(words: readonly string[], classes: Uint8Array): Tree {
  const most = words.reduce((sum, { length }) => sum + length, 1);
  const [child, sibling, unit] = [new Uint32Array(most), new Uint32Array(most), new Uint8Array(most)];
  const ends = [noWords];
  for (const [id, word] of words.entries()) {
    let state = 0;
    for (let at = 0; at < word.length; at++) {
      const by = classes[word.charCodeAt(at)]!;
      let next = follow(state, by, child, sibling, unit);
      if (next === 0) {
        next = ends.push(noWords) - 1;
        [sibling[next], unit[next], child[state]] = [child[state]!, by, next];
      }
      state = next;
    }
    ends[state] = [...ends[state]!, id];
  }
  return { states: ends.length, child, sibling, unit, ends };
}

function follow(
  state: number,
  by: number,
  child: Uint32Array,
  sibling: Uint32Array,
  unit: Uint8Array,
): number {
  let next = child[state]!;
  while (next !== 0 && unit[next] !== by) next = sibling[next]!;
  return next;
}

/**
 * The states in breadth-first order, and for each its failure link: the state of the longest proper suffix that is the
 * start of a word.
 */
function link({ states, child, sibling, unit, ends }: Tree): {
  readonly order: readonly number[];
  readonly fallback: Uint32Array;
} {
  const fallback = new Uint32Array(states);
  const order = [0];
  // The array grows during the iteration and so serves as a queue.
  for (const state of order) {
    for (let next = child[state]!; next !== 0; next = sibling[next]!) {
      order.push(next);
      if (state === 0) continue;
      let other = fallback[state]!;
      let found = follow(other, unit[next]!, child, sibling, unit);
      while (found === 0 && other !== 0) {
        other = fallback[other]!;
        found = follow(other, unit[next]!, child, sibling, unit);
      }
      fallback[next] = found;
      if (ends[found]!.length > 0) ends[next] = [...ends[next]!, ...ends[found]!];
    }
  }
  return { order, fallback };
}

/** Each row copies the row of its failure link, except for the edges to its children. */
function tabulate(
  { states, child, sibling, unit }: Tree,
  order: readonly number[],
  fallback: Uint32Array,
  rowOf: Uint32Array,
  width: number,
): Uint32Array {
  const table = new Uint32Array(states * width);
  table.fill(rowOf[0]!);
  for (const state of order) {
    const row = rowOf[state]!;
    if (state !== 0) table.copyWithin(row, rowOf[fallback[state]!]!, rowOf[fallback[state]!]! + width);
    for (let next = child[state]!; next !== 0; next = sibling[next]!) table[row + unit[next]!] = rowOf[next]!;
  }
  return table;
}
