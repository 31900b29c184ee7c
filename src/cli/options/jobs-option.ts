import type { Command } from "commander";
import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import type { Jobs } from "../../run/answers.ts";

/** A typing mistake must not start thousands of threads. */
const most = 64;

export interface JobsFlags {
  readonly jobs: Jobs;
}

/**
 * Adds --jobs. The default is "auto" only for check, which takes the longest: for validate and lint, two threads save
 * less time, and take up to two fifths more CPU time and 60 MB more memory (bench/jobs.js).
 */
export function addJobsOption(command: Command, defaultValue: Jobs): Command {
  return command.option(
    "--jobs <number>",
    'threads that check the skills, or "auto": several for many skills',
    parseJobs,
    defaultValue,
  );
}

function parseJobs(word: string): Jobs {
  if (word === "auto") return word;
  const jobs = Number(word);
  if (!/^\d+$/.test(word) || jobs < 1 || jobs > most)
    throw new SkillsError("bad-usage", `--jobs ${quote(word)} must be "auto" or a number from 1 to ${most}`);
  return jobs;
}
