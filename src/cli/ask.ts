import { SkillsError } from "../core/errors.ts";
import { clean } from "../report/drawing/width.ts";
import type { Io } from "./io.ts";

/** Asks the user at the terminal. */
export type Ask = <Answer>(question: Question<Answer>) => Answer;

interface Question<Answer> {
  readonly text: string;
  /** The answer for an empty line. */
  readonly usual?: string | undefined;
  /** A valid answer that is similar to an invalid one; an empty line then accepts it. */
  readonly propose?: (word: string) => string | undefined;
  /** Throws a SkillsError for an invalid answer; the error is printed and the question is asked again. */
  readonly read: (word: string) => Answer;
}

/**
 * Undefined if standard input is not a terminal. Questions are printed on standard error. Throws a SkillsError at the
 * end of the input.
 */
export function askFrom({ readLine, stderr }: Io): Ask | undefined {
  if (!readLine) return undefined;
  return ({ text, usual: first, read, propose }) => {
    for (let usual = first; ; ) {
      stderr.write(`${clean(text)}${usual === undefined ? "" : ` [${clean(usual)}]`}: `);
      const line = readLine();
      if (line === undefined) {
        stderr.write("\n");
        throw new SkillsError(
          "bad-usage",
          "the input ended before all questions were answered; nothing was written",
        );
      }
      const word = line.trim() || (usual ?? "");
      try {
        return read(word);
      } catch (error) {
        if (!(error instanceof SkillsError)) throw error;
        const proposal = propose?.(word);
        usual = proposal ?? usual;
        for (const line of [
          error.message,
          ...(error.others ?? []),
          ...(error.hint === undefined || proposal !== undefined ? [] : [error.hint]),
        ])
          stderr.write(`  ${clean(line)}\n`);
      }
    }
  };
}

/** Asks a yes-or-no question; an empty line means no. */
export function askWhether(ask: Ask, text: string): boolean {
  return ask({ text: `${text} (y/n)`, usual: "n", read: readWhether });
}

function readWhether(word: string): boolean {
  if (/^y(?:es)?$/i.test(word)) return true;
  if (/^no?$/i.test(word)) return false;
  throw new SkillsError("bad-usage", "answer y or n");
}
