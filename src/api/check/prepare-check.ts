import type { Examiner, Prepared } from "../../lint/examine.ts";
import type { Question } from "../../model/answer.ts";
import { smokeExaminer } from "../smoke/smoke-examiner.ts";
import { packExaminer } from "./pack-examiner.ts";

/** Returns a function that adds what `skills check` asks of a skill to what lint does. */
export function checkPreparer(cwd: string): (lint: Prepared, question: Question) => Prepared {
  const more: readonly Examiner[] = [packExaminer(), smokeExaminer(cwd)];
  return (lint, { examiners }) => ({
    ...lint,
    examiners: [...lint.examiners, ...more.filter(({ id }) => examiners.includes(id))],
  });
}
