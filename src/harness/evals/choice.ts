import type { Choice } from "../../model/scenario.ts";

/** A prompt that should not choose a skill is meant for none; that it leads to a third one is no mistake of the skill's. */
export function choiceOf(target: string, should: boolean, chosen: string | undefined): Choice {
  const counted = should || chosen === target ? chosen : undefined;
  return { ...(should && { expected: target }), ...(counted !== undefined && { chosen: counted }) };
}
