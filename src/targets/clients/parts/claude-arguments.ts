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

/** What `$` and the text after it are replaced by. */
interface Placeholder {
  /** Length of the text after `$`. */
  readonly length: number;
  /** The position of the argument, from 0; all of them if undefined. */
  readonly at: number | undefined;
  readonly isNumber: boolean;
}

/**
 * The body with its placeholders replaced: `$ARGUMENTS`, `$ARGUMENTS[0]`, `$0` and `$name`. One backslash before a
 * placeholder keeps it, without the backslash. Arguments that no placeholder takes are added below the body. Commands
 * and paths of the machine stay as written.
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
  for (let at = body.indexOf("$"); at !== -1; at = body.indexOf("$", Math.max(at + 1, done))) {
    const isEscaped = body[at - 1] === "\\" && body[at - 2] !== "\\" && at - 1 >= done;
    const found = placeholderAt(body, at + 1, known, isEscaped);
    if (!found) continue;
    if (isEscaped) {
      parts.push(body.slice(done, at - 1), "$");
      done = at + 1;
      continue;
    }
    const value = found.at === undefined ? args : words[found.at];
    if (value === undefined && found.isNumber && !dropsNumbers) continue;
    isTaken = true;
    parts.push(body.slice(done, at), value ?? "");
    done = at + 1 + found.length;
  }
  const replaced = parts.join("") + body.slice(done);
  return isTaken || args === "" ? replaced : `${replaced}\n\nARGUMENTS: ${args}`;
}

/** Names come first, the longest of them; a backslash also keeps a number that letters follow. */
function placeholderAt(
  body: string,
  from: number,
  names: readonly { readonly name: string; readonly at: number }[],
  isEscaped: boolean,
): Placeholder | undefined {
  const named = names.find(
    ({ name }) => body.startsWith(name, from) && !/[[\w]/.test(body[from + name.length] ?? ""),
  );
  if (named) return { length: named.name.length, at: named.at, isNumber: false };
  const rest = body.slice(from, from + 32);
  const [all, index, number] = /^(?:ARGUMENTS\[(\d{1,15})\]|(\d{1,15}))/.exec(rest) ?? [];
  const at = index ?? number;
  if (all !== undefined && at !== undefined) {
    const isWord = number !== undefined && /\w/.test(rest[all.length] ?? "");
    return isWord && !isEscaped ? undefined : { length: all.length, at: Number(at), isNumber: true };
  }
  return rest.startsWith("ARGUMENTS")
    ? { length: "ARGUMENTS".length, at: undefined, isNumber: false }
    : undefined;
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
