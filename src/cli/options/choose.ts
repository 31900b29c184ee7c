import { SkillsError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import { compareText } from "../../core/order.ts";
import { quote } from "../../core/show.ts";

/** The one of `choices` that the user typed; throws a SkillsError that names the nearest and all of them. */
export function choose<Choice extends string>(what: string, word: string, choices: readonly Choice[]): Choice {
  const chosen = choices.find((choice) => choice === word);
  if (chosen !== undefined) return chosen;
  const near = nearest(word, choices);
  const list = choices.toSorted(compareText).join(", ");
  throw new SkillsError("bad-usage", `${what} ${quote(word)} is none of ${list}${near === undefined ? "" : `; the nearest is ${quote(near)}`}`);
}
