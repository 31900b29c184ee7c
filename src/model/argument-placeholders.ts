/** A dollar sign with the text that Claude Code replaces by arguments. */
export interface Placeholder {
  /** Where the dollar sign is. */
  readonly start: number;
  readonly end: number;
  /** The position of the argument, from 0; all of them if undefined. */
  readonly at: number | undefined;
  /** Whether it is written as a number, alone or in brackets. */
  readonly isNumber: boolean;
  /** Whether a backslash before it keeps it. */
  readonly isEscaped: boolean;
}

/**
 * The placeholders of a body, in code too: `$ARGUMENTS`, `$ARGUMENTS[0]`, `$0` and `$name`. One backslash keeps a
 * placeholder (npm @anthropic-ai/claude-code 2.1.332). `names`: those of the arguments, the longest first.
 */
export function* argumentPlaceholders(
  body: string,
  names: readonly { readonly name: string; readonly at: number }[] = [],
): Generator<Placeholder, void> {
  let done = 0;
  for (let start = body.indexOf("$"); start !== -1; start = body.indexOf("$", Math.max(start + 1, done))) {
    const isEscaped = body[start - 1] === "\\" && body[start - 2] !== "\\" && start - 1 >= done;
    const found = placeholderAt(body, start + 1, names, isEscaped);
    if (!found) continue;
    const { length, ...placeholder } = found;
    const end = start + 1 + length;
    yield { ...placeholder, start, end, isEscaped };
    done = isEscaped ? start + 1 : end;
  }
}

/** Names come first, the longest of them; a backslash also keeps a number that letters follow. */
function placeholderAt(
  body: string,
  from: number,
  names: readonly { readonly name: string; readonly at: number }[],
  isEscaped: boolean,
): (Pick<Placeholder, "at" | "isNumber"> & { readonly length: number }) | undefined {
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
