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
    const states = endsLast(link(grow(unique, this.#classes)));
    const firstEnd = states.findIndex(({ ends }) => ends.length > 0);
    this.#table = tabulate(states, this.#width);
    this.#ends = states.map(({ ends }) => ends);
    this.#firstEnd = (firstEnd < 0 ? states.length : firstEnd) * this.#width;
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

/** How much of some words has just been read. */
interface State {
  /** By class, what one more byte leads to. */
  readonly next: Map<number, State>;
  /** The words that end here. */
  readonly ends: number[];
  /** The longest end of what was read that begins a word too. */
  fallback: State | undefined;
  /** Its row in the table. */
  row: number;
}

function newState(): State {
  return { next: new Map(), ends: [], fallback: undefined, row: 0 };
}

/** The words as a tree. */
function grow(words: readonly string[], classes: Uint8Array): State {
  const root = newState();
  for (const [id, word] of words.entries()) {
    let state = root;
    for (const unit of Buffer.from(word, "latin1")) {
      const known = state.next.get(classes[unit]!);
      const next = known ?? newState();
      if (!known) state.next.set(classes[unit]!, next);
      state = next;
    }
    state.ends.push(id);
  }
  return root;
}

/** All states, by the number of bytes read, each with its fallback. */
function link(root: State): readonly State[] {
  const states = [root];
  // An array that grows while it is walked is a queue.
  for (const state of states) {
    for (const [unit, child] of state.next) {
      let other = state.fallback;
      while (other && !other.next.has(unit)) other = other.fallback;
      child.fallback = other?.next.get(unit) ?? root;
      child.ends.push(...child.fallback.ends);
      states.push(child);
    }
  }
  return states;
}

/** In the same order otherwise: so one comparison tells the ends of words. */
function endsLast(states: readonly State[]): readonly State[] {
  const ordered = [...states.filter(({ ends }) => ends.length === 0), ...states.filter(({ ends }) => ends.length > 0)];
  for (const [row, state] of ordered.entries()) state.row = row;
  return ordered;
}

/** Each row is its fallback's, but for where a word goes on. */
function tabulate(states: readonly State[], width: number): Uint32Array {
  const table = new Uint32Array(states.length * width);
  const done = new Set<State>();
  const fill = (state: State): void => {
    const { row, next, fallback } = state;
    if (done.has(state)) return;
    done.add(state);
    if (fallback) {
      fill(fallback);
      table.copyWithin(row * width, fallback.row * width, (fallback.row + 1) * width);
    }
    for (const [unit, child] of next) table[row * width + unit] = child.row * width;
  };
  states.forEach(fill);
  return table;
}
