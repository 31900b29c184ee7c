import type { RefusalReason } from "../../model/validator.ts";
import type { Finding, Fix } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { SkillDocument } from "../../model/skill.ts";
import type { Field } from "../../model/frontmatter.ts";
import { quoteKeeper, type Target } from "../../model/target.ts";
import { yamlType, type YamlType } from "../../yaml/scalar.ts";
import { withClientFindings } from "../parts/client-findings.ts";
import { defineRule } from "../define.ts";
import { isList, isString, type StringField } from "../parts/fields.ts";
import { isWellFormedName } from "../name/parts/name-text.ts";

export default defineRule({
  meta: {
    id: "field-type",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#frontmatter",
    summary:
      "Reports a `name`, `description` or `compatibility` that is not a string, or that YAML reads as another type.",
    why: "YAML reads unquoted 123, true, no, null and 2024-01-01 as other types; clients refuse them, or show the converted value.",
    remedy: "Quote the value.",
    severity: "warning",
    fixable: "unsafe",
    since: "0.1.0",
  },
  check({ subject: skill, targets = [] }) {
    const { document } = skill;
    return withClientFindings(
      skill,
      // An empty value is reported by the rules that require one, with all reasons.
      keys.filter((key) => !isEmpty(document, key)).map((key) => `${key}-type` as const),
      document?.frontmatter ? keys.flatMap((key) => findings(document, key, skill.name, targets)) : [],
    );
  },
});

const keys = ["name", "description", "compatibility"] as const;

function isEmpty(document: SkillDocument | undefined, key: (typeof keys)[number]): boolean {
  const value = document?.frontmatter?.fields.get(key)?.value;
  return typeof value === "string" && value.trim() === "";
}

function findings(
  document: SkillDocument,
  key: (typeof keys)[number],
  directory: string,
  targets: readonly Target[],
): readonly Finding[] {
  const field = document.frontmatter?.fields.get(key);
  if (!field) return [];
  if (isString(field)) {
    // The fix of name-matches-directory replaces this value with the directory's name.
    const replaced = key === "name" && field.value !== directory && isWellFormedName(directory);
    const keeper = key === "name" ? quoteKeeper(targets) : undefined;
    const remedy = keeper === undefined ? "quote it" : `rename the skill, as ${keeper} refuses a quoted name`;
    return convertedFindings(document, field, { reason: `${key}-type`, remedy }).map((finding) =>
      replaced ? { ...finding, fixes: [] } : finding,
    );
  }
  return [
    {
      file: document.file,
      range: field.valueRange,
      refusals: [{ target: "spec", reason: `${key}-type` }],
      message: `${key} is a ${isList(field.value) ? "list" : "map"}; write a string`,
    },
  ];
}

/** Reports unquoted values that YAML converts. Empty fields are left to the rules that require a value. */
function convertedFindings(
  document: SkillDocument,
  field: StringField,
  { reason, remedy }: { readonly reason: RefusalReason; readonly remedy: string },
): readonly Finding[] {
  const type = convertedType(field);
  if (type === undefined) return [];
  return [
    {
      file: document.file,
      range: field.valueRange,
      refusals: [{ reason }],
      message: `${field.key} ${quote(field.value)} is unquoted, so YAML reads it as ${articles[type]}; ${remedy}`,
      fixes: quoteFix(document, field, type),
    },
  ];
}

/** The type to which YAML converts an unquoted scalar; undefined if it stays a string or is empty. */
export function convertedType({ value, style }: Field): YamlType | undefined {
  return style === "plain" && typeof value === "string" ? yamlType(value) : undefined;
}

export const articles = {
  boolean: "a boolean",
  date: "a date",
  null: "null",
  number: "a number",
} as const satisfies Record<YamlType, string>;

/** A fix that is not safe: clients that convert the value get a string afterwards, as its title says. */
export function quoteFix(
  { file, source }: SkillDocument,
  { valueRange: range }: Field,
  type: YamlType,
): readonly Fix[] {
  const written = source.text.slice(range.start.offset, range.end.offset);
  return [
    {
      title: `Quote ${written} (a string instead of ${articles[type]})`,
      safe: false,
      operations: [{ kind: "edit", file, range, text: JSON.stringify(written) }],
    },
  ];
}
