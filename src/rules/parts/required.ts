import { lineBreakOf } from "../../core/source-text.ts";
import type { Range } from "../../core/place.ts";
import { quote } from "../../core/show.ts";
import type { Finding, Fix } from "../../model/rule.ts";
import type { Skill, SkillDocument } from "../../model/skill.ts";
import type { Field } from "../../model/frontmatter.ts";
import { refusalsAmong } from "./client-findings.ts";
import { completeFrontmatter, isString, openingFence } from "./fields.ts";
import { yamlScalar } from "../../yaml/scalar.ts";

type Required = "name" | "description";

interface Missing {
  readonly key: Required;
  /** The value to write, if it is known. */
  readonly value: string | undefined;
}

/** The finding that a required field is missing or empty; `value` is what to write, if it is known. */
export function required(skill: Skill, key: Required, value?: string): readonly Finding[] {
  const fields = skill.document?.frontmatter?.fields;
  const field = fields?.get(key);
  if (!skill.document || !fields) return [];
  if (field)
    return isString(field) && field.value.trim() === ""
      ? [empty(skill, skill.document, field, { key, value })]
      : [];
  const complete = completeFrontmatter(skill);
  if (!complete) return [];
  const { document, frontmatter } = complete;
  const at = frontmatter.range.start.offset;
  const fixes = fix(
    document,
    document.source.range(at, at),
    { key, value },
    (written) => `${key}: ${written}${lineBreakOf(document.source.text)}`,
  );
  return [
    {
      file: document.file,
      range: openingFence(document, frontmatter),
      refusals: [{ target: "spec", reason: `${key}-missing` }],
      message: `required field ${quote(key)} is missing${fixes.length > 0 ? "" : writeIt(key)}`,
      fixes,
    },
  ];
}

/** What to do about a field for which no fix knows the value. */
function writeIt(key: string): string {
  return key === "description" ? "; say what the skill does and when to use it" : "; give the skill one";
}

function empty(
  skill: Skill,
  document: SkillDocument,
  { keyRange, valueRange, style }: Field,
  missing: Missing,
): Finding {
  const { key } = missing;
  const range = style === "empty" ? keyRange : valueRange;
  const fixes = fix(document, valueRange, missing, (written) =>
    style === "empty" ? ` ${written}` : written,
  );
  return {
    file: document.file,
    range,
    refusals: refusalsAmong(skill, [`${key}-empty`, `${key}-type`], "spec"),
    message: `${key} is empty${fixes.length > 0 ? "" : writeIt(key)}`,
    fixes,
  };
}

function fix(
  { file }: SkillDocument,
  range: Range,
  { key, value }: Missing,
  edit: (written: string) => string,
): readonly Fix[] {
  if (value === undefined) return [];
  return [
    {
      title: `Set ${key} to ${value}`,
      safe: false,
      operations: [{ kind: "edit", file, range, text: edit(yamlScalar(value)) }],
    },
  ];
}
