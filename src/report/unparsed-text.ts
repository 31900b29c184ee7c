import { count } from "../core/sentence.ts";
import { cleanPath } from "./width.ts";

interface Unparsed {
  readonly path: string;
  readonly file: string;
  readonly reason: string;
}

/** What was not parsed, and why: one line a reason, with the first file, as hundreds may share it. */
export function unparsedText(unparsed: readonly Unparsed[]): string {
  const byReason = new Map<string, Unparsed[]>();
  for (const each of unparsed) {
    const known = byReason.get(each.reason);
    if (known) known.push(each);
    else byReason.set(each.reason, [each]);
  }
  return Array.from(byReason, ([reason, files]) => `not parsed: ${describe(files)}: ${reason}\n`).join("");
}

function describe(files: readonly Unparsed[]): string {
  const [first] = files;
  const named = first ? cleanPath(`${first.path}/${first.file}`) : "";
  return files.length === 1 ? named : `${count(files.length, "file")}, such as ${named}`;
}
