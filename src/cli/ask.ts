import { SkillsError } from "../core/errors.ts";
import { clean } from "../report/drawing/width.ts";
import type { Io } from "./io.ts";

/** Asks whoever sits at the terminal. */
export type Ask = <Answer>(question: Question<Answer>) => Answer;

interface Question<Answer> {
  readonly text: string;
  /** What an empty line stands for. */
  readonly usual?: string;
  /** Throws a SkillsError for what is no answer: it is told, and the question put again. */
  readonly read: (word: string) => Answer;
}

/** Undefined where nobody is there to be asked. Questions go to standard error; where the input ends, so does the asking, with a SkillsError. */
export function askFrom({ readLine, stderr }: Io): Ask | undefined {
  if (!readLine) return undefined;
  return ({ text, usual, read }) => {
    for (;;) {
      stderr.write(`${clean(text)}${usual === undefined ? "" : ` [${clean(usual)}]`}: `);
      const line = readLine();
      if (line === undefined) {
        stderr.write("\n");
        throw new SkillsError(
          "bad-usage",
          "the input ended before all was answered, and nothing was written",
        );
      }
      try {
        return read(line.trim() || (usual ?? ""));
      } catch (error) {
        if (!(error instanceof SkillsError)) throw error;
        for (const said of [
          error.message,
          ...(error.others ?? []),
          ...(error.hint === undefined ? [] : [error.hint]),
        ])
          stderr.write(`  ${clean(said)}\n`);
      }
    }
  };
}

/** Whether somebody says yes; an empty line does not. */
export function askWhether(ask: Ask, text: string): boolean {
  return ask({ text: `${text} (y/n)`, usual: "n", read: readWhether });
}

function readWhether(word: string): boolean {
  if (/^y(?:es)?$/i.test(word)) return true;
  if (/^no?$/i.test(word)) return false;
  throw new SkillsError("bad-usage", "expected y or n");
}
