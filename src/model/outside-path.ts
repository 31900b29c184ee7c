import { joinPath, parentOf } from "../core/paths.ts";
import type { SourceText } from "../core/source-text.ts";
import type { ResolvedReference } from "./skill.ts";

/**
 * The path, relative to the skill's root, of a reference to a file outside the skill, or to a missing file; undefined
 * for any other reference.
 */
export function outsidePath({ from, reference, resolution }: ResolvedReference): string | undefined {
  if (resolution.status === "escapes") return joinPath(parentOf(from), reference.target);
  return resolution.status === "missing" ? joinPath("", reference.target) : undefined;
}

/** Maximum number of names on a line that are looked at. */
const mostNames = 8;

/**
 * The paths that a missing reference has from the skill's root in the skills beside it that its line may name, as in
 * "run `scripts/count.py` of the `word-count` skill".
 */
export function siblingPaths(
  { reference: { target, range }, resolution }: ResolvedReference,
  source: SourceText | undefined,
): readonly string[] {
  if (resolution.status !== "missing" || !source || target.startsWith("..")) return [];
  const names = new Set(source.line(range.start.line).slice(0, 1_000).match(named));
  return Array.from(names)
    .slice(0, mostNames)
    .map((name) => joinPath(`../${name}`, target));
}

/** A word with a hyphen, in marks, or before "skill". */
const named = /(?<![\w/.-])\w+(?:-\w+)+(?![\w/.-])|(?<=[`*"])\w+(?=[`*"])|(?<![\w/.-])\w+(?= skill)/g;
