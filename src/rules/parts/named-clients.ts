import { count, series } from "../../core/sentence.ts";
import type { ChosenPrograms, Finding } from "../../model/rule.ts";
import { commonIds, titleOf } from "../../model/target.ts";

/** Whether messages may name the program: it is a client to report or a target. */
export function isNamed(title: string, { targets = [], clients = commonIds }: ChosenPrograms): boolean {
  return [...clients, ...targets].some((id) => id === title || titleOf(id) === title);
}

/** A note instead of a warning, if only programs lose something that are neither reported nor targets. */
export function severityAmong(titles: readonly string[], chosen: ChosenPrograms): Pick<Finding, "severity"> {
  return titles.some((title) => isNamed(title, chosen)) ? {} : { severity: "info" };
}

/**
 * The programs that messages may name, at most `most` of them, and the number of the others: "Codex CLI and 12 more",
 * or "2 other clients" if none may be named. `total` is their number if `titles` lists only some.
 */
export function nameClients(
  titles: readonly string[],
  chosen: ChosenPrograms,
  { most = 5, total = titles.length, noun = "other client" } = {},
): string {
  const named = titles.filter((title) => isNamed(title, chosen)).slice(0, most);
  if (named.length === 0) return total === 1 ? `one ${noun}` : count(total, noun);
  const rest = total - named.length;
  return series(rest > 0 ? [...named, `${rest} more`] : named);
}
