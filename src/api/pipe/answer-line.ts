import { SkillsError } from "../../core/errors.ts";
import type { Judgment, PipeError } from "../../model/pipe.ts";
import type { Judge } from "./judge.ts";
import { idOnLine, type ReadSkill, readSkillLine } from "./read-skill-line.ts";

/** The answer about a line; the number and the rule set are added later. */
export type LineAnswer = { readonly id?: string } & (
  | Judgment
  | { readonly outcome: 2; readonly error: PipeError }
);

/** Judges the skill on a line. Never throws because of the line. */
export async function answerLine(line: Uint8Array, judge: Judge): Promise<LineAnswer> {
  const read = readOrRefuse(line);
  if ("error" in read) return read;
  return { id: read.id, ...(await judge(read.source)) };
}

function readOrRefuse(line: Uint8Array): ReadSkill | (LineAnswer & { readonly error: PipeError }) {
  try {
    return readSkillLine(line);
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    return unanswered(line, { code: "bad-line", message: error.message });
  }
}

/** The answer about a line without a judgment. */
export function unanswered(
  line: Uint8Array,
  error: PipeError,
): LineAnswer & { readonly outcome: 2; readonly error: PipeError } {
  const id = idOnLine(line);
  return { ...(id !== undefined && { id }), outcome: 2, error };
}
