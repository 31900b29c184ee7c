import type { FilePosition } from "./place.ts";
import { count, grouped } from "./sentence.ts";
import { show } from "./show.ts";

/** A problem in a malformed file. */
export interface FileProblem extends FilePosition {
  readonly file: string;
  readonly message: string;
}

/** Maximum number of problems to list: more do not help with a file of a completely different format. */
const mostListed = 100;

/** Lines such as "a.yaml:3:7: problem" without duplicates, and the number of problems that are not listed. */
export function describeProblems(problems: readonly FileProblem[]): readonly string[] {
  const lines = Array.from(
    new Set(problems.map(({ file, line, column, message }) => `${show(file)}:${line}:${column}: ${message}`)),
  );
  return lines.length <= mostListed + 1
    ? lines
    : [...lines.slice(0, mostListed), `and ${grouped(lines.length - mostListed)} more`];
}

/** The same problems for a test: if there is only one, its message; otherwise their number and a list. */
export function summarizeProblems(problems: readonly FileProblem[]): {
  readonly message: string;
  readonly details?: readonly string[];
} {
  const details = describeProblems(problems);
  const [only = ""] = details;
  return details.length === 1
    ? { message: only }
    : { message: `${count(problems.length, "mistake")} in the file`, details };
}
