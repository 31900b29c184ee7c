import type { Rule } from "../model/rule.ts";
import type { Skill } from "../model/skill.ts";

/** Gives a rule its types and nothing else. */
export function defineRule<Subject = Skill>(rule: Rule<Subject>): Rule<Subject> {
  return rule;
}
