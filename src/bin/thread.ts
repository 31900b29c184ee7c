import { contextReader } from "../find/surroundings.ts";
import { runThread } from "../run/thread.ts";

const contextOf = contextReader();

runThread(async (question, cwd) => {
  if (question.rules === "validate")
    return (await import("../api/validate.ts")).validatePreparer(contextOf)(question);
  const { lintPreparer } = await import("../api/lint/prepare-lint.ts");
  const lint = await lintPreparer({ contextOf })(question);
  if (!question.examiners.includes("costs")) return lint;
  return (await import("../api/check/prepare-check.ts")).checkPreparer(cwd)(lint, question);
});
