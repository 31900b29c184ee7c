/** What leads from one byte to the next until a word has been read. */
export interface WordAutomaton {
  /** By state and class, the state that follows; a state is where its row begins. */
  readonly table: Uint32Array;
  /** By row, the words that end there. */
  readonly ends: readonly (readonly number[])[];
  /** The rows from this one on, and no others, are ends of words: so one comparison tells. */
  readonly firstEnd: number;
}

/** The words as a tree of states; 0 is the root and, as nothing leads back to it, also none. */
interface Tree {
  readonly states: number;
  /** By state: the first that goes on from it, the next that goes on from where it does, and the class that leads to it. */
  readonly child: Uint32Array;
  readonly sibling: Uint32Array;
  readonly unit: Uint8Array;
  readonly ends: (readonly number[])[];
}

const noWords: readonly number[] = [];

/** Flat arrays, as this is done once a run: with an object for each state it took as long as reading the skill. `width` is the number of classes. */
export function buildAutomaton(words: readonly string[], classes: Uint8Array, width: number): WordAutomaton {
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
    table: tabulate(tree, order, fallback, rowOf, width),
    ends: rows.map((state) => ends[state]!),
    firstEnd: firstEnd < 0 ? states : firstEnd,
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

/** The states by the number of bytes read, and of each the longest end of what was read that begins a word too. */
function link({ states, child, sibling, unit, ends }: Tree): {
  readonly order: readonly number[];
  readonly fallback: Uint32Array;
} {
  const fallback = new Uint32Array(states);
  const order = [0];
  // An array that grows while it is walked is a queue.
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

/** Each row is its fallback's, but for where a word goes on. */
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
