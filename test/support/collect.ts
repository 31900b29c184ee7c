import { type Collected, collected, headOf } from "../../src/lint/head.ts";
import { loadSkill } from "../../src/lint/load-skill.ts";
import type { SkillSource } from "../../src/model/source.ts";

/** The data about a skill for collection rules; undefined for a skill that is not compared. */
export function collect(source: SkillSource): Collected | undefined {
  const head = headOf(loadSkill(source, []).skill);
  return head && collected(head, source.directory);
}
