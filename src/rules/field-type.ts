import type { RefusalReason } from "../model/client.ts";
import type { Finding, Fix } from "../model/rule.ts";
import { quote } from "../core/show.ts";
import type { SkillDocument } from "../model/skill.ts";
import type { Field } from "../model/frontmatter.ts";
import { yamlType, type YamlType } from "../core/yaml-scalar.ts";
import { withClientFindings } from "./parts/client-findings.ts";
import { defineRule } from "./define.ts";
import { isList, isString, type StringField } from "./parts/fields.ts";
import { isWellFormedName } from "./parts/name-text.ts";

export default defineRule({
  meta: {
    id: "field-type",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#frontmatter",
    summary:
      "Reports a `name`, `description` or `compatibility` that is no text, or that YAML reads as something else.",
    why: "Without quotes 123, true, no, null and 2024-01-01 are not texts to a YAML reader; clients refuse them, or show what they were converted to.",
    remedy: "Put the value in quotes.",
    severity: "warning",
    fixable: "unsafe",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const { document } = skill;
    return withClientFindings(
      skill,
      ["name-type", "description-type", "compatibility-type"],
      document?.frontmatter ? keys.flatMap((key) => findings(document, key, skill.name)) : [],
    );
  },
});

const keys = ["name", "description", "compatibility"] as const;

function findings(
  document: SkillDocument,
  key: (typeof keys)[number],
  directory: string,
): readonly Finding[] {
  const field = document.frontmatter?.fields.get(key);
  if (!field) return [];
  if (isString(field)) {
    // The directory's name takes its place: name-matches-directory has the fix.
    const replaced = key === "name" && field.value !== directory && isWellFormedName(directory);
    return convertedFindings(document, field, `${key}-type`).map((finding) =>
      replaced ? { ...finding, fixes: [] } : finding,
    );
  }
  return [
    {
      file: document.file,
      range: field.valueRange,
      refusals: [{ target: "spec", reason: `${key}-type` }],
      message: `${key} is a ${isList(field.value) ? "list" : "map"}, expected text`,
    },
  ];
}

/** A field without a value is left to the rules that ask for one, but for its type. */
function convertedFindings(
  document: SkillDocument,
  field: StringField,
  reason: RefusalReason,
): readonly Finding[] {
  const type = convertedType(field);
  if (type === undefined) return [];
  return [
    {
      file: document.file,
      range: field.valueRange,
      refusals: [{ reason }],
      message: `${field.key} is ${quote(field.value)} without quotes, which YAML reads as ${articles[type]}, expected text`,
      fixes: quoteFix(document, field, type),
    },
  ];
}

/** The type that a reader of types gives the scalar; undefined where it stays text, or where nothing is written. */
export function convertedType({ value, style }: Field): YamlType | undefined {
  return style === "plain" && typeof value === "string" ? yamlType(value) : undefined;
}

export const articles = {
  boolean: "a boolean",
  date: "a date",
  null: "null",
  number: "a number",
} as const satisfies Record<YamlType, string>;

/** What YAML converted becomes text: a reader of types finds another value, as its title says. */
export function quoteFix(
  { file, source }: SkillDocument,
  { valueRange: range }: Field,
  type: YamlType,
): readonly Fix[] {
  const written = source.text.slice(range.start.offset, range.end.offset);
  return [
    {
      title: `Put ${written} in quotes: text instead of ${articles[type]}`,
      safe: false,
      operations: [{ kind: "edit", file, range, text: JSON.stringify(written) }],
    },
  ];
}
