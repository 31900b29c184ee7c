import { examine, type Prepared } from "../lint/examine.ts";
import type { Question } from "../model/answer.ts";
import { openAgain } from "../read/directory.ts";
import { answerRequests } from "./threads.ts";

/**
 * Runs in a thread until it is ended. `prepare` loads the examiners of a question; `cwd` is the working directory of
 * the run.
 */
export function runThread(prepare: (question: Question, cwd: string) => Promise<Prepared>): void {
  const known = new Map<string, Promise<Prepared>>();
  answerRequests((cwd) => async ({ opened, question }) => {
    const key = JSON.stringify(question);
    const prepared = known.get(key) ?? prepare(question, cwd);
    known.set(key, prepared);
    return examine(openAgain(opened), question, await prepared);
  });
}
