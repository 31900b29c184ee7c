import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import type { SkillSource } from "../../model/source.ts";
import { startThread, type Thread, threadProgram } from "../../programs/threads.ts";
import type { OpenedDirectory } from "../../read/directory.ts";

/** Threads that share the skills of a run with the thread that asks them. */
export interface Crew<Answer> {
  /**
   * Undefined if the asking thread has to do the work: all threads have enough to do, the skill is not in a directory,
   * or the work on it failed.
   */
  ask(source: SkillSource): Promise<Answer | undefined>;
  end(): Promise<unknown>;
}

/** Starts threads that follow the plan, which is plain data. Each has up to `perThread` requests at a time. */
export function startCrew<Answer>(count: number, perThread: number, plan: object): Crew<Answer> {
  const program = threadProgram();
  const threads = program
    ? Array.from({ length: count }, () => startThread<OpenedDirectory, Answer>(program, plan))
    : [];
  return {
    ask: async ({ directory, label, mark }) => {
      const thread = leastBusy(threads);
      if (directory === undefined || !thread || thread.waiting() >= perThread) return undefined;
      try {
        return await thread.ask({ directory, label, mark: mark?.() });
      } catch (error) {
        throw endedEarly(label, error);
      }
    },
    end: () => Promise.all(threads.map((thread) => thread.end())),
  };
}

function leastBusy<Request, Answer>(
  threads: readonly Thread<Request, Answer>[],
): Thread<Request, Answer> | undefined {
  return threads.toSorted((a, b) => a.waiting() - b.waiting())[0];
}

function endedEarly(label: string, cause: unknown): SkillsError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new SkillsError("unreadable", `a thread ended while it checked ${quote(label)}: ${reason}`, {
    hint: "use `--jobs 1` to check one skill after another",
    cause,
  });
}
