import { lineBreakOf, type SourceText } from "../../core/source-text.ts";
import type { ChosenPrograms, Finding, Fix } from "../../model/rule.ts";
import { quote, show } from "../../core/show.ts";
import type { SkillDocument } from "../../model/skill.ts";
import type { Field } from "../../model/frontmatter.ts";
import { toQuoted, yamlScalar } from "../../yaml/scalar.ts";
import { withClientFindings } from "../parts/client-findings.ts";
import { nameClients } from "../parts/named-clients.ts";
import { defineRule } from "../define.ts";
import { convertedType } from "../fields/type.ts";
import { isList, isString, type StringField } from "../parts/fields.ts";
import { hasBrokenYaml } from "./parts/problems.ts";

export default defineRule({
  meta: {
    id: "frontmatter-flow",
    category: "portability",
    origin: "reference",
    source: "https://hitchdev.com/strictyaml/why/flow-style-removed/",
    summary: "Reports inline lists and maps, `[a, b]` and `{a: b}`, in frontmatter.",
    why: 'They are valid YAML, but skills-ref uses StrictYAML, which refuses them: the most common difference between validators on real skills. Copilot CLI (from 1.0.65) and Mux do not load a skill with one as its `argument-hint`: "argument-hint must be a string".',
    remedy:
      "Write one item per line, as `- item` or `key: value`. Quote an `argument-hint`, which is a string.",
    severity: "info",
    fixable: "safe",
    since: "0.1.0",
  },
  check({ subject: skill, ...chosen }) {
    const { document } = skill;
    const found: Finding[] = [];
    if (document?.frontmatter) addFlowing(document, document.frontmatter.fields.values(), found, chosen);
    return withClientFindings(skill, hasBrokenYaml(skill) ? [] : ["yaml-flow"], found);
  },
});

function addFlowing(
  document: SkillDocument,
  fields: Iterable<Field>,
  found: Finding[],
  chosen: ChosenPrograms,
): void {
  for (const field of fields) {
    if (field.style === "flow") found.push(flowFinding(document, field, chosen));
    else if (field.children.length > 0) addFlowing(document, field.children, found, chosen);
  }
}

function flowFinding(document: SkillDocument, field: Field, chosen: ChosenPrograms): Finding {
  const { file, source } = document;
  const written = source.text.slice(field.valueRange.start.offset, field.valueRange.end.offset);
  const what = isList(field.value) ? "an inline list" : "an inline map";
  const outermost = document.frontmatter?.fields.get(field.key) === field;
  if (outermost && field.key === "argument-hint" && written !== "[]" && written !== "{}")
    return {
      file,
      range: field.valueRange,
      refusals: [{ reason: "yaml-flow" }],
      message: `"argument-hint" is ${what}, ${quote(written, 40)}; quote it; ${nameClients(["Copilot CLI", "Mux"], chosen)} do not load the skill`,
      fixes: quotedFix(document, field, written),
    };
  if (
    outermost &&
    field.key === "metadata" &&
    /^\{\s*"(?:openclaw|clawdbot|clawdis|moltbot)"\s*:/.test(written)
  )
    return {
      file,
      range: field.valueRange,
      refusals: [{ reason: "yaml-flow" }],
      message: `"metadata" is inline JSON, as ${nameClients(["OpenClaw"], chosen)} documents it; ${nameClients(["skills-ref"], chosen, { noun: "parser" })} refuses it`,
    };
  const fixes = outermost && isText(field.key) ? [] : blockFix(document, field, written);
  return {
    file,
    range: field.valueRange,
    refusals: [{ reason: "yaml-flow" }],
    message: /^[[{]\s*[\]}]$/.test(written)
      ? `StrictYAML refuses the empty ${what.slice(3)} ${quote(written)} in ${quote(field.key)}; remove it`
      : `StrictYAML refuses the ${what.slice(3)} in ${quote(field.key)}; write one ${isList(field.value) ? "item" : "key"} per line`,
    fixes,
  };
}

/** Whether no client reads the field as a list or map, so that block style would not help. */
function isText(key: string): boolean {
  return ["compatibility", "description", "license", "name"].includes(key);
}

/** A fix that quotes the value: the brackets are part of the hint, as in `[issue-number]`. */
function quotedFix({ file }: SkillDocument, field: Field, written: string): readonly Fix[] {
  if (/[\r\n]/.test(written)) return [];
  const what = isList(field.value) ? "a list" : "a map";
  return [
    {
      title: `Quote ${show(written)} (a string instead of ${what})`,
      safe: true,
      operations: [{ kind: "edit", file, range: field.valueRange, text: toQuoted(written) }],
    },
  ];
}

/**
 * A fix for lists and maps of scalars. Empty ones have no block style; comments in them, anchors and tags would be lost.
 */
function blockFix(
  { file, source }: SkillDocument,
  { keyRange, valueRange, children }: Field,
  written: string,
): readonly Fix[] {
  const members = children.filter(isString);
  const colon = keyRange.end.offset;
  const fixable =
    members.length > 0 &&
    members.length === children.length &&
    !written.includes("#") &&
    !/[[{,:]\s*[&*!]/.test(written) &&
    /^:\s*$/.test(source.text.slice(colon, valueRange.start.offset));
  if (!fixable) return [];
  const indent = " ".repeat(keyRange.start.column + 1);
  const inList = written.startsWith("[");
  const lines = members.map(
    (member) =>
      `${lineBreakOf(source.text)}${indent}${inList ? "-" : `${yamlScalar(member.key)}:`} ${asWritten(source, member)}`,
  );
  // Includes the space after the colon, which would be left at the end of the line.
  const range = source.range(colon + 1, valueRange.end.offset);
  return [
    {
      title: "Write one item per line",
      safe: true,
      operations: [{ kind: "edit", file, range, text: lines.join("") }],
    },
  ];
}

/** Leaves numbers, booleans, dates and null unquoted, so that their type does not change. */
function asWritten(source: SourceText, member: StringField): string {
  const { start, end } = member.valueRange;
  return convertedType(member) ? source.text.slice(start.offset, end.offset) : yamlScalar(member.value);
}
