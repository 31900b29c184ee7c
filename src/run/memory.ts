import type { Answer } from "../model/answer.ts";
import type { SkillSource } from "../model/source.ts";

/** The answers that a run saves for the next one over the same skills. */
export interface Memory {
  /** By the skill's path in the report. */
  readonly answers: Map<string, Answer>;
  /** The skills to read again. */
  readonly stale: Set<string>;
}

export function emptyMemory(): Memory {
  return { answers: new Map(), stale: new Set() };
}

/** The answer about a skill, unless the skill must be read again. */
export function recall(
  { label }: Pick<SkillSource, "label">,
  memory: Memory | undefined,
): Answer | undefined {
  return memory?.stale.has(label) ? undefined : memory?.answers.get(label);
}
