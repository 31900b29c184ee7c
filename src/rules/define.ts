import type { Rule } from "../core/rule.ts";
import type { Skill } from "../core/skill.ts";

/** Gives a rule its types and nothing else. */
export function defineRule<Subject = Skill>(rule: Rule<Subject>): Rule<Subject> {
  return rule;
}
