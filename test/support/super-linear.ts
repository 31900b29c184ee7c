import { RegExpParser } from "@eslint-community/regexpp";
import type { CharSet } from "refa";
import { analyse } from "scslre";
import { type Automaton, automatonOf, type Position } from "./pattern-automaton.ts";

/**
 * A run that is matched again from every possible start, or divided between two parts of the pattern in several ways.
 */
export interface Repetition {
  readonly kind: "search" | "share" | "twice" | "nested" | "lookbehind";
  /** What to repeat, or the part of the pattern that does. */
  readonly of: string;
}

/** Limit for pairs of loops: the walk over two larger ones would take too long. */
const smallLoop = 8;

/**
 * Why a search for the pattern may take more than linear time. scslre, the library of eslint-plugin-regexp, finds
 * runs that a pattern can divide in several ways. What a search repeats from index to index is computed here,
 * because scslre checks only the beginning of a pattern for it.
 */
export function repetitionsIn(source: string, flags: string): readonly Repetition[] {
  const literal = new RegExpParser({ ecmaVersion: 2025 }).parseLiteral(`/${source}/${flags}`);
  const automaton = automatonOf(literal.pattern, literal.flags);
  const behind = automaton.unboundedBehind.map((of) => ({ kind: "lookbehind", of }) as const);
  const search = flags.includes("y") ? undefined : searchRun(automaton);
  const share = sharedRun(automaton);
  const twice = runReadTwice(automaton);
  return [
    ...behind,
    ...(search === undefined ? [] : [{ kind: "search", of: search } as const]),
    ...(share === undefined ? [] : [{ kind: "share", of: share } as const]),
    ...(twice === undefined ? [] : [{ kind: "twice", of: twice } as const]),
    ...nested(source, flags),
  ];
}

/**
 * Leaves out trades, in which adjacent quantifiers exchange characters (`a*a*`): scslre assumes that a match fails after
 * any of them.
 */
function nested(source: string, flags: string): readonly Repetition[] {
  const reportTypes = { Move: false, Trade: false, Self: true } as const;
  return analyse({ source, flags }, { reportTypes, assumeRejectingSuffix: false }).reports.map((report) => ({
    kind: "nested",
    of: report.type === "Self" ? report.quant.raw : "",
  }));
}

/** A text of which every repetition both begins a match and goes round a loop that does not end one. */
function searchRun(automaton: Automaton): string | undefined {
  const anything = automaton.positions.length;
  for (const loop of loops(automaton)) {
    for (const at of loop) {
      const run = walk(automaton, [[anything, at]], ([one, other]) => one === at && other === at, [
        null,
        loop,
      ]);
      if (run !== undefined && canFail(automaton, run, automaton.first)) return run;
    }
  }
  return undefined;
}

/** A text of which every repetition goes round one loop, round another, and from the one to the other. */
function sharedRun(automaton: Automaton): string | undefined {
  const small = loops(automaton).filter((loop) => loop.size <= smallLoop);
  for (const one of small) {
    for (const other of small) {
      if (one === other) continue;
      const from = [...one][0]!;
      for (const to of other) {
        const isThere = ([x, y, z]: readonly number[]) => x === from && y === to && z === to;
        const run = walk(automaton, [[from, from, to]], isThere, [one, null, other]);
        if (run !== undefined && canFail(automaton, run, new Set([from]))) return run;
      }
    }
  }
  return undefined;
}

/** A text that a loop can match in two ways, which doubles the time with every repetition. */
function runReadTwice(automaton: Automaton): string | undefined {
  for (const loop of loops(automaton)) {
    for (const at of loop) {
      const apart = [...steps(automaton, [at, at], [loop, loop])].filter(
        ({ to: [one, other] }) => one !== other,
      );
      const starts = apart.map(({ to }) => to);
      const run = walk(automaton, starts, ([one, other]) => one === other, [loop, loop]);
      if (run !== undefined && canFail(automaton, run, new Set([at]))) return apart[0]!.character + run;
    }
  }
  return undefined;
}

/** The shortest text that leads several readers of the pattern from the start to the goal, all at once. */
function walk(
  automaton: Automaton,
  starts: readonly (readonly number[])[],
  isThere: (at: readonly number[]) => boolean,
  within: readonly (ReadonlySet<number> | null)[],
): string | undefined {
  const queue = starts.map((at) => ({ at, read: "" }));
  const seen = new Set(starts.map(String));
  for (const { at, read } of queue) {
    for (const { to, character } of steps(automaton, at, within)) {
      if (isThere(to)) return read + character;
      const key = String(to);
      if (seen.has(key)) continue;
      seen.add(key);
      queue.push({ at: to, read: read + character });
    }
  }
  return undefined;
}

