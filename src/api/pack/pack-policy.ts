import { SkillsError } from "../../core/errors.ts";
import type { SkillJudge } from "../policy/skill-judge.ts";
import type { PackOptions } from "./pack-options.ts";

export const noEarlierVersion = "skills pack knows no earlier version";

/** Throws a SkillsError if the policy cannot be read, or with an archive to compare with: nothing is packed then. */
export async function judgeOf({ policy, check, cwd }: PackOptions): Promise<SkillJudge | undefined> {
  if (policy === undefined) return undefined;
  if (check !== undefined)
    throw new SkillsError("bad-usage", "--policy cannot be combined with --check", {
      hint: "use skills verify --policy for an archive",
    });
  return (await import("../policy/skill-judge.ts")).openJudge(policy, cwd);
}
