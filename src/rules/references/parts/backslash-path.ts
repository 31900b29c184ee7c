import type { ResolvedReference } from "../../../model/skill.ts";

/** The skill's file that a missing reference means, if it exists with "/" for each backslash. */
export function backslashPath(
  { reference: { target }, resolution }: ResolvedReference,
  files: ReadonlySet<string>,
): string | undefined {
  if (resolution.status !== "missing" || !target.includes("\\")) return undefined;
  const path = target.replaceAll("\\", "/").replace(/^\.\//, "");
  return files.has(path) ? path : undefined;
}
