import { compareCodePoints } from "./python/text.ts";

interface ClickSyntax {
  /** The long options, none of which takes a value; there are no short ones. */
  readonly flags: readonly string[];
  /** Whether options may follow the first argument. */
  readonly interspersed: boolean;
}

type ClickArguments =
  | { readonly outcome: "parsed"; readonly flags: readonly string[]; readonly rest: readonly string[] }
  /** `bare` is true if click prints the message without the usage before it. */
  | { readonly outcome: "fault"; readonly message: string; readonly bare: boolean };

/** Separates options from arguments as click's parser does (click/parser.py@8.1.3). */
export function parseArguments(args: readonly string[], syntax: ClickSyntax): ClickArguments {
  const flags: string[] = [];
  const rest: string[] = [];
  for (const [index, word] of args.entries()) {
    if (word === "--") return { outcome: "parsed", flags, rest: [...rest, ...args.slice(index + 1)] };
    if (word.length < 2 || !word.startsWith("-")) {
      if (!syntax.interspersed) return { outcome: "parsed", flags, rest: args.slice(index) };
      rest.push(word);
      continue;
    }
    const [name = word, value] = split(word);
    if (!syntax.flags.includes(name))
      return { outcome: "fault", message: noSuchOption(word, name, syntax.flags), bare: false };
    if (value !== undefined)
      return { outcome: "fault", message: `Option '${name}' does not take a value.`, bare: true };
    flags.push(name);
  }
  return { outcome: "parsed", flags, rest };
}

function split(word: string): readonly string[] {
  const at = word.indexOf("=");
  return at === -1 ? [word] : [word.slice(0, at), word.slice(at + 1)];
}

/** A word with one dash is a group of one-letter options; the first letter is reported as unknown. */
function noSuchOption(word: string, name: string, known: readonly string[]): string {
  if (!word.startsWith("--")) return `No such option: -${Array.from(word)[1]}`;
  const near = closeMatches(name, known).toSorted(compareCodePoints);
  if (near.length === 0) return `No such option: ${name}`;
  return `No such option: ${name} ${near.length === 1 ? `Did you mean ${near[0]}?` : `(Possible options: ${near.join(", ")})`}`;
}

/** Minimum similarity for `difflib.get_close_matches` to suggest a word. */
const cutoff = 0.6;

/** `difflib.get_close_matches(word, candidates)`, unsorted. */
export function closeMatches(word: string, candidates: readonly string[]): readonly string[] {
  return candidates.filter((candidate) => {
    // No common substring could reach the cutoff, and the search below is quadratic.
    if (word.length > candidate.length * 3) return false;
    return (2 * matchingLength(candidate, word)) / (candidate.length + word.length) >= cutoff;
  });
}

/** Length of the longest common substring, plus, recursively, of those to its left and right. */
function matchingLength(a: string, b: string): number {
  const { from, to, length } = longestMatch(a, b);
  if (length === 0) return 0;
  return (
    matchingLength(a.slice(0, from), b.slice(0, to)) +
    length +
    matchingLength(a.slice(from + length), b.slice(to + length))
  );
}

/** The longest common substring; if there are several, the first in `a`, and of these the first in `b`. */
function longestMatch(
  a: string,
  b: string,
): { readonly from: number; readonly to: number; readonly length: number } {
  let best = { from: 0, to: 0, length: 0 };
  for (let from = 0; from < a.length; from++) {
    for (let to = 0; to < b.length; to++) {
      const length = commonPrefix(a, from, b, to);
      if (length > best.length) best = { from, to, length };
    }
  }
  return best;
}

function commonPrefix(a: string, from: number, b: string, to: number): number {
  let length = 0;
  while (from + length < a.length && a[from + length] === b[to + length]) length++;
  return length;
}
