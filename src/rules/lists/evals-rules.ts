import type { Rule } from "../../model/rule.ts";
import evalsAssertions from "../evals/assertions.ts";
import evalsCount from "../evals/count.ts";
import evalsFileBase from "../evals/file-base.ts";
import evalsFiles from "../evals/files.ts";
import evalsFormat from "../evals/format.ts";
import evalsOverlap from "../evals/overlap.ts";
import evalsTriggers from "../evals/triggers.ts";
import evalsVaguePrompt from "../evals/vague-prompt.ts";
import evalsWeakAssertion from "../evals/weak-assertion.ts";

/** Every rule about the evals of a skill. */
export const evalsRules: readonly Rule[] = [
  evalsFormat,
  evalsFiles,
  evalsFileBase,
  evalsAssertions,
  evalsCount,
  evalsWeakAssertion,
  evalsVaguePrompt,
  evalsTriggers,
  evalsOverlap,
];
