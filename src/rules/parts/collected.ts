import type { CollectedSkill, CollectionFinding, CollectionRule } from "../../model/collection.ts";
import type { Place } from "../../core/place.ts";

/** Maximum number of other skills that a finding refers to. */
export const mostRelated = 3;

/** As `defineRule`, for rules that compare the skills of a run. */
export function defineCollectionRule(rule: CollectionRule): CollectionRule {
  return rule;
}

/** Groups of two or more skills that clients load together. */
export function catalogs(skills: readonly CollectedSkill[]): readonly (readonly CollectedSkill[])[] {
  return groupsBy(skills, ({ root }) => root);
}

/**
 * Groups of two or more skills with the same key, in the order in which they were found. Skills with an empty key are
 * left out.
 */
export function groupsBy(
  skills: readonly CollectedSkill[],
  keyOf: (skill: CollectedSkill) => string,
): readonly (readonly CollectedSkill[])[] {
  const groups = new Map<string, CollectedSkill[]>();
  for (const skill of skills) {
    const key = keyOf(skill);
    const known = groups.get(key);
    if (known) known.push(skill);
    else groups.set(key, [skill]);
  }
  groups.delete("");
  return Array.from(groups.values()).filter(({ length }) => length > 1);
}

/**
 * The first matches, up to `mostRelated`. Stops early, as a group may be large and this is called for every skill in
 * it.
 */
export function firstOf(
  skills: Iterable<CollectedSkill>,
  isWanted: (skill: CollectedSkill) => boolean,
): readonly CollectedSkill[] {
  const first: CollectedSkill[] = [];
  for (const skill of skills) if (isWanted(skill) && first.push(skill) === mostRelated) break;
  return first;
}

/** A finding about one skill's field that refers to other skills. */
export function findingOn(
  skill: CollectedSkill,
  field: "name" | "description",
  message: string,
  others: readonly CollectedSkill[],
): CollectionFinding {
  const related = others
    .slice(0, mostRelated)
    .map((other): Place => ({ skill: other.path, ...placeOf(other, field) }));
  return { skill: skill.path, ...placeOf(skill, field), message, related };
}

function placeOf(
  { file, nameRange, descriptionRange }: CollectedSkill,
  field: "name" | "description",
): Pick<Place, "file" | "range"> {
  const range = field === "name" ? nameRange : descriptionRange;
  return { file, ...(range && { range }) };
}
