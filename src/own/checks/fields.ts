import type { Range } from "../../core/place.ts";
import { lineBreakOf } from "../../core/source-text.ts";
import { quote } from "../../core/show.ts";
import type { Field } from "../../model/frontmatter.ts";
import type { OwnCheck, OwnFix } from "../../model/own-rule.ts";
import type { Finding, Fix } from "../../model/rule.ts";
import type { Skill, SkillDocument } from "../../model/skill.ts";
import { completeFrontmatter, isString, openingFence } from "../../rules/parts/fields.ts";
import { yamlScalar } from "../../yaml/scalar.ts";
import type { Effort } from "../linear-pattern.ts";
import { valueTester } from "../value-test.ts";

/** The field at the end of a path of keys; undefined if there is none. */
export function fieldAt(skill: Skill, path: readonly string[]): Field | undefined {
  const [first = "", ...rest] = path;
  let field = skill.document?.frontmatter?.fields.get(first);
  for (const key of rest) field = field?.children.find((child) => child.key === key);
  return field;
}

/** Requires a field and what its value must be. A list passes if each of its items does. */
export function checkField(
  { path, unique, ...test }: Extract<OwnCheck, { kind: "field" }>,
  fix: OwnFix | undefined,
): (skill: Skill, effort: Effort) => readonly Finding[] {
  const objection = valueTester(test);
  const shown = path.join(".");
  return (skill, effort) => {
    const complete = completeFrontmatter(skill);
    if (!complete) return [];
    const { document, frontmatter } = complete;
    const field = fieldAt(skill, path);
    if (!field || isBlank(field))
      return [
        {
          file: document.file,
          range: field?.keyRange ?? openingFence(document, frontmatter),
          message: `no ${quote(shown, 40)} in the frontmatter; add it`,
          fixes: field ? [] : insertion(document, skill, path, fix),
        },
      ];
    const values = valuesOf(field);
    // What cannot be compared to its end says so.
    if (unique && !isComparable(values)) effort.left = 0;
    return values.slice(0, unique && mostCompared).flatMap(({ text, range }): readonly Finding[] => {
      const wrong = text === undefined ? "must be a string" : objection(text, effort);
      if (wrong === undefined)
        return unique && text !== undefined && text.length <= longestCompared
          ? [{ file: document.file, range, message: sameElsewhere(shown, text), unique: text }]
          : [];
      const found = text === undefined ? "no string" : quote(text, 30);
      return [
        {
          file: document.file,
          range,
          message: `${quote(shown, 40)} is ${found}; it ${wrong}`,
          fixes: replacement(document.file, range, fix),
        },
      ];
    });
  };
}

/** Maximum number of values that are compared with those of other skills, and of UTF-16 units of one. */
const mostCompared = 100;
const longestCompared = 2_000;

function isComparable(values: readonly Value[]): boolean {
  return values.length <= mostCompared && values.every(({ text = "" }) => text.length <= longestCompared);
}

function sameElsewhere(field: string, value: string): string {
  return `${quote(field, 40)} is ${quote(value, 30)}, as in another skill; make it unique`;
}

/** Requires what the name must be. */
export function checkName(
  test: Extract<OwnCheck, { kind: "name" }>,
): (skill: Skill, effort: Effort) => readonly Finding[] {
  const objection = valueTester(test);
  return (skill, effort) => {
    const field = fieldAt(skill, ["name"]);
    if (!skill.document || !field || !isString(field) || isBlank(field)) return [];
    const wrong = objection(field.value, effort);
    if (wrong === undefined) return [];
    return [
      {
        file: skill.document.file,
        range: field.valueRange,
        message: `name ${quote(field.value, 40)} ${wrong}`,
      },
    ];
  };
}

function isBlank({ value }: Field): boolean {
  return typeof value === "string" && value.trim() === "";
}

interface Value {
  /** Absent if the value is no string. */
  readonly text?: string;
  readonly range: Range;
}

function valuesOf(field: Field): readonly Value[] {
  if (isString(field)) return [{ text: field.value, range: field.valueRange }];
  if (!Array.isArray(field.value)) return [{ range: field.valueRange }];
  return field.children.map((item) =>
    isString(item) ? { text: item.value, range: item.valueRange } : { range: item.valueRange },
  );
}

function replacement(file: string, range: Range, fix: OwnFix | undefined): readonly Fix[] {
  if (fix?.kind !== "replace-with") return [];
  return [
    {
      title: `Write ${quote(fix.text, 40)}`,
      safe: false,
      operations: [{ kind: "edit", file, range, text: yamlScalar(fix.text) }],
    },
  ];
}

/** Inserts a missing field before the closing fence, or as the last key of a map in block style. */
function insertion(
  { file, source, frontmatter }: SkillDocument,
  skill: Skill,
  path: readonly string[],
  fix: OwnFix | undefined,
): readonly Fix[] {
  if (fix?.kind !== "insert" || !frontmatter || path.length > 2) return [];
  const [first = "", second] = path;
  const parent = second === undefined ? undefined : fieldAt(skill, [first]);
  if (parent && (parent.style !== "block" || parent.children.length === 0)) return [];
  const lineBreak = lineBreakOf(source.text);
  const value = yamlScalar(fix.text);
  const last = parent?.children.at(-1);
  const indent = last ? " ".repeat(last.keyRange.start.column - 1) : "  ";
  const line =
    second === undefined
      ? `${first}: ${value}`
      : `${parent ? "" : `${first}:${lineBreak}`}${indent}${second}: ${value}`;
  const at = parent
    ? parent.children[0]!.keyRange.start.offset - indent.length
    : frontmatter.closing.start.offset;
  return [
    {
      title: `Insert ${quote(path.join("."), 40)}`,
      safe: false,
      operations: [{ kind: "edit", file, range: source.range(at, at), text: `${line}${lineBreak}` }],
    },
  ];
}
