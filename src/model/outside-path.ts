import { joinPath, parentOf } from "../core/paths.ts";
import type { ResolvedReference } from "./skill.ts";

/** The path, from the skill's root, of a reference that leads out of the skill, or of one that is missing in it; undefined for any other. */
export function outsidePath({ from, reference, resolution }: ResolvedReference): string | undefined {
  if (resolution.status === "escapes") return joinPath(parentOf(from), reference.target);
  return resolution.status === "missing" ? joinPath("", reference.target) : undefined;
}
