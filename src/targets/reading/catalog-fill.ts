import type { CatalogFormat, CatalogSkill, TextUnit } from "../../model/client-catalog.ts";
import { widthOf } from "../../core/text-width.ts";

/** What a budget of a client takes of a list of skills, in the order of the catalog. */
export interface Budgeted {
  /** What is shown of each description; undefined if nothing is. */
  readonly shown: readonly (string | undefined)[];
  /** Which skills are not listed at all; absent if all are. */
  readonly omitted?: readonly boolean[];
  /** Size of all skills with their descriptions, the client's own included; absent without a budget. */
  readonly needed?: number;
}

interface Room {
  readonly limit: number;
  readonly own: number;
  readonly unit: TextUnit;
}

/** Every skill is listed; in their order, each description is shown if it still fits beside all names. */
export function fillInOrder(
  skills: readonly CatalogSkill[],
  { entry, separator }: CatalogFormat,
  { limit, own, unit }: Room,
): Budgeted {
  const sizes = skills.map((skill) => {
    const [bare, whole] = [entry(skill, undefined), entry(skill, skill.listed)];
    return { bare: sizeOf(bare, unit) + separator.length, whole: sizeOf(whole, unit) + separator.length };
  });
  const ends = own - separator.length;
  let used = sizes.reduce((sum, { bare }) => sum + bare, ends);
  const shown = skills.map(({ listed }, at) => {
    const { bare, whole } = sizes[at]!;
    if (used + whole - bare > limit) return undefined;
    used += whole - bare;
    return listed;
  });
  return { shown, needed: sizes.reduce((sum, { whole }) => sum + whole, ends) };
}

/** Skills are shown whole up to the first that does not fit; what is listed of the others takes nothing. */
export function fillToFirst(
  skills: readonly CatalogSkill[],
  { entry, separator }: CatalogFormat,
  { limit, own, unit }: Room,
): Budgeted {
  let used = own;
  let fits = true;
  const shown = skills.map((skill) => {
    used += sizeOf(entry(skill, skill.listed), unit) + separator.length;
    fits &&= used <= limit;
    return fits ? skill.listed : undefined;
  });
  return { shown, needed: used };
}

/** If the whole is too long, only the first line of each description is shown, without white space around it. */
export function firstLines(
  skills: readonly CatalogSkill[],
  { entry, separator, escape = (text) => text }: CatalogFormat,
  { limit, own, unit }: Room,
): Budgeted {
  const needed = skills.reduce(
    (sum, skill) => sum + sizeOf(entry(skill, skill.listed), unit) + separator.length,
    own - separator.length,
  );
  if (needed <= limit) return { shown: skills.map(({ listed }) => listed), needed };
  return { shown: skills.map(({ description }) => escape(description.split("\n")[0]!.trim())), needed };
}

function sizeOf(text: string, unit: TextUnit): number {
  if (unit === "utf-16") return text.length;
  // Line ends in a description and other control characters take no column.
  return unit === "columns" ? widthOf(text.replace(/\p{Cc}/gu, "")) : Array.from(text).length;
}
