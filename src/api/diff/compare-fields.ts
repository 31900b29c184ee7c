import type { Skill } from "../../model/skill.ts";
import type { Field, FieldValue } from "../../model/frontmatter.ts";
import type { FieldChange } from "../../results/diff.ts";

/** Fields and the members of maps that came, went or have another value. */
export function compareFields(before: Skill, after: Skill): readonly FieldChange[] {
  const [old, current] = [fieldsOf(before), fieldsOf(after)];
  const stays = Array.from(current, ([key, value]): readonly FieldChange[] => {
    const known = old.get(key);
    if (known === undefined) return [{ kind: "added", key, new: value }];
    return JSON.stringify(known) === JSON.stringify(value)
      ? []
      : [{ kind: "changed", key, old: known, new: value }];
  });
  const gone = Array.from(old).filter(([key]) => !current.has(key));
  return [
    ...stays.flat(),
    ...gone.map(([key, value]): FieldChange => ({ kind: "removed", key, old: value })),
  ];
}

function fieldsOf({ document }: Skill): ReadonlyMap<string, FieldValue> {
  const fields = Array.from(document?.frontmatter?.fields.values() ?? []);
  return new Map(fields.flatMap((field) => flatten(field, "")));
}

function flatten({ key, value, children }: Field, above: string): readonly (readonly [string, FieldValue])[] {
  const path = `${above}${key}`;
  const isMap = typeof value !== "string" && !Array.isArray(value) && children.length > 0;
  return isMap ? children.flatMap((child) => flatten(child, `${path}.`)) : [[path, value]];
}
