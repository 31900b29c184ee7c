import { toShellWord } from "../../core/shell-word.ts";
import { interpreterByEnding } from "../scripts/interpreter.ts";

/** Joins words so that a shell splits them into the same words. */
export function joinWords(words: readonly string[]): string {
  return words.map(toShellWord).join(" ");
}

/** The command that starts a script, executable or not. */
export function commandFor(path: string, args: readonly string[]): string {
  const interpreter = interpreterByEnding(path);
  return joinWords([...(interpreter === undefined ? [] : [interpreter]), path, ...args]);
}
