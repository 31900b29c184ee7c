import type { CatalogPlan, CatalogRules, CatalogSkill, Shortening } from "../model/client-catalog.ts";
import { listCatalog } from "./list-catalog.ts";
import { isCut } from "./reading/catalog-text.ts";

/** No description is to be shortened to fewer characters: less says too little. */
const shortest = 100;

/**
 * The fewest descriptions to shorten so that a client shows all of them whole, longest first, each to at most the same
 * number of characters. Undefined if the client lists names only, or if descriptions of 100 characters do not fit.
 */
export function planCatalog(rules: CatalogRules, skills: readonly CatalogSkill[]): CatalogPlan | undefined {
  if (rules.namesOnly) return undefined;
  const { entries } = listCatalog(rules, skills);
  const lost = entries.filter(({ state }) => state !== "whole");
  if (lost.length === 0) return { shorten: [], join: [] };
  if (rules.budget !== "none" && rules.budget !== "unknown" && rules.budget.overflow === "first-lines")
    return { shorten: [], join: lost.map(({ skill }) => skill) };
  const longest = skills
    .map((skill) => ({ skill, points: Array.from(skill.description) }))
    .sort((a, b) => b.points.length - a.points.length);
  const fits = (count: number, length: number): boolean => {
    const shorter = longest.map(({ skill, points }, at) =>
      at < count && points.length > length ? shortenTo(rules, skill, points, length) : skill,
    );
    return listCatalog(rules, shorter).entries.every(({ state }) => state === "whole");
  };
  const count = leastThat((each) => fits(each, shortest), 1, longest.length);
  if (count === undefined) return undefined;
  const most = longest[0]!.points.length;
  const saved = leastThat((each) => fits(count, most - each), 1, most - shortest) ?? most - shortest;
  return {
    shorten: longest.slice(0, count).flatMap(({ skill, points }): readonly Shortening[] => {
      const save = points.length - (most - saved);
      return save > 0 ? [{ skill, save }] : [];
    }),
    join: [],
  };
}

/** What is listed with the description loses as many characters at its end, unless the client cut it anyway. */
function shortenTo(
  { cut }: CatalogRules,
  skill: CatalogSkill,
  points: readonly string[],
  length: number,
): CatalogSkill {
  const description = points.slice(0, length).join("");
  if (cut && isCut(skill.listed, skill.description, cut)) {
    const size = cut.unit === "utf-16" ? description.length : length;
    return { ...skill, description, listed: size > cut.max ? skill.listed : description };
  }
  const listed = Array.from(skill.listed)
    .slice(0, length - points.length)
    .join("");
  return { ...skill, description, listed };
}

/** The least number from `low` to `high` that passes a test which all greater ones pass too. */
function leastThat(test: (value: number) => boolean, low: number, high: number): number | undefined {
  if (low > high || !test(high)) return undefined;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
