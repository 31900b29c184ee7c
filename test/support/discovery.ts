import { SkillsError } from "../../src/core/errors.ts";
import { discover } from "../../src/find/discover.ts";

export async function labels(cwd: string, ...paths: string[]): Promise<string[]> {
  return (await discover(paths, { cwd })).sources.map(({ label }) => label);
}

/** What discovering one path throws: its code, sentence and hint. */
export async function refusal(cwd: string, written: string): Promise<readonly [string, string, string?]> {
  try {
    return ["found", (await labels(cwd, written)).join()];
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    return error.hint === undefined ? [error.code, error.message] : [error.code, error.message, error.hint];
  }
}
