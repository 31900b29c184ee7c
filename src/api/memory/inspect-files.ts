import { examineSkill } from "../../lint/examine-skill.ts";
import type { SkillInspection } from "../../model/reports/inspect.ts";
import { inspectSkill } from "../inspect/inspect-skill.ts";
import { prepareExamination, type SurveyOptions } from "../scope/survey-skills.ts";
import { type GivenSkill, openGiven } from "./given-skill.ts";

/** A skill in memory, and how its tokens are counted. */
export interface InspectFilesOptions extends GivenSkill, Pick<SurveyOptions, "tokens"> {}

/**
 * What a reviewer needs of a skill in memory: fields, files, tokens and the inventory of what it can do. Throws a
 * SkillsError for files that no directory could have.
 */
export async function inspectFiles({
  tokens = "estimate",
  ...given
}: InspectFilesOptions): Promise<SkillInspection> {
  const examination = await prepareExamination({ targets: ["spec"], tokens });
  return inspectSkill(examineSkill(openGiven(given), examination).skill);
}
