/** How much of some words has just been read. */
export interface State {
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
export function grow(words: readonly string[], classes: Uint8Array): State {
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
export function link(root: State): readonly State[] {
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
export function endsLast(states: readonly State[]): readonly State[] {
  const ordered = [...states.filter(({ ends }) => ends.length === 0), ...states.filter(({ ends }) => ends.length > 0)];
  for (const [row, state] of ordered.entries()) state.row = row;
  return ordered;
}

/** Each row is its fallback's, but for where a word goes on. */
export function tabulate(states: readonly State[], width: number): Uint32Array {
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
