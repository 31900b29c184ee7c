import { compareText } from "../core/order.ts";
import { grouped } from "../core/sentence.ts";
import { wellFormed } from "../core/utf8.ts";
import type {
  CatalogBudget,
  CatalogEntry,
  CatalogRules,
  CatalogSkill,
  ClientCatalog,
} from "../model/client-catalog.ts";
import type { LoadedSkill } from "../model/loader.ts";
import { isCut } from "./reading/catalog-text.ts";
import { shareEvenly } from "./reading/catalog-even.ts";
import { type Budgeted, fillInOrder, fillToFirst, firstLines } from "./reading/catalog-fill.ts";

/** The catalog that a client shows for a set of skills. With an unknown budget, all descriptions are listed. */
export function listCatalog(rules: CatalogRules, skills: readonly CatalogSkill[]): ClientCatalog {
  const sorted = sortSkills(rules.order, skills);
  const budgeted = rules.namesOnly ? { shown: sorted.map(() => undefined) } : withinBudget(rules, sorted);
  const entries = sorted.map((skill, at) => toEntry(rules, skill, budgeted, at));
  return {
    text: catalogText(rules, entries),
    entries,
    ...(budgeted.needed !== undefined && { needed: budgeted.needed }),
  };
}

/** The rules for a model with another context window, in tokens; undefined if it is not known what that changes. */
export function withWindow(rules: CatalogRules, window: number): CatalogRules | undefined {
  const { budget } = rules;
  if (typeof budget === "string" || budget.overflow !== "evenly" || budget.window === undefined)
    return undefined;
  const limit = Math.floor((budget.limit * window) / budget.window);
  const assumes = `a model with a context window of ${grouped(window)} tokens`;
  return { ...rules, budget: { ...budget, limit, window, assumes } };
}

/** A loaded skill for a catalog. */
export function toCatalogSkill(
  { name, listedName = name, description = "", listed = description }: LoadedSkill,
  { directory, path }: Pick<CatalogSkill, "directory" | "path">,
): CatalogSkill {
  return { name: listedName, directory, path, description, listed: wellFormed(listed) };
}

function sortSkills(order: CatalogRules["order"], skills: readonly CatalogSkill[]): readonly CatalogSkill[] {
  if (order === "file-system") return skills;
  const compare = order.compare === "locale" ? new Intl.Collator("en").compare : compareText;
  return [...skills].sort((a, b) => compare(a[order.by], b[order.by]));
}

function withinBudget({ budget, format }: CatalogRules, skills: readonly CatalogSkill[]): Budgeted {
  if (budget === "none" || budget === "unknown") return { shown: skills.map(({ listed }) => listed) };
  return overflow(budget)(skills, format);
}

function overflow(
  budget: CatalogBudget,
): (skills: readonly CatalogSkill[], format: CatalogRules["format"]) => Budgeted {
  switch (budget.overflow) {
    case "evenly":
      return (skills, format) => shareEvenly(skills, format, budget);
    case "fill":
      return (skills, format) => fillInOrder(skills, format, budget);
    case "prefix":
      return (skills, format) => fillToFirst(skills, format, budget);
    case "first-lines":
      return (skills, format) => firstLines(skills, format, budget);
  }
}

function toEntry(
  { cut }: CatalogRules,
  skill: CatalogSkill,
  { shown: all, omitted }: Budgeted,
  at: number,
): CatalogEntry {
  const shown = all[at];
  if (omitted?.[at]) return { skill, state: "absent" };
  if (shown === undefined) return { skill, state: "name-only" };
  const whole = shown === skill.listed && !(cut && isCut(skill.listed, skill.description, cut));
  return { skill, state: whole ? "whole" : "cut", shown };
}

/** The text of the entries, with what is shown of each. */
export function catalogText(
  { format: { before, after, separator, entry, others }, namesOnly }: CatalogRules,
  entries: readonly CatalogEntry[],
): string {
  const isApart = ({ state }: CatalogEntry) => others !== undefined && !namesOnly && state === "name-only";
  const texts = entries
    .filter((each) => each.state !== "absent" && !isApart(each))
    .map(({ skill, shown }) => entry(skill, shown));
  const names = entries.filter(isApart).map(({ skill }) => skill.name);
  if (others && names.length > 0) texts.push(others(names));
  return before + texts.join(separator) + after;
}
