import type { FilePosition } from "./place.ts";
import { count, grouped } from "./sentence.ts";
import { show } from "./show.ts";

/** What keeps a file from being read as what it should be. */
export interface FileProblem extends FilePosition {
  readonly file: string;
  readonly message: string;
}

/** Of a file that is something else altogether nobody reads more. */
const mostTold = 100;

/** "a.yaml:3:7: what is there", each once, and how many more there are. */
export function describeProblems(problems: readonly FileProblem[]): readonly string[] {
  const told = Array.from(
    new Set(problems.map(({ file, line, column, message }) => `${show(file)}:${line}:${column}: ${message}`)),
  );
  return told.length <= mostTold + 1
    ? told
    : [...told.slice(0, mostTold), `and ${grouped(told.length - mostTold)} more`];
}

/** The same for a test: the one, or how many there are and which. */
export function summariseProblems(problems: readonly FileProblem[]): {
  readonly message: string;
  readonly details?: readonly string[];
} {
  const details = describeProblems(problems);
  const [only = ""] = details;
  return details.length === 1
    ? { message: only }
    : { message: `${count(problems.length, "mistake")} in the file`, details };
}
