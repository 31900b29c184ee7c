import { lineBreakOf } from "../../core/source-text.ts";
import type { Range } from "../../core/place.ts";
import type { Finding, Fix } from "../../model/rule.ts";
import type { Skill, SkillDocument } from "../../model/skill.ts";
import type { Field } from "../../model/frontmatter.ts";
import { refusalsAmong } from "./client-findings.ts";
import { completeFrontmatter, isString, openingFence } from "./fields.ts";
import { yamlScalar } from "./yaml-text.ts";

type Required = "name" | "description";

interface Missing {
  readonly key: Required;
  /** What to write, where that is known. */
  readonly value: string | undefined;
}

/** The finding that a required field is absent or blank; `value` is what to write, where that is known. */
export function required(skill: Skill, key: Required, value?: string): readonly Finding[] {
  const fields = skill.document?.frontmatter?.fields;
  const field = fields?.get(key);
  if (!skill.document || !fields) return [];
  if (field)
    return isString(field) && field.value.trim() === ""
      ? [blank(skill, skill.document, field, { key, value })]
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
      message: `the frontmatter has no ${key}`,
      fixes,
    },
  ];
}

function blank(
  skill: Skill,
  document: SkillDocument,
  { keyRange, valueRange, style }: Field,
  missing: Missing,
): Finding {
  const { key } = missing;
  const message =
    style === "empty" ? `${key} has no value` : `${key} holds nothing but blanks, expected text`;
  const range = style === "empty" ? keyRange : valueRange;
  const fixes = fix(document, valueRange, missing, (written) =>
    style === "empty" ? ` ${written}` : written,
  );
  return {
    file: document.file,
    range,
    refusals: refusalsAmong(skill, [`${key}-empty`, `${key}-type`], "spec"),
    message,
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
      title: `Write ${key}: ${value}`,
      safe: false,
      operations: [{ kind: "edit", file, range, text: edit(yamlScalar(value)) }],
    },
  ];
}
