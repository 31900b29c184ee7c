import { contextReader } from "../find/surroundings.ts";
import { lineQuestion } from "../run/line-threads.ts";
import { runThread } from "../run/thread.ts";

const lines = lineQuestion();
if (lines === undefined) answerSkills();
else void answerLines();

/** As plain data, the question cannot be checked: the program that starts the thread has made it. */
async function answerLines(): Promise<void> {
  const { runLineThread } = await import("../api/pipe/line-thread.ts");
  await runLineThread(lines as Parameters<typeof runLineThread>[0]);
}

function answerSkills(): void {
  const contextOf = contextReader();
  runThread(async (question, cwd) => {
    if (question.rules === "validate")
      return (await import("../api/validate.ts")).validatePreparer(contextOf)(question);
    const { lintPreparer } = await import("../api/lint/prepare-lint.ts");
    const lint = await lintPreparer({ contextOf })(question);
    if (!question.examiners.includes("costs")) return lint;
    return (await import("../api/check/prepare-check.ts")).checkPreparer(cwd)(lint, question);
  });
}
