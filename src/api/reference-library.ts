import { SkillsError } from "../core/errors.ts";
import type { Result } from "../reference/result.ts";
import { findSkill, promptForSkills, propertiesText, validateSkill } from "./skills-ref.ts";

export interface ReferenceOptions {
  /** Where relative paths begin; the process's working directory where it is not given. */
  readonly cwd?: string;
}

/** The messages of the reference's `validate`, in its order; none where the skill is valid. */
export function referenceValidate(
  path: string,
  { cwd = process.cwd() }: ReferenceOptions = {},
): readonly string[] {
  return validateSkill(findSkill(path, cwd)).map(({ message }) => message);
}

/** What the reference's `read-properties` prints, as a value. Throws a SkillsError ("unreadable") with the reference's words where it prints none. */
export function referenceProperties(
  path: string,
  { cwd = process.cwd() }: ReferenceOptions = {},
): Readonly<Record<string, unknown>> {
  return JSON.parse(valueOf(propertiesText(findSkill(path, cwd))));
}

/** The `<available_skills>` block of the reference's `to-prompt`. Throws as `referenceProperties` does, for the first skill that cannot be read. */
export function referencePrompt(
  paths: readonly string[],
  { cwd = process.cwd() }: ReferenceOptions = {},
): string {
  return valueOf(promptForSkills(paths.map((path) => findSkill(path, cwd))));
}

function valueOf(result: Result<string>): string {
  if (result.outcome === "value") return result.value;
  throw new SkillsError("unreadable", result.complaint.message);
}
