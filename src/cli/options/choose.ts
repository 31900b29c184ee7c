import { SkillsError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import { compareText } from "../../core/order.ts";
import { quote } from "../../core/show.ts";
import { checkTargets, isSystem } from "../../model/target.ts";

/** In a shorter word more letters than this make another word of it. */
const shortest = 5;

/** The one of `choices` that the user typed; throws a SkillsError that names the nearest and all of them. */
export function choose<Choice extends string>(
  what: string,
  word: string,
  choices: readonly Choice[],
): Choice {
  const chosen = choices.find((choice) => choice === word);
  if (chosen !== undefined) return chosen;
  const list = choices.toSorted(compareText).join(", ");
  if (what === "target") refuseOtherTarget(word, list);
  const near = nearest(word, choices, word.length < shortest ? 1 : undefined);
  throw new SkillsError(
    "bad-usage",
    `${what} ${quote(word)} is none of ${list}${near === undefined ? "" : `; the nearest is ${quote(near)}`}`,
  );
}

/** Throws a SkillsError for a target that is one, but not to this command. */
function refuseOtherTarget(word: string, list: string): void {
  const target = checkTargets.find((each) => each === word);
  if (target === undefined) return;
  const about = isSystem(target)
    ? "is a system of agents, which skills check asks"
    : "is an uploader, which skills check and skills pack ask";
  throw new SkillsError("bad-usage", `target ${quote(word)} ${about}; the targets here are ${list}`, {
    hint: `for example: skills check --target ${target}`,
  });
}
