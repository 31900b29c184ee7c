import type { CollectedSkill, CollectionFinding, CollectionRule } from "../../model/collection.ts";
import type { Place } from "../../core/place.ts";

/** Other skills that a finding points at. */
export const mostRelated = 3;

/** As `defineRule`, for rules over the skills of a run taken together. */
export function defineCollectionRule(rule: CollectionRule): CollectionRule {
  return rule;
}

/** The skills that clients load together, wherever there are two or more. */
export function catalogues(skills: readonly CollectedSkill[]): readonly (readonly CollectedSkill[])[] {
  return groupsBy(skills, ({ root }) => root);
}

/** Two or more skills with the same key, in the order they were found; the empty key is nobody's. */
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

/** As many as a finding points at; a group may be large, and each of its skills asks. */
export function firstOf(
  skills: Iterable<CollectedSkill>,
  isWanted: (skill: CollectedSkill) => boolean,
): readonly CollectedSkill[] {
  const first: CollectedSkill[] = [];
  for (const skill of skills) if (isWanted(skill) && first.push(skill) === mostRelated) break;
  return first;
}

/** What there is to say of a field of one skill because of other skills. */
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
