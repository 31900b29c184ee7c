import type { TargetId } from "../core/client.ts";
import type { InspectedSkill } from "../core/inspected-skill.ts";
import type { Report, Subject } from "../core/report.ts";
import type { Severity } from "../core/rule.ts";
import type { FieldValue } from "../core/skill.ts";
import { count, series } from "../core/sentence.ts";
import { drawFacts } from "./inspect-facts.ts";
import { atMost, shownName, type SurveyStyle } from "./survey-style.ts";
import { drawFiles, drawTokens } from "./inspect-tokens.ts";
import { describeVerdicts, drawUnread, nameSubject } from "./text-subject.ts";
import { wrap } from "./text-wrap.ts";
import { clean } from "./width.ts";

/** For a person who reviews a stranger's skill: what it says of itself, what it costs, and what it can be seen to do. */
export function inspectText({ subjects, targets, unread }: Report, skills: readonly InspectedSkill[], style: SurveyStyle): string {
  const bySubject = new Map(subjects.map((subject) => [subject.path, subject]));
  const blocks = skills.flatMap((skill) => [drawHead(skill, bySubject.get(skill.path), targets, style), drawTokens(skill, style), drawFiles(skill, style), ...drawFacts(skill.inventory, style)]);
  return `${[...blocks, drawUnread(unread, "", style.paint)].flatMap((lines) => (lines.length > 0 ? [lines.join("\n")] : [])).join("\n\n")}\n`;
}

/** UTF-16 units: what the specification allows. */
const shownDescription = 1024;

function drawHead(skill: InspectedSkill, subject: Subject | undefined, targets: readonly TargetId[], style: SurveyStyle): readonly string[] {
  const { paint, width } = style;
  const { path, name, description, fields } = skill;
  return [
    ...wrap(`${paint.bold(nameSubject(path))}${name === undefined ? " has no name that could be read" : ` is named "${shownName(name)}"`}`, width).map((line, at) => (at === 0 ? line : `  ${line}`)),
    ...wrap(description === undefined ? "It has no description that could be read." : clean(description, style.all ? Infinity : shownDescription), width - 2).map((line) => `  ${line}`),
    ...(fields.length > 0 ? ["", ...drawFields(fields, style)] : []),
    ...(subject ? ["", ...wrap(describeVerdicts(subject, targets, paint), width - 2).map((line) => `  ${line}`), `  ${describeFindings(subject)}`] : []),
  ];
}

const severities = [
  ["error", "error"],
  ["warning", "warning"],
  ["info", "note"],
] as const satisfies readonly (readonly [Severity, string])[];

function describeFindings({ findings }: Subject): string {
  const counts = severities.flatMap(([severity, word]) => {
    const amount = findings.filter((finding) => finding.severity === severity).length;
    return amount > 0 ? [count(amount, word)] : [];
  });
  return counts.length > 0 ? `skills lint reports ${series(counts)}` : "skills lint reports nothing";
}

/** Of the longest key that the values are aligned with. */
const keyWidth = 36;
const shownFields = 20;

function drawFields(fields: InspectedSkill["fields"], style: SurveyStyle): readonly string[] {
  const rows = fields.flatMap(({ key, value }) => flatten(clean(key, 60), value, 8));
  const column = Math.min(keyWidth, Math.max(...rows.map(([key]) => key.length)));
  const lines = rows.map(([key, value]) => {
    const [first = "", ...rest] = wrap(clean(value, style.all ? Infinity : 400), style.width - column - 4);
    return [`  ${style.paint.dim(key.padEnd(column))}  ${first}`, ...rest.map((line) => `  ${" ".repeat(column)}  ${line}`)].join("\n");
  });
  return atMost(lines, shownFields, "  ", style);
}

/** A map's members as "metadata.version", those of a list by their number. */
function flatten(key: string, value: FieldValue, depth: number): readonly (readonly [string, string])[] {
  if (typeof value === "string") return [[key, value]];
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return [[key, value.join(", ")]];
  if (depth === 0) return [[key, "…"]];
  return Object.entries(value).flatMap(([name, member]) => flatten(`${key}.${clean(name, 60)}`, member, depth - 1));
}
