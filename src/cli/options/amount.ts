import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";

/** Parses an option's value as a whole number of 1 or more; throws a SkillsError for anything else. */
export function parseAmount(option: string, word: string): number {
  const amount = Number(word);
  if (!/^\d+$/.test(word) || !Number.isSafeInteger(amount) || amount === 0)
    throw new SkillsError("bad-usage", `${option} ${quote(word)} must be a whole number of 1 or more`);
  return amount;
}
