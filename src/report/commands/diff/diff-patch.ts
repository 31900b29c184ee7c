import type { FileChange } from "../../../model/file-change.ts";
import type { PageStyle } from "../page-style.ts";
import { unifiedDiff } from "../../drawing/unified-diff.ts";
import { clean } from "../../drawing/width.ts";

/** The patch for display. Untrusted text except tabs is escaped, so other programs cannot apply it. */
export function diffPatch(
  changes: readonly FileChange[],
  unshown: readonly string[],
  { paint }: PageStyle,
): string {
  const tint = (line: string): string =>
    /^(?:diff|---|\+\+\+) /.test(line)
      ? paint.bold(line)
      : line.startsWith("+")
        ? paint.good(line)
        : line.startsWith("-")
          ? paint.severity.error(line)
          : line.startsWith("@@")
            ? paint.severity.info(line)
            : line;
  const patch = unifiedDiff(changes)
    .split("\n")
    .map((line) => tint(fit(line)))
    .join("\n");
  const others = unshown.map((path) => `${clean(path)} cannot be shown as text\n`).join("");
  return [patch, others].map((part) => (part === "" ? "" : `\n${part}`)).join("");
}

function fit(line: string): string {
  return line
    .split("\t")
    .map((part) => clean(part))
    .join("\t");
}
