/** Whether a path matches a pattern; the path of a directory must end in "/". */
export type PathPattern = (path: string) => boolean;

/**
 * Regular expression for valid patterns: a line of a .gitignore without a leading "!", without backslashes and without
 * a ".." segment, of at most 1,000 characters.
 */
export const pathPatternShape = "^(?!!)(?!(?:.*/)?\\.\\.(?:/|$))[^\\\\]{1,1000}$";

/**
 * Compiles a pattern as in a .gitignore: without a "/" before its end it matches at any depth, and a match includes
 * everything below it. "*" and "?" match anything except "/", "**" any number of directories, "[a-z]" and "[!a-z]" one
 * character. The worst-case time is the product of both lengths.
 */
export function compilePathPattern(written: string): PathPattern {
  const steps = toSteps(written);
  const onlyDirectory = written.endsWith("/");
  const needle = longestLiteral(steps);
  return (path) => path.includes(needle) && covers(steps, path, onlyDirectory);
}

/** The longest string that every matching path contains, for a fast rejection of most paths. */
function longestLiteral(steps: readonly Step[]): string {
  const runs = steps
    .map((step) => (step.kind === "one" && step.literal) || "\0")
    .join("")
    .split("\0");
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest));
}

/** "one" matches one character, "many" zero or more, and "directories" zero or more segments that end in "/". */
type Step =
  | { readonly kind: "one"; readonly literal?: string; takes(character: string): boolean }
  | { readonly kind: "many"; takes(character: string): boolean }
  | { readonly kind: "directories" };

function toSteps(written: string): readonly Step[] {
  const bare = written.replace(/^\.?\//, "").replace(/\/$/, "");
  const parts = bare.split("/");
  const anchored = parts.length > 1 || /^\.?\//.test(written);
  const steps: Step[] = anchored ? [] : [{ kind: "directories" }];
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    if (part === "**") steps.push(...(isLast ? some(() => true) : [{ kind: "directories" } as const]));
    else if (/^\*+$/.test(part)) steps.push(...some(isInName), ...(isLast ? [] : [literal("/")]));
    else steps.push(...stepsOf(part), ...(isLast ? [] : [literal("/")]));
  }
  return steps;
}

function stepsOf(part: string): Step[] {
  // A "[" after the last "]" is literal. Searching for the end of each would be quadratic.
  const closed = part.lastIndexOf("]") + 1;
  const tokens = [
    ...part.slice(0, closed).matchAll(/\[(!|\^)?(\]?[^\]]*)\]|\*+|[^]/gu),
    ...part.slice(closed).matchAll(/\*+|[^]/gu),
  ];
  return tokens.map(([whole, negation, members]) => {
    if (whole.startsWith("*")) return { kind: "many", takes: isInName };
    if (whole === "?") return { kind: "one", takes: isInName };
    return members === undefined || members === "" ? literal(whole) : oneOf(members, negation !== undefined);
  });
}

/** One or more characters. */
function some(takes: (character: string) => boolean): readonly Step[] {
  return [
    { kind: "one", takes },
    { kind: "many", takes },
  ];
}

function isInName(character: string): boolean {
  return character !== "/";
}

function literal(expected: string): Step {
  return { kind: "one", literal: expected, takes: (character) => character === expected };
}

function oneOf(members: string, negated: boolean): Step {
  const ranges = Array.from(
    members.matchAll(/([^])-([^])|([^])/gu),
    ([, first, last, only = ""]) => [first ?? only, last ?? only] as const,
  );
  return {
    kind: "one",
    takes: (character) =>
      character !== "/" &&
      ranges.some(([first, last]) => character >= first && character <= last) !== negated,
  };
}

/** Simulates a nondeterministic automaton: `states[n]` is 1 if the path so far can match the first n steps. */
function covers(steps: readonly Step[], path: string, onlyDirectory: boolean): boolean {
  let [states, next] = [new Uint8Array(steps.length + 1), new Uint8Array(steps.length + 1)];
  states[0] = 1;
  reach(steps, states, true);
  for (const character of path) {
    if (character === "/" && states[steps.length] === 1) return true;
    next.fill(0);
    if (!advance(steps, states, next, character)) return false;
    [states, next] = [next, states];
    reach(steps, states, character === "/");
  }
  return !onlyDirectory && states[steps.length] === 1;
}

function advance(steps: readonly Step[], states: Uint8Array, next: Uint8Array, character: string): boolean {
  let any = false;
  for (const [state, step] of steps.entries()) {
    if (states[state] === 0 || (step.kind !== "directories" && !step.takes(character))) continue;
    next[step.kind === "one" ? state + 1 : state] = 1;
    any = true;
  }
  return any;
}

/**
 * Adds the states after steps that can match an empty string; "directories" can do so only at the start of a name.
 */
function reach(steps: readonly Step[], states: Uint8Array, atName: boolean): void {
  for (const [state, { kind }] of steps.entries())
    if (states[state] === 1 && (kind === "many" || (kind === "directories" && atName))) states[state + 1] = 1;
}
