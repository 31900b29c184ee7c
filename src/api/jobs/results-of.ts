import type { FileEntry, SkillSource } from "../../model/source.ts";
import type { Asked } from "../cache/noted-context.ts";
import type { ResultCache } from "../cache/result-cache.ts";
import type { Undecoded } from "../../core/undecoded.ts";
import { inOrder } from "../../core/in-order.ts";
import type { Crew } from "./crew.ts";

/** The result for one skill, as plain data. */
interface SkillResult<Saved, Rest> {
  readonly saved: Saved;
  /** The part that few runs need once it is saved; absent if all of the result is always needed. */
  readonly rest?: Rest;
  /** Whether the next run would find the same if nothing changed. */
  readonly isLasting: boolean;
}

export type SkillWork<Saved, Rest = undefined> = (
  source: SkillSource,
) => SkillResult<Saved, Rest> | Promise<SkillResult<Saved, Rest>>;

/** What a thread answers. */
export interface ThreadResult<Saved, Rest = undefined> extends SkillResult<Saved, Rest> {
  /** What the work asked of the skill's context. */
  readonly asked?: Asked | undefined;
}

interface Job<Saved, Rest, Done> {
  /** What remains of an earlier run for a skill that has not changed. */
  recall?(source: SkillSource): Done | undefined;
  readonly work: SkillWork<Saved, Rest>;
  /** Called before the work on a skill, unless its result is in the cache. */
  begin?(index: number): void;
  /** What a result depends on, besides the skill's files and context. */
  about(source: SkillSource, files: readonly FileEntry[]): readonly unknown[];
  readonly cache: ResultCache | undefined;
  /** The number of threads that do the work, including this one. */
  readonly threads: number;
  /** The same work as plain data, for the threads. Called once they are needed. */
  plan(): object | Promise<object>;
}

/** So that a thread has its next skills while this one works on a skill and reads no answers. */
const perThread = 4;

/** Takes the result of each skill from the cache or from a thread, or does the work here. */
export async function resultsOf<Saved, Rest, Done>(
  sources: readonly SkillSource[],
  { recall, work, begin, about, cache, threads, plan }: Job<Saved, Rest, Done>,
  finish: (source: SkillSource, saved: Saved, rest: Undecoded<Rest> | undefined) => Done,
): Promise<readonly Done[]> {
  let crew: Promise<Crew<ThreadResult<Saved, Rest>>> | undefined;
  const ask = async (source: SkillSource): Promise<ThreadResult<Saved, Rest> | undefined> => {
    if (threads === 1) return undefined;
    crew ??= import("./crew.ts").then(async ({ startCrew }) =>
      startCrew(threads - 1, perThread, await plan()),
    );
    const answer = await (await crew).ask(source);
    // Lets the answers of threads arrive, so that they are given more work before this thread is busy.
    if (answer === undefined) await new Promise(setImmediate);
    return answer;
  };
  const one = async (source: SkillSource, index: number): Promise<Done> => {
    const known = recall?.(source);
    if (known !== undefined) return known;
    const found = cache?.find<Saved, Rest>(source, (files) => about(source, files));
    if (found?.saved) return finish(source, found.saved.result, found.saved.rest);
    begin?.(index);
    const listed = found?.source ?? source;
    const { saved, rest, isLasting, asked } = (await ask(listed)) ?? {
      ...(await work(listed)),
      asked: undefined,
    };
    if (isLasting) found?.store(saved, rest, asked);
    return finish(source, saved, rest === undefined ? undefined : { decode: () => rest });
  };
  return inOrder(sources, 1 + perThread * (threads - 1), one).finally(async () => (await crew)?.end());
}
