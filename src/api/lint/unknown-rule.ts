import { SkillsError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import { quote } from "../../core/show.ts";
import { retiredRules } from "../../rules/lists/retired-rules.ts";

/** The error for an id that no rule has, with the nearest that one has. */
export function unknownRule(id: string, known: readonly string[]): SkillsError {
  const heir = retiredRules.get(id);
  if (heir !== undefined)
    return new SkillsError(
      "bad-usage",
      `the rule ${quote(id)} is no more, expected ${quote(heir)}, which says the same`,
    );
  const near = nearest(id, known);
  return new SkillsError(
    "bad-usage",
    `there is no rule ${quote(id)}${near === undefined ? "" : `; the nearest is ${quote(near)}`}`,
    { hint: "skills explain lists them all" },
  );
}
