import { objectToExpression } from "../core/regular-expression.ts";
import { quote } from "../core/show.ts";

/**
 * A pattern that is run without backtracking: all readings of the text at once, so that the time is at most the text's
 * length times the pattern's, whatever both are. The syntax is that of JavaScript with the flags "m" and "u", without
 * what needs a memory of the text: references to groups, and looking around.
 */
export interface LinearPattern {
  readonly source: string;
  /**
   * The next match from an offset on: it ends where the first one ends, and then as late as possible within
   * `longestExtension` characters. Undefined if there is none, or if the effort is used up.
   */
  find(text: string, from: number, effort: Effort): Match | undefined;
}

/** Offsets in a text. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

/** The steps that are left, so that no pattern takes longer than it may. */
export interface Effort {
  left: number;
}

/** Maximum length of a pattern in UTF-16 units. */
export const longestPattern = 500;

/** Maximum number of steps of a program: a counted repetition has as many copies of its part. */
const mostSteps = 300;

/** How far a match is extended beyond the first place where it could end. */
const longestExtension = 200;

/** Compiles a pattern, or says why it is refused and what to write instead. */
export function compileLinear(
  source: string,
  ignoreCase = false,
): { readonly pattern: LinearPattern } | { readonly problem: string } {
  if (source.length > longestPattern)
    return {
      problem: `pattern is longer than ${longestPattern} characters; write several, or list words with \`text\``,
    };
  const invalid = objectToExpression(source);
  if (invalid !== undefined) return { problem: invalid };
  try {
    const program: Program = { steps: [], parts: 0 };
    const read = new Reader(source, ignoreCase ? "iu" : "u");
    emit(read.alternatives(), program);
    program.steps.push({ kind: "match" });
    return { pattern: { source, find: finderOf(program.steps) } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { problem: error.message };
  }
}

/** Why a valid pattern cannot be run in linear time. */
class Refusal extends Error {}

type Node =
  | { readonly kind: "character"; readonly accepts: (code: number) => boolean }
  | { readonly kind: "edge"; readonly edge: Edge }
  | { readonly kind: "sequence"; readonly parts: readonly Node[] }
  | { readonly kind: "choice"; readonly parts: readonly Node[] }
  | { readonly kind: "repeat"; readonly part: Node; readonly least: number; readonly most: number };

type Edge = "start" | "end" | "word" | "not-word";

const edges: Readonly<Record<string, Edge>> = { "^": "start", $: "end", "\\b": "word", "\\B": "not-word" };

/** Reads a pattern that JavaScript has accepted, so that only what it means is left to find out. */
class Reader {
  #at = 0;
  readonly #source: string;
  readonly #flags: string;
  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags;
  }

  alternatives(): Node {
    const parts = [this.#sequence()];
    while (this.#source[this.#at] === "|") {
      this.#at++;
      parts.push(this.#sequence());
    }
    return parts.length === 1 ? parts[0]! : { kind: "choice", parts };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source[this.#at]!))
      parts.push(this.#repeated(this.#term()));
    return { kind: "sequence", parts };
  }

  #repeated(part: Node): Node {
    const [written, least, range, most] =
      /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})/.exec(this.#source.slice(this.#at)) ?? [];
    if (written === undefined) return part;
    this.#at += written.length;
    if (this.#source[this.#at] === "?") this.#at++;
    if (least === undefined)
      return {
        kind: "repeat",
        part,
        least: written === "+" ? 1 : 0,
        most: written === "?" ? 1 : Infinity,
      };
    const fewest = Number(least);
    return {
      kind: "repeat",
      part,
      least: fewest,
      most: range === undefined ? fewest : most === "" ? Infinity : Number(most),
    };
  }

  #term(): Node {
    const rest = this.#source.slice(this.#at);
    const edge = edges[rest[0]!] ?? edges[rest.slice(0, 2)];
    if (edge !== undefined) {
      this.#at += rest.startsWith("\\") ? 2 : 1;
      return { kind: "edge", edge };
    }
    if (rest[0] === "(") return this.#group(rest);
    const atom = atomIn(rest);
    if (/^\\[1-9k]/.test(atom))
      throw new Refusal(
        `pattern refers to a group with ${quote(atom, 20)}, which needs backtracking; write its text again`,
      );
    this.#at += atom.length;
    return { kind: "character", accepts: oneCharacter(atom, this.#flags) };
  }

  #group(rest: string): Node {
    if (/^\(\?<?[=!]/.test(rest)) {
      const [opening] = /^\(\?<?[=!]/.exec(rest)!;
      throw new Refusal(
        `pattern looks ${opening.includes("<") ? "behind" : "ahead"} with ${quote(opening)}; match the text itself, or use \`\\b\` for the edge of a word`,
      );
    }
    const [opening] = /^\((?:\?:|\?<[^>]*>)?/.exec(rest)!;
    if (opening === "(" && rest[1] === "?")
      throw new Refusal("pattern changes its flags inside; set `ignore-case` for the whole rule");
    this.#at += opening.length;
    const inner = this.alternatives();
    this.#at++;
    return inner;
  }
}

/** The first character, escape or class. */
function atomIn(rest: string): string {
  const set = /^\[(?:[^\]\\]|\\[^])*\]/.exec(rest);
  const escape =
    /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[dD][89abAB]..\\u[dD][c-fC-F]..|u....|x..|c.|k<[^>]*>|[^])/u.exec(rest);
  return set?.[0] ?? escape?.[0] ?? String.fromCodePoint(rest.codePointAt(0)!);
}

/** Asks JavaScript about one character at a time; the answers for ASCII are remembered. */
function oneCharacter(atom: string, flags: string): (code: number) => boolean {
  const pattern = new RegExp(`^${atom}$`, flags);
  const known = new Int8Array(128);
  return (code) => {
    if (code >= 128) return pattern.test(String.fromCodePoint(code));
    known[code] ||= pattern.test(String.fromCharCode(code)) ? 1 : -1;
    return known[code] === 1;
  };
}

type Step =
  | { readonly kind: "character"; readonly accepts: (code: number) => boolean }
  | { readonly kind: "edge"; readonly edge: Edge }
  | { readonly kind: "fork"; readonly to: number[] }
  | { readonly kind: "match" };

interface Program {
  readonly steps: Step[];
  /** Number of parts that were written out, as a part may be empty. */
  parts: number;
}

function emit(node: Node, program: Program): void {
  if (++program.parts > 4 * mostSteps || program.steps.length > mostSteps)
    throw new Refusal(
      "pattern is too large with its repetitions written out; use `*` or `+` instead of a large number",
    );
  if (node.kind === "sequence") for (const part of node.parts) emit(part, program);
  else if (node.kind === "choice") emitChoice(node.parts, program);
  else if (node.kind === "repeat") emitRepeat(node, program);
  else program.steps.push(node);
}

function emitChoice(parts: readonly Node[], program: Program): void {
  const ends: number[][] = [];
  const fork: number[] = [];
  program.steps.push({ kind: "fork", to: fork });
  for (const part of parts) {
    fork.push(program.steps.length);
    emit(part, program);
    const to: number[] = [];
    ends.push(to);
    program.steps.push({ kind: "fork", to });
  }
  for (const to of ends) to.push(program.steps.length);
}

function emitRepeat({ part, least, most }: Extract<Node, { kind: "repeat" }>, program: Program): void {
  for (let copy = 0; copy < least; copy++) emit(part, program);
  if (most === Infinity) {
    const to = [program.steps.length + 1];
    const fork = program.steps.length;
    program.steps.push({ kind: "fork", to });
    emit(part, program);
    program.steps.push({ kind: "fork", to: [fork] });
    to.push(program.steps.length);
    return;
  }
  const skips: number[][] = [];
  for (let copy = least; copy < most; copy++) {
    const to = [program.steps.length + 1];
    skips.push(to);
    program.steps.push({ kind: "fork", to });
    emit(part, program);
  }
  for (const to of skips) to.push(program.steps.length);
}

/** The steps of a program that are reached at one offset, each with the earliest start of a match. */
interface Front {
  readonly steps: number[];
  readonly starts: number[];
}

/** Follows all paths through a program at once. A step is reached once at each offset, by what began first. */
class Runner {
  readonly #program: readonly Step[];
  /** The round in which each step was last reached. */
  readonly #reached: Float64Array;
  #round = 0;
  readonly #open: number[] = [];
  #text = "";
  #effort: Effort = { left: 0 };

  constructor(program: readonly Step[]) {
    this.#program = program;
    this.#reached = new Float64Array(program.length);
  }

  /** Begins with a text: nothing is reached. */
  open(text: string, effort: Effort): Front {
    this.#text = text;
    this.#effort = effort;
    return this.#next();
  }

  #next(): Front {
    this.#round++;
    return { steps: [], starts: [] };
  }

  /** Adds a match that may begin at an offset; true if an empty one ends there. */
  begin(front: Front, at: number): boolean {
    return this.#reach(front, { step: 0, start: at }, at);
  }

  /** Goes over a character to the next offset; `ended` is the earliest start of a match that ends there. */
  over(front: Front, code: number, at: number): { readonly front: Front; readonly ended: number } {
    const next = this.#next();
    let ended = Infinity;
    for (const [index, place] of front.steps.entries()) {
      const step = this.#program[place]!;
      if (step.kind !== "character" || !step.accepts(code)) continue;
      const start = front.starts[index]!;
      if (this.#reach(next, { step: place + 1, start }, at)) ended = Math.min(ended, start);
    }
    return { front: next, ended };
  }

  /** Goes on from a step to all that read a character; true if a match ends here. */
  #reach(
    front: Front,
    { step: first, start }: { readonly step: number; readonly start: number },
    at: number,
  ) {
    let ends = false;
    this.#open.push(first);
    for (let place = this.#open.pop(); place !== undefined; place = this.#open.pop()) {
      if (this.#reached[place] === this.#round) continue;
      this.#reached[place] = this.#round;
      this.#effort.left--;
      const step = this.#program[place]!;
      if (step.kind === "character") {
        front.steps.push(place);
        front.starts.push(start);
      } else if (step.kind === "fork") this.#open.push(...step.to);
      else if (step.kind === "match") ends = true;
      else if (holds(step.edge, this.#text, at)) this.#open.push(place + 1);
    }
    return ends;
  }
}

function finderOf(program: readonly Step[]): LinearPattern["find"] {
  const runner = new Runner(program);
  const canBegin = firstsOf(program);
  return (text, from, effort) => {
    let front = runner.open(text, effort);
    for (let at = from; effort.left > 0; ) {
      if (front.steps.length === 0) {
        at = skip(text, at, canBegin);
        // An edge that did not hold before counts as reached there, not here.
        front = runner.open(text, effort);
      }
      // What began before has reached its steps already, so each has its earliest start.
      if (runner.begin(front, at))
        return { start: at, end: extended(runner, { start: at, end: at }, text, effort) };
      if (at >= text.length) return undefined;
      const code = text.codePointAt(at)!;
      at += code > 0xffff ? 2 : 1;
      const step = runner.over(front, code, at);
      if (step.ended !== Infinity)
        return { start: step.ended, end: extended(runner, { start: step.ended, end: at }, text, effort) };
      front = step.front;
    }
    return undefined;
  };
}

/** The latest end of a match with the same start. */
function extended(runner: Runner, { start, end }: Match, text: string, effort: Effort): number {
  let last = end;
  let front = runner.open(text, effort);
  runner.begin(front, start);
  for (let at = start; at < text.length && at < end + longestExtension && front.steps.length > 0; ) {
    const code = text.codePointAt(at)!;
    at += code > 0xffff ? 2 : 1;
    const step = runner.over(front, code, at);
    if (step.ended !== Infinity) last = Math.max(last, at);
    front = step.front;
  }
  return last;
}

/** Whether a match can begin with a character; undefined if it can begin with none, as at the edge of a word. */
function firstsOf(program: readonly Step[]): ((code: number) => boolean) | undefined {
  const seen = new Set<number>();
  const first: ((code: number) => boolean)[] = [];
  const open = [0];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const step = program[at]!;
    if (step.kind === "match") return undefined;
    if (step.kind === "character") first.push(step.accepts);
    else if (step.kind === "edge") open.push(at + 1);
    else open.push(...step.to);
  }
  const known = new Int8Array(128);
  return (code) => {
    if (code >= 128) return true;
    known[code] ||= first.some((each) => each(code)) ? 1 : -1;
    return known[code] === 1;
  };
}

function skip(text: string, from: number, canBegin: ((code: number) => boolean) | undefined): number {
  if (!canBegin) return from;
  let at = from;
  while (at < text.length && !canBegin(text.charCodeAt(at))) at++;
  return at;
}

function holds(edge: Edge, text: string, at: number): boolean {
  if (edge === "start") return at === 0 || isBreak(text.charCodeAt(at - 1));
  if (edge === "end") return at === text.length || isBreak(text.charCodeAt(at));
  const isEdge = isWord(text.charCodeAt(at - 1)) !== isWord(text.charCodeAt(at));
  return isEdge === (edge === "word");
}

/** LF, CR, and the two separators of Unicode, as "^" and "$" do. */
function isBreak(code: number): boolean {
  return code === 10 || code === 13 || code === 0x2028 || code === 0x2029;
}

/** A letter, digit or underscore in ASCII; NaN, outside the text, is none. */
function isWord(code: number): boolean {
  return (
    (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122)
  );
}
