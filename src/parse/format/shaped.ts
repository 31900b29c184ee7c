import { pathPatternShape } from "../../core/path-pattern.ts";
import type { Range } from "../../core/place.ts";
import { quote } from "../../core/show.ts";
import { type Format, misfit } from "./format.ts";

export interface Ranged<Value> {
  readonly value: Value;
  readonly range: Range;
}

/** Reads a value together with its range. */
export function ranged<Value>(format: Format<Value>): Format<Ranged<Value>> {
  return {
    ...format,
    read: (node, tell) => {
      const value = format.read(node, tell);
      return value === undefined ? undefined : { value, range: node.range };
    },
  };
}

/** A string that matches a regular expression; `objection` says what is wrong with one that does not. */
export function shaped(
  expected: string,
  shape: string,
  objection: (written: string) => string,
  more: Format<string>["schema"] = {},
): Format<string> {
  const pattern = new RegExp(shape, "u");
  return {
    schema: { type: "string", pattern: shape, ...more },
    expected,
    read: (node, tell) => {
      if (node.kind !== "string") return misfit(node, expected, tell);
      if (pattern.test(node.value)) return node.value;
      tell(objection(node.value), node.range);
      return undefined;
    },
  };
}

/** `compilePathPattern` documents the format of these patterns. */
export const pathPattern = shaped("a path pattern", pathPatternShape, objectToPattern);

function objectToPattern(written: string): string {
  if (written === "") return "the pattern is empty; remove it";
  const shown = `the pattern ${quote(written, 60)}`;
  if (written.startsWith("!"))
    return `${shown} begins with "!", which is not supported; list the paths that it covers`;
  if (written.includes("\\"))
    return `${shown} contains a backslash; use "/" between names, and "[*]" for a literal star`;
  return written.length > 1000
    ? `${shown} is longer than 1,000 characters`
    : `${shown} contains ".."; patterns cannot leave the config's directory`;
}
