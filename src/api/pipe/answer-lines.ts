import { byteLines, type ByteLine } from "../../core/byte-lines.ts";
import { SkillsError } from "../../core/errors.ts";
import { type PipeError, pipeLimits } from "../../model/pipe.ts";
import type { Outcome } from "../../model/report.ts";
import type { LineReply } from "../../run/line-threads.ts";
import { threadProgram } from "../../run/threads.ts";
import { ruleSetDigest } from "../rule-set.ts";
import { answerLine, unanswered } from "./answer-line.ts";
import { openJudge, type PipeQuestion } from "./judge.ts";

export interface PipeOptions {
  readonly question: PipeQuestion;
  /** The number of threads that judge skills. */
  readonly threads: number;
  /** Maximum time for a skill, in seconds. */
  readonly seconds?: number;
  /** Maximum size of a line, in bytes. */
  readonly lineBytes?: number;
}

/**
 * Answers each line of the input by a line, in order, and returns 2 if one has no judgment, else 1 if a skill has
 * problems. A few lines are in memory at a time: the next is read when one is written. Throws a SkillsError for a
 * question that cannot be asked, or if there is no line.
 */
export async function answerLines(
  input: AsyncIterable<Uint8Array>,
  write: (line: string) => void,
  { question, threads, seconds, lineBytes = pipeLimits.lineBytes }: PipeOptions,
): Promise<Outcome> {
  const answering = await startAnswering(question, threads, seconds ?? pipeLimits.seconds);
  const ruleSet = JSON.stringify(ruleSetDigest(question));
  let worst: Outcome | undefined;
  const writeReply = (number: number, { outcome, json }: LineReply): void => {
    if (worst === undefined || outcome > worst) worst = outcome;
    write(`{"line":${number},"ruleSet":${ruleSet},${json.slice(1)}\n`);
  };
  try {
    await inTurn(byteLines(input, lineBytes), 2 * threads, async (line, before) => {
      const reply = await answerOne(line, lineBytes, answering);
      await before;
      writeReply(line.number, reply);
    });
  } finally {
    await answering.end();
  }
  if (worst === undefined)
    throw new SkillsError("not-found", "standard input has no line, so no skill was checked");
  return worst;
}

/**
 * Begins the work on each item before that on the last is done, on at most `atOnce` at a time. The work waits for
 * `before`, the end of the work on the last item, where the order matters.
 */
async function inTurn<Item>(
  items: AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item, before: Promise<void>) => Promise<void>,
): Promise<void> {
  const begun: Promise<void>[] = [];
  let before: Promise<void> = Promise.resolve();
  for await (const item of items) {
    before = work(item, before);
    // The first that fails is thrown below.
    before.catch(() => {});
    begun.push(before);
    if (begun.length >= atOnce) await begun.shift();
  }
  await before;
}

interface Answering {
  answer(line: Uint8Array): Promise<LineReply>;
  end(): Promise<void>;
}

/** Without the built program, as when the sources run, lines are answered here, and no time is measured. */
async function startAnswering(question: PipeQuestion, count: number, seconds: number): Promise<Answering> {
  const judge = await openJudge(question);
  const program = threadProgram();
  if (!program)
    return {
      answer: async (line) => {
        const answer = await answerLine(line, judge);
        return { outcome: answer.outcome, json: JSON.stringify(answer) };
      },
      end: async () => {},
    };
  const { startLineThreads } = await import("../../run/line-threads.ts");
  const threads = startLineThreads({ program, count, question, seconds });
  return {
    answer: async (line) => {
      const reply = await threads.answer(line);
      if (!("ended" in reply)) return reply;
      return refused(
        line,
        reply.ended === "too-slow"
          ? { code: "too-slow", message: `the skill took longer than ${seconds} seconds` }
          : { code: "failed", message: `the check of the skill ended early: ${reply.reason}` },
      );
    },
    end: threads.end,
  };
}

function refused(line: Uint8Array, error: PipeError): LineReply {
  return { outcome: 2, json: JSON.stringify(unanswered(line, error)) };
}

async function answerOne(
  { bytes, size }: ByteLine,
  lineBytes: number,
  answering: Answering,
): Promise<LineReply> {
  if (bytes) return answering.answer(bytes);
  const message = `the line is larger than ${lineBytes} bytes (${size} bytes)`;
  return refused(new Uint8Array(), { code: "too-large", message });
}
