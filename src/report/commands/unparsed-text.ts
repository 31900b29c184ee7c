import { groupBy } from "../../core/group-by.ts";
import { count } from "../../core/sentence.ts";
import { cleanPath } from "../drawing/width.ts";

interface Unparsed {
  readonly path: string;
  readonly file: string;
  readonly reason: string;
}

/** What was not parsed, and why: one line a reason, with the first file, as hundreds may share it. */
export function unparsedText(unparsed: readonly Unparsed[]): string {
  const byReason = groupBy(unparsed, ({ reason }) => reason);
  return Array.from(byReason, ([reason, files]) => `not parsed: ${describe(files)}: ${reason}\n`).join("");
}

function describe(files: readonly Unparsed[]): string {
  const [first] = files;
  const named = first ? cleanPath(`${first.path}/${first.file}`) : "";
  return files.length === 1 ? named : `${count(files.length, "file")}, such as ${named}`;
}
