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
  /** If results are cached, most skills have one, so "auto" starts no threads for the others. */
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
