import { encodeUtf8 } from "../../core/utf8.ts";
import type { FileChange } from "../../model/file-change.ts";
import { diffLines, type Difference } from "../../core/line-diff.ts";

/** Number of unchanged lines on either side of a change, as in diff and git. */
const context = 3;

/**
 * The changes as a patch that `git apply` and `patch -p1` accept. If labels are relative to the working directory, so
 * are the paths.
 */
export function unifiedDiff(changes: readonly FileChange[]): string {
  return changes.map(fileDiff).join("");
}

/** Path of a file that does not exist. */
const nothing = "/dev/null";

/** Writes renames and modes in git's extended header lines; https://git-scm.com/docs/diff-format */
function fileDiff({ label, from, to, text, executable, existence }: FileChange): string {
  const [before, after] = [pathOf(label, from), pathOf(label, to)];
  const lines = [`diff --git ${named("a", before)} ${named("b", after)}`];
  if (executable) lines.push(`old mode ${modeOf(executable.before)}`, `new mode ${modeOf(executable.after)}`);
  if (existence)
    lines.push(
      `${existence.state === "created" ? "new" : "deleted"} file mode ${existence.link ? "120000" : modeOf(existence.executable)}`,
    );
  if (before !== after) lines.push(`rename from ${quoted(before)}`, `rename to ${quoted(after)}`);
  if (text)
    lines.push(
      `--- ${existence?.state === "created" ? nothing : headed("a", before)}`,
      `+++ ${existence?.state === "removed" ? nothing : headed("b", after)}`,
      ...hunks(linesOf(text.before), linesOf(text.after)),
    );
  return `${lines.join("\n")}\n`;
}

function pathOf(label: string, file: string): string {
  return label === "." ? file : `${label}/${file}`;
}

function modeOf(executable: boolean): string {
  return executable ? "100755" : "100644";
}

function named(side: "a" | "b", path: string): string {
  return quoted(`${side}/${path}`);
}

/** A name that contains a space is followed by a tab, as a date could follow it. */
function headed(side: "a" | "b", path: string): string {
  const name = named(side, path);
  return name.includes(" ") && !name.startsWith('"') ? `${name}\t` : name;
}

/** Quotes the name as a C string if necessary. */
function quoted(path: string): string {
  if (!/["\\\p{Cc}]/u.test(path)) return path;
  return `"${path.replace(/["\\]/g, "\\$&").replace(/\p{Cc}/gu, (control) => Array.from(encodeUtf8(control), (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join(""))}"`;
}

/** Lines with their line endings. As in git, only LF ends a line, so a CR is part of it. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function hunks(before: readonly string[], after: readonly string[]): readonly string[] {
  return grouped(diffLines(before, after)).map((group) => hunk(group, before, after));
}

/** Merges differences whose context overlaps into one hunk. */
function grouped(differences: readonly Difference[]): readonly (readonly Difference[])[] {
  const groups: Difference[][] = [];
  for (const difference of differences) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && difference.from - last.fromEnd <= 2 * context) group.push(difference);
    else groups.push([difference]);
  }
  return groups;
}

function hunk(
  differences: readonly Difference[],
  before: readonly string[],
  after: readonly string[],
): string {
  const [first, last] = [differences[0]!, differences.at(-1)!];
  const lead = Math.min(context, first.from);
  const trail = Math.min(context, before.length - last.fromEnd);
  const lines: string[] = [];
  let at = first.from - lead;
  for (const { from, fromEnd, to, toEnd } of differences) {
    lines.push(
      ...marked(" ", before.slice(at, from)),
      ...marked("-", before.slice(from, fromEnd)),
      ...marked("+", after.slice(to, toEnd)),
    );
    at = fromEnd;
  }
  lines.push(...marked(" ", before.slice(at, at + trail)));
  return [
    `@@ -${span(first.from - lead, last.fromEnd + trail)} +${span(first.to - lead, last.toEnd + trail)} @@`,
    ...lines,
  ].join("\n");
}

function marked(mark: " " | "-" | "+", lines: readonly string[]): readonly string[] {
  return lines.map((line) =>
    line.endsWith("\n") ? `${mark}${line.slice(0, -1)}` : `${mark}${line}\n\\ No newline at end of file`,
  );
}

/** The range as "start,count", counted from 1. An empty range has the number of the line before it. */
function span(start: number, end: number): string {
  return `${start === end ? start : start + 1},${end - start}`;
}
