import type { Rule } from "../model/rule.ts";
import type { Skill } from "../model/skill.ts";

/** Gives a rule its types and nothing else. */
export function defineRule<Input = Skill>(rule: Rule<Input>): Rule<Input> {
  return rule;
}
