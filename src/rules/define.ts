import type { BuiltInMeta, Rule } from "../model/rule.ts";
import type { Skill } from "../model/skill.ts";

/** Checks the type of a rule and returns it unchanged. */
export function defineRule<Input = Skill>(rule: Rule<Input> & { readonly meta: BuiltInMeta }): Rule<Input> {
  return rule;
}
