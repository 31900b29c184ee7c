import type { Command } from "commander";
import type { CacheOption } from "../../run/cache.ts";
import { SkillsError } from "../../core/errors.ts";
import { clean } from "../../report/drawing/width.ts";
import type { Io } from "../io.ts";

/** The options of the commands that can keep results between runs. */
export interface CacheFlags {
  readonly cache?: boolean;
  readonly cacheLocation?: string;
  readonly cacheReadOnly?: boolean;
}

export const cacheNotes = `Cache:
  --cache reports the same and reads only skills that changed since a run with
  the same program, rules and targets. It compares size, times and inode of each
  file, and the bytes of all files of a skill if they differ. Without
  --cache-location the file is in the user's cache directory. A file that git
  tracks, that a symlink in the project leads to, or that others can write or
  replace, is not used.
`;

export function addCacheOptions(command: Command): Command {
  return command
    .option("--cache", "use the results of earlier runs for skills that have not changed")
    .option("--cache-location <file>", "where to keep the results")
    .option("--cache-read-only", "do not write the cache");
}

/** The flags as options for the library. */
export async function cacheOptions(
  { cache, cacheLocation, cacheReadOnly }: CacheFlags,
  { cwd, env, stderr }: Io,
): Promise<{ readonly cache?: CacheOption }> {
  if (!cache) {
    const [lone] = Object.entries({ "--cache-location": cacheLocation, "--cache-read-only": cacheReadOnly })
      .filter(([, value]) => value !== undefined)
      .map(([name]) => name);
    if (lone !== undefined)
      throw new SkillsError("bad-usage", `${lone} needs --cache`, { hint: "add --cache" });
    return {};
  }
  const { defaultLocation } = await import("../../run/cache-file.ts");
  const location = cacheLocation ?? defaultLocation(cwd, env);
  if (location === undefined)
    throw new SkillsError("bad-usage", "--cache needs --cache-location: there is no home directory");
  return {
    cache: {
      location,
      readOnly: cacheReadOnly === true,
      onProblem: (problem) => stderr.write(`skills: ${clean(problem)}\n`),
    },
  };
}
