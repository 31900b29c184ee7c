import { joinPath, parentOf } from "../core/paths.ts";
import type { ResolvedReference } from "./skill.ts";

/**
 * The path, relative to the skill's root, of a reference to a file outside the skill, or to a missing file; undefined
 * for any other reference.
 */
export function outsidePath({ from, reference, resolution }: ResolvedReference): string | undefined {
  if (resolution.status === "escapes") return joinPath(parentOf(from), reference.target);
  return resolution.status === "missing" ? joinPath("", reference.target) : undefined;
}
