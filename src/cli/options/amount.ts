import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";

/** The whole number, from 1, that the user typed for an option. Throws a SkillsError for anything else. */
export function parseAmount(option: string, word: string): number {
  const amount = Number(word);
  if (!/^\d+$/.test(word) || !Number.isSafeInteger(amount) || amount === 0)
    throw new SkillsError("bad-usage", `${option} ${quote(word)} is not a whole number from 1`);
  return amount;
}
