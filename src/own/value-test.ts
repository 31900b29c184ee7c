import { count, series } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import type { ValueTest } from "../model/own-rule.ts";
import { characters } from "../rules/parts/fields.ts";
import { compileLinear, type Effort, type LinearPattern } from "./linear-pattern.ts";

/** Maximum number of steps that a rule may take in one skill: about a fifth of a second. */
export const mostEffort = 5_000_000;

/** Maximum number of values in a message. */
const mostShown = 4;

/** A pattern that was compiled before, when its config was read. */
export function knownPattern(source: string, ignoreCase = false): LinearPattern {
  const compiled = compileLinear(source, ignoreCase);
  if ("problem" in compiled) throw new RangeError(compiled.problem);
  return compiled.pattern;
}

/** Returns what is wrong with a value, as the end of a sentence; undefined if it passes. */
export function valueTester({
  matches,
  oneOf,
  maxLength = Infinity,
}: ValueTest): (value: string, effort: Effort) => string | undefined {
  const pattern = matches === undefined ? undefined : knownPattern(matches);
  return (value, effort) => {
    if (oneOf && !oneOf.includes(value))
      return oneOf.length > mostShown
        ? `must be one of ${oneOf.length} values, such as ${quote(oneOf[0]!, 20)}`
        : `must be ${series(
            oneOf.map((each) => quote(each, 20)),
            "or",
          )}`;
    if (characters(value) > maxLength) return `must have at most ${count(maxLength, "character")}`;
    if (pattern && !pattern.find(value, 0, effort)) return `must match ${quote(pattern.source, 50)}`;
    return undefined;
  };
}
