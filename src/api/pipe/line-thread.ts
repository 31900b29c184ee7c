import { answerLinesInThread } from "../../run/line-threads.ts";
import { answerLine } from "./answer-line.ts";
import { openJudge, type PipeQuestion } from "./judge.ts";

/** Runs in a thread: answers lines of `--stdin-ndjson`. */
export async function runLineThread(question: PipeQuestion): Promise<void> {
  const judge = await openJudge(question);
  answerLinesInThread(async (line) => {
    const answer = await answerLine(line, judge);
    return { outcome: answer.outcome, json: JSON.stringify(answer) };
  });
}
