import { accessSync, constants } from "node:fs";
import path from "node:path";
import { TestRunner } from "vitest";
import { needsNote } from "./closing-line.ts";

/**
 * Must be called first in a test, or in its `beforeEach`, with the programs that it runs besides node, npm, git and
 * what every Debian has. If one is missing, the test is skipped under the program's name; in CI it fails.
 */
export function needs(...programs: readonly string[]): void {
  const missing = programs.find((program) => !isThere(program));
  if (missing === undefined) return;
  const note = `${needsNote}${missing}`;
  if (process.env["CI"]) throw new Error(`${note}, which is missing; in CI, no test may be skipped`);
  const test = TestRunner.getCurrentTest();
  if (test?.type !== "test") throw new Error("needs() must be called in a test");
  test.context.skip(note);
}

/** The same for a shell command that begins with the program. */
export function needsFirstOf(command: string): void {
  needs(command.split(" ", 1)[0]!);
}

function isThere(program: string): boolean {
  return (process.env["PATH"] ?? "").split(path.delimiter).some((directory) => {
    try {
      accessSync(path.join(directory, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
