import { closeMatches } from "./close-matches.ts";
import { compareCodePoints } from "./python.ts";

export interface ClickSyntax {
  /** The long options, all of them flags; there are no short ones. */
  readonly flags: readonly string[];
  /** Whether options may follow the first argument. */
  readonly interspersed: boolean;
}

export type ClickArguments =
  | { readonly outcome: "parsed"; readonly flags: readonly string[]; readonly rest: readonly string[] }
  /** `bare` where click prints the message without the usage above it. */
  | { readonly outcome: "fault"; readonly message: string; readonly bare: boolean };

/** How click's parser (click/parser.py@8.1.3) tells options from arguments. */
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

/** A word with one dash is a row of one-letter options, of which the first is the unknown one. */
function noSuchOption(word: string, name: string, known: readonly string[]): string {
  if (!word.startsWith("--")) return `No such option: -${Array.from(word)[1]}`;
  const near = closeMatches(name, known).toSorted(compareCodePoints);
  if (near.length === 0) return `No such option: ${name}`;
  return `No such option: ${name} ${near.length === 1 ? `Did you mean ${near[0]}?` : `(Possible options: ${near.join(", ")})`}`;
}
