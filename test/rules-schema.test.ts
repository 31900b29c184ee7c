import { expect, it } from "vitest";
import { loadSkill } from "../src/lint/load-skill.ts";
import { type Finding, reasonsOf } from "../src/model/rule.ts";
import type { Skill } from "../src/model/skill.ts";
import type { Field, SchemaProblem } from "../src/model/frontmatter.ts";
import { openMemory } from "../src/model/memory-source.ts";
import { skillRules } from "../src/rules/lists/skill-rules.ts";
import { casesOf, folders, openCase } from "./support/fixtures.ts";

const broken = [
  "yaml-syntax",
  "yaml-feature",
  "not-a-mapping",
  "too-large",
  "no-frontmatter",
  "unclosed-frontmatter",
  "control-character",
];

const cases = folders("rules").flatMap((id) =>
  casesOf(id).map((each) => [`${id}/${each.name}`, loadSkill(openCase(each), []).skill] as const),
);
const whole = cases.filter(
  ([, { document }]) => document?.frontmatter && !document.problems.some(({ kind }) => broken.includes(kind)),
);

it.each(whole)("says all that the schema says of %s", (_, skill) => {
  expect(keysOfSchema(skill).filter((key) => !keysOfRules(skill).has(key))).toEqual([]);
});

it("accepts a metadata field without a value, which the schema's type cannot distinguish from an empty string", () => {
  const skill = loadSkill(
    openMemory("pdf-forms", {
      "SKILL.md":
        "---\nname: pdf-forms\ndescription: Fills PDF forms.\nmetadata:\n  author:\n---\n# PDF forms\n",
    }),
    [],
  ).skill;
  const refused = skillRules
    .flatMap(({ check }) => Array.from(check({ subject: skill })))
    .filter(({ refusals }) => refusals?.some(({ target }) => target === "spec"));
  expect([keysOfSchema(skill), refused]).toEqual([[], []]);
});

/**
 * But for two matters on which the specification is of two minds, where the schema takes the narrow side and the rules
 * warn:
 * names that are not ASCII, and the line end that a block scalar keeps.
 */
function keysOfSchema({ document }: Skill): readonly string[] {
  const { schemaProblems, fields } = document!.frontmatter!;
  const narrow = schemaProblems.filter(({ keyword }) => keyword !== "pattern");
  const endsInLine = (key: string): boolean => {
    const value = fields.get(key)?.value;
    return typeof value === "string" && value.endsWith("\n");
  };
  return narrow.map(keyOf).filter((key) => !endsInLine(key));
}

function keyOf({ pointer, params }: SchemaProblem): string {
  return pointer === "" ? String(params["missingProperty"]) : pointer.split("/")[1]!;
}

/** The fields, or missing fields, that a rule of the specification reports, with any severity. */
function keysOfRules(skill: Skill): ReadonlySet<string> {
  const findings = skillRules.flatMap(({ meta, check }) =>
    Array.from(check({ subject: skill })).filter(
      ({ refusals }) => meta.origin === "spec" || refusals?.some(({ target }) => target === "spec"),
    ),
  );
  const fields = Array.from(skill.document!.frontmatter!.fields.values());
  const present = fields
    .filter((field) => findings.some((finding) => isAbout(finding, field)))
    .map(({ key }) => key);
  const missing = findings
    .flatMap(reasonsOf)
    .flatMap((reason) =>
      reason === "name-missing" ? ["name"] : reason === "description-missing" ? ["description"] : [],
    );
  return new Set([...present, ...missing]);
}

function isAbout({ range }: Finding, { keyRange, valueRange }: Field): boolean {
  return (
    range !== undefined &&
    range.start.offset >= keyRange.start.offset &&
    range.start.offset <= valueRange.end.offset
  );
}
