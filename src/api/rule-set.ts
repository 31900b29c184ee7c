import { version } from "../generated/version.ts";
import { compareText } from "../core/order.ts";
import { digestText } from "../manifest/digest.ts";
import type { PipeQuestion } from "./pipe/judge.ts";

/**
 * Names all that an answer depends on besides the skill: this version of the program, and the question, of which rules,
 * their settings, targets and clients are a part. Answers with an equal digest need not be found again.
 */
export function ruleSetDigest({ rules, targets, otherTargets, ...question }: PipeQuestion): string {
  const settings = Object.entries(rules).toSorted(([a], [b]) => compareText(a, b));
  const sets = [targets, otherTargets].map((ids) => ids.toSorted(compareText));
  const others = Object.entries(question).toSorted(([a], [b]) => compareText(a, b));
  return digestText(JSON.stringify([version, sets, settings, others]));
}
