import type { FileChange } from "../../../model/file-change.ts";
import type { PageStyle } from "../page-style.ts";
import { drawPatch } from "../../drawing/patch-text.ts";
import { unifiedDiff } from "../../drawing/unified-diff.ts";
import { clean } from "../../drawing/width.ts";

/** The patch for display. Untrusted text except tabs is escaped, so other programs cannot apply it. */
export function diffPatch(
  changes: readonly FileChange[],
  unshown: readonly string[],
  { paint }: PageStyle,
): string {
  const patch = drawPatch(unifiedDiff(changes), paint);
  const others = unshown.map((path) => `${clean(path)} cannot be shown as text\n`).join("");
  return [patch, others].map((part) => (part === "" ? "" : `\n${part}`)).join("");
}
