import { inOrder } from "../core/in-order.ts";
import type { Answer, Question } from "../model/answer.ts";
import { examine, type Prepared } from "../lint/examine.ts";
import type { SkillSource } from "../model/source.ts";
import type { AnswerCache } from "./cache.ts";
import { type Memory, recall } from "./memory.ts";
import type { Threads } from "./threads.ts";

/** Where answers come from, in this order: memory, the cache, threads, this thread. */
export interface Origins {
  readonly memory?: Memory | undefined;
  readonly cache?: AnswerCache | undefined;
  /** The number of threads that examine skills, including this one; 1 by default. */
  readonly threads?: number;
  /** The working directory of the run. */
  readonly cwd: string;
  questionOf(source: SkillSource): Question;
  /** Loads the examiners of a question, as `runThread` does in other threads. */
  prepare(question: Question): Promise<Prepared>;
  /**
   * Called before a skill is examined; `of` is the number of all skills. Returns what can be asked. An answer to
   * another question than the skill's own is not saved for later runs.
   */
  begin?(question: Question, index: number, of: number): Question | Promise<Question>;
  /** Called before each skill, also one whose answer is known; ends the run by throwing. */
  step?: Step | undefined;
}

/** Waits before a skill; `done` skills of `of` came before it. */
export type Step = (source: Pick<SkillSource, "label">, done: number, of: number) => Promise<void>;

/** So that a thread has its next skills while this one works on a skill and reads no answers. */
const perThread = 4;

/** Answers the question about each skill, in the order of the skills. */
export async function answersOf(
  sources: readonly SkillSource[],
  origins: Origins,
): Promise<readonly Answer[]> {
  const { threads = 1 } = origins;
  const answering = startAnswering(origins, sources.length);
  const atOnce = 1 + perThread * (threads - 1);
  return inOrder(sources, atOnce, answering.answer).finally(answering.end);
}

interface Answering {
  readonly answer: (source: SkillSource, index?: number) => Promise<Answer>;
  readonly end: () => Promise<void>;
}

/** As `answersOf`, for a caller that asks about one skill after another, `of` in all. */
export function startAnswering(origins: Origins, of = 0): Answering {
  const { memory, cache, threads: count = 1, cwd, questionOf, prepare, begin, step } = origins;
  let threads: Promise<Threads> | undefined;
  const ask = async (source: SkillSource, question: Question): Promise<Answer | undefined> => {
    if (count === 1) return undefined;
    threads ??= import("./threads.ts").then(({ startThreads }) => startThreads(count - 1, perThread, cwd));
    const answer = await (await threads).ask(source, question);
    // Lets the answers of threads arrive, so that they are given more work before this thread is busy.
    if (answer === undefined) await new Promise(setImmediate);
    return answer;
  };
  return {
    answer: async (source, index = 0) => {
      await step?.(source, index, of);
      const known = recall(source, memory);
      if (known) return known;
      const question = questionOf(source);
      const found = cache?.find(source, question, await prepare(question));
      let answer = found?.answer;
      if (!answer) {
        const asked = begin ? await begin(question, index, of) : question;
        const listed = found?.source ?? source;
        answer = (await ask(listed, asked)) ?? (await examine(listed, asked, await prepare(asked)));
        if (answer.lasting && asked === question) found?.keep(answer);
      }
      memory?.answers.set(source.label, answer);
      return answer;
    },
    end: async () => (await threads)?.end(),
  };
}

/** The number of threads that share the skills; "auto" chooses it by the number of skills and of processors. */
export type Jobs = number | "auto";

/**
 * The number of skills from which on "auto" starts threads. With two on two processors (bench/jobs.js), validate was
 * 1.15 times as fast for 800 skills; lint 1.0 times for 200 and 1.1 times for 400; check 1.1 times for 200 and 1.2 times
 * for 400, for 1.3 to 1.5 times the CPU time.
 */
const worthwhile = { validate: 800, lint: 400, check: 400 };

/** Each thread takes memory, and all of them read the same disk. */
const mostByDefault = 4;

interface Choice {
  readonly jobs: Jobs;
  /** If answers are cached, most skills have one, so "auto" starts no threads for the others. */
  readonly isCached: boolean;
}

/** The number of threads for so many skills. */
export async function countThreads(
  { jobs, isCached }: Choice,
  command: keyof typeof worthwhile,
  skills: number,
): Promise<number> {
  if (jobs !== "auto") return Math.max(1, Math.min(jobs, skills));
  if (isCached || skills < worthwhile[command]) return 1;
  // Loaded only here, as most runs are over few skills.
  const { availableParallelism } = await import("node:os");
  return Math.min(availableParallelism(), mostByDefault);
}
