/** Whether a path lies under a pattern; a directory's path ends in "/". */
export type PathPattern = (path: string) => boolean;

/**
 * What a pattern must look like, as a regular expression: as a line of a .gitignore, but without "!" in front, without a backslash, and with
 * no ".." on its way. A thousand characters at most.
 */
export const pathPatternShape = "^(?!!)(?!(?:.*/)?\\.\\.(?:/|$))[^\\\\]{1,1000}$";

/**
 * A pattern as in a .gitignore: with no "/" before its end it holds at any depth, and what it matches holds for all below it. "*" and "?" stand for
 * anything but "/", "**" for any number of directories, "[a-z]" and "[!a-z]" for one character. The work is the product of both lengths, whatever they hold.
 */
export function compilePathPattern(written: string): PathPattern {
  const steps = toSteps(written);
  const onlyDirectory = written.endsWith("/");
  const needle = longestLiteral(steps);
  return (path) => path.includes(needle) && covers(steps, path, onlyDirectory);
}

/** What is in every path that the pattern matches: most paths are told apart by it. */
function longestLiteral(steps: readonly Step[]): string {
  const runs = steps
    .map((step) => (step.kind === "one" && step.literal) || "\0")
    .join("")
    .split("\0");
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest));
}

/** Consumes one character; "many" also none or more of them, and "directories" any that end in "/", or none. */
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
  // Behind the last "]" a "[" is itself; to look for the end of each would be quadratic.
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

/** At least one character. */
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

/** Keeps all the places in the pattern that the path so far can have led to: 1 where it can. */
function covers(steps: readonly Step[], path: string, onlyDirectory: boolean): boolean {
  let [places, next] = [new Uint8Array(steps.length + 1), new Uint8Array(steps.length + 1)];
  places[0] = 1;
  reach(steps, places, true);
  for (const character of path) {
    if (character === "/" && places[steps.length] === 1) return true;
    next.fill(0);
    if (!advance(steps, places, next, character)) return false;
    [places, next] = [next, places];
    reach(steps, places, character === "/");
  }
  return !onlyDirectory && places[steps.length] === 1;
}

function advance(steps: readonly Step[], places: Uint8Array, next: Uint8Array, character: string): boolean {
  let any = false;
  for (const [place, step] of steps.entries()) {
    if (places[place] === 0 || (step.kind !== "directories" && !step.takes(character))) continue;
    next[step.kind === "one" ? place + 1 : place] = 1;
    any = true;
  }
  return any;
}

/** Adds the places behind what may stand for nothing; behind directories only where a name begins. */
function reach(steps: readonly Step[], places: Uint8Array, atName: boolean): void {
  for (const [place, { kind }] of steps.entries())
    if (places[place] === 1 && (kind === "many" || (kind === "directories" && atName))) places[place + 1] = 1;
}
