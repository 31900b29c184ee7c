import { SkillsError } from "../core/errors.ts";
import { compareText } from "../core/order.ts";
import { quote } from "../core/show.ts";
import { nearestSetting } from "./nearest-setting.ts";
import { isClient, isSystem, loaderIds, realClientIds, targets, titleOf } from "./target.ts";

/** Words shorter than this may differ by one edit only: with two edits they become other words. */
const shortest = 5;

/**
 * Returns the choice that the user typed. Otherwise throws a SkillsError that suggests the nearest choice or lists
 * all.
 */
export function choose<Choice extends string>(
  what: string,
  word: string,
  choices: readonly Choice[],
): Choice {
  const chosen = choices.find((choice) => choice === word);
  if (chosen !== undefined) return chosen;
  const isListed = (choice: string): boolean => what !== "target" || !loaderIds.some((id) => id === choice);
  const few = choices.filter(isListed).toSorted(compareText);
  const list =
    few.length < choices.length ? `${few.join(", ")} or an id in \`skills clients\`` : few.join(", ");
  if (what === "target") refuseOtherTarget(word, list);
  if (what === "system" || what === "client") refuseClient(word, list);
  const near = nearestSetting(word, choices, word.length < shortest ? 1 : undefined);
  throw new SkillsError(
    "bad-usage",
    `${what} ${quote(word)} is not supported; ${near === undefined ? `use ${list}` : `did you mean ${quote(near)}?`}`,
  );
}

/** Throws a SkillsError for an agent client where only systems are simulated. */
function refuseClient(word: string, list: string): void {
  const started = realClientIds.find((id) => id === word);
  const isRecorded = targets.some((id) => id === word && isClient(id));
  if (!isRecorded) return;
  const use = started === undefined ? `use ${list}` : `use \`skills test --real ${started}\``;
  throw new SkillsError("bad-usage", `client ${quote(word)} is not simulated; ${use}`);
}

/** Throws a SkillsError for a target that only other commands support. */
function refuseOtherTarget(word: string, list: string): void {
  const target = targets.find((each) => each === word);
  if (target === undefined) return;
  if (isClient(target) && !loaderIds.includes(target))
    throw new SkillsError(
      "bad-usage",
      `it is not known how ${titleOf(target)} reads a SKILL.md; remove the target`,
    );
  const about = isSystem(target)
    ? "is a simulated system"
    : isClient(target)
      ? "is an agent client"
      : "is an uploader";
  throw new SkillsError("bad-usage", `target ${quote(word)} ${about}; this command supports ${list}`, {
    hint: `use skills check --target ${target}`,
  });
}