function* steps(
  automaton: Automaton,
  at: readonly number[],
  within: readonly (ReadonlySet<number> | null)[],
): Generator<{ readonly to: readonly number[]; readonly character: string }> {
  let partial: { readonly to: readonly number[]; readonly shared?: CharSet }[] = [{ to: [] }];
  for (const [reader, from] of at.entries()) {
    const room = within[reader];
    const next = successors(automaton, from).filter((to) => !room || room.has(to));
    partial = partial.flatMap(({ to, shared }) =>
      next.flatMap((step) => {
        const characters = automaton.positions[step]?.characters;
        const both = shared && characters ? shared.intersect(characters) : (shared ?? characters);
        return both?.isEmpty ? [] : [{ to: [...to, step], ...(both && { shared: both }) }];
      }),
    );
  }
  for (const { to, shared } of partial) if (shared) yield { to, character: sample(shared) };
}

/** Before the first position, a search may stay where it is or begin. */
function successors({ positions, first }: Automaton, from: number): readonly number[] {
  return from === positions.length ? [from, ...first] : [...positions[from]!.follow];
}

/** Loops of positions that do not end a match: a run that ends one is read once and done with. */
function loops({ positions, last }: Automaton): readonly ReadonlySet<number>[] {
  const reach = positions.map((_, from) => reachable(positions, from, last));
  const found = new Map<number, Set<number>>();
  for (const [at, ahead] of reach.entries()) {
    if (last.has(at) || !ahead.has(at)) continue;
    const loop = new Set([...ahead].filter((other) => reach[other]!.has(at)));
    found.set(Math.min(...loop), loop);
  }
  return [...found.values()];
}

function reachable(positions: readonly Position[], from: number, without: ReadonlySet<number>): Set<number> {
  const seen = new Set<number>();
  const queue = [from];
  for (const at of queue) {
    for (const next of positions[at]!.follow) {
      if (seen.has(next) || without.has(next)) continue;
      seen.add(next);
      queue.push(next);
    }
  }
  return seen;
}

/** Whether, after the run has been read three times, the text can go on or end so that there is no match. */
function canFail(automaton: Automaton, run: string, from: ReadonlySet<number>): boolean {
  const characters = Array.from(run + run + run, (character) => character.codePointAt(0)!);
  let at = new Set<number>([automaton.positions.length, ...(from === automaton.first ? [] : from)]);
  const rounds = Array.from(run).length;
  for (const [index, character] of characters.entries()) {
    if (index === rounds) at.delete(automaton.positions.length);
    at = step(automaton, at, character);
  }
  if (!endsWell(automaton, at)) return true;
  return [...samples(automaton)].some((character) => {
    const next = step(automaton, at, character);
    return ![...next].some((position) => automaton.last.has(position)) && !endsWell(automaton, next);
  });
}

function step(automaton: Automaton, at: ReadonlySet<number>, character: number): Set<number> {
  const next = [...at].flatMap((from) => successors(automaton, from));
  return new Set(next.filter((to) => automaton.positions[to]?.characters.has(character) ?? true));
}

/** Whether a match ends where the text does. */
function endsWell({ positions, last }: Automaton, at: ReadonlySet<number>): boolean {
  return [...at].some((from) =>
    [...(positions[from]?.follow ?? [])].some((to) => positions[to]!.edge === "end" && last.has(to)),
  );
}

/** One character of each class that the pattern distinguishes. */
function samples({ positions }: Automaton): ReadonlySet<number> {
  const ranges = positions.flatMap(({ characters }) => characters.ranges);
  const maximum = positions[0]?.characters.maximum ?? 0;
  return new Set([0, ...ranges.flatMap(({ min, max }) => [min, Math.min(max + 1, maximum)])]);
}

/** A character of the set, a plain one where it has one. */
function sample(characters: CharSet): string {
  for (const plain of " \n\tax1-.\"'`([{<#*_/:") if (characters.has(plain.codePointAt(0)!)) return plain;
  return String.fromCodePoint(characters.ranges[0]!.min);
}
