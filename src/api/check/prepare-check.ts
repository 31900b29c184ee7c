import { once } from "../../core/once.ts";
import type { Examiner, Prepared } from "../../lint/examine.ts";
import type { ExaminerId, Question } from "../../model/answer.ts";
import { costsExaminer } from "./costs-examiner.ts";

/**
 * Returns a function that adds what `skills check` asks of a skill to what lint does. The models of uploaders and
 * agents are loaded only if one of them is asked.
 */
export function checkPreparer(cwd: string): (lint: Prepared, question: Question) => Promise<Prepared> {
  const packing = once(async () => (await import("./pack-examiner.ts")).packExaminer());
  const simulating = once(async () => (await import("../smoke/smoke-examiner.ts")).smokeExaminer(cwd));
  const more: readonly (readonly [ExaminerId, (question: Question) => Promise<Examiner>])[] = [
    ["costs", async () => costsExaminer],
    ["pack", packing],
    ["smoke", simulating],
    [
      "policy",
      async ({ policy = {} }) => (await import("../policy/policy-examiner.ts")).policyExaminer(policy),
    ],
  ];
  return async (lint, question) => {
    const asked = more.filter(([id]) => question.examiners.includes(id));
    return {
      ...lint,
      examiners: [...lint.examiners, ...(await Promise.all(asked.map(([, load]) => load(question))))],
    };
  };
}
