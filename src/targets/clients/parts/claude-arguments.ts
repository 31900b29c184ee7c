import { argumentPlaceholders } from "../../../model/argument-placeholders.ts";

/** Maximum number and length of the names that count (npm @anthropic-ai/claude-code 2.1.332). */
const nameLimit = 64;

/** What a skill is called with. */
export interface Call {
  /** The names that the skill gives its arguments, in order. */
  readonly names: readonly string[];
  /** As typed after the skill's name; empty without arguments. */
  readonly args: string;
  /** Whether a number without such an argument becomes empty, as before 2.1.330. */
  readonly dropsNumbers: boolean;
}

/** The value of the field `arguments` as names; numbers are none. */
export function argumentNames(value: unknown): readonly string[] {
  const words = typeof value === "string" ? value.split(/\s+/) : Array.isArray(value) ? value : [];
  return words.filter(
    (word): word is string => typeof word === "string" && word.trim() !== "" && !/^\d+$/.test(word),
  );
}

/**
 * The body with its placeholders replaced; those that a backslash keeps are without it. Arguments that no placeholder
 * takes are added below the body. Commands and paths of the machine stay as written.
 */
export function withArguments(body: string, { names, args, dropsNumbers }: Call): string {
  const known = names
    .map((name, at) => ({ name, at }))
    .filter(({ name }) => name.length <= nameLimit)
    .slice(0, nameLimit)
    .toSorted((a, b) => b.name.length - a.name.length);
  const words = splitWords(args);
  const parts: string[] = [];
  let isTaken = false;
  let done = 0;
  for (const { start, end, at, isNumber, isEscaped } of argumentPlaceholders(body, known)) {
    if (isEscaped) {
      parts.push(body.slice(done, start - 1), "$");
      done = start + 1;
      continue;
    }
    const value = at === undefined ? args : words[at];
    if (value === undefined && isNumber && !dropsNumbers) continue;
    isTaken = true;
    parts.push(body.slice(done, start), value ?? "");
    done = end;
  }
  const replaced = parts.join("") + body.slice(done);
  return isTaken || args === "" ? replaced : `${replaced}\n\nARGUMENTS: ${args}`;
}

/** As a shell splits words, with quotes; a quote that is never closed is a character. */
function splitWords(args: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < args.length; at++) {
    const character = args[at]!;
    const end = /["']/.test(character) ? args.indexOf(character, at + 1) : -1;
    if (end !== -1) {
      word = (word ?? "") + args.slice(at + 1, end);
      at = end;
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  return word === undefined ? words : [...words, word];
}
