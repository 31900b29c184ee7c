import type { CheckedArchive } from "../../results/verify.ts";
import type { SkillInspection } from "../../results/inspect.ts";
import type { Report, Subject } from "../../model/report.ts";
import type { FieldValue } from "../../model/frontmatter.ts";
import { count } from "../../core/sentence.ts";
import type { CheckTarget } from "../../model/target.ts";
import { drawBrief } from "./inspect-brief.ts";
import { drawFacts, drawUnseen, factsNote } from "./inspect-facts.ts";
import { countFindings } from "./inspect-findings.ts";
import { drawOrigin } from "./inspect-origin.ts";
import { drawFiles, drawTokens } from "./inspect-tokens.ts";
import { atMost, shownName, type SurveyStyle } from "./survey-style.ts";
import { describeVerdicts, drawUnread, nameSubject } from "../formats/text-subject.ts";
import { wrap } from "../drawing/text-wrap.ts";
import { drawRefusal, type CodePages } from "./verify-findings.ts";
import { clean } from "../drawing/width.ts";

/** What `skills inspect` found, and the words that explain why an archive is refused. */
export interface InspectView {
  readonly report: Report;
  readonly skills: readonly SkillInspection[];
  readonly archives: readonly CheckedArchive[];
  readonly pages: CodePages;
}

/** For a person who reviews a stranger's skill: what it says of itself, what it costs, and what it can be seen to do. Of several skills each gets a few lines, unless all is asked for. */
export function inspectText({ report, skills, archives, pages }: InspectView, style: SurveyStyle): string {
  const { subjects, targets, unread } = report;
  const byPath = new Map(skills.map((skill) => [skill.path, skill]));
  const refused = new Set(archives.flatMap((archive) => (archive.refused ? [archive.path] : [])));
  const brief = skills.length > 1 && !style.all;
  const blocks = subjects.flatMap((subject) => {
    const skill = byPath.get(subject.path);
    if (refused.has(subject.path))
      return [[style.paint.bold(nameSubject(subject.path)), ...drawRefusal(subject, pages, style)]];
    if (!skill) return [];
    return brief
      ? [drawBrief(skill, subject, targets, style)]
      : [
          drawHead(skill, subject, targets, style),
          drawOrigin(skill, style),
          drawTokens(skill, style),
          drawFiles(skill, style),
          ...drawFacts(skill.inventory, style),
        ];
  });
  const end = brief
    ? wrap(
        `${count(skills.length, "skill")}: name one to see all of it, or say --all. ${factsNote}`,
        style.width,
      )
    : drawUnseen(
        skills.map(({ inventory }) => inventory),
        style,
      );
  return `${[...(brief ? [blocks.flat()] : blocks), end, drawUnread(unread, "", style.paint)].flatMap((lines) => (lines.length > 0 ? [lines.join("\n")] : [])).join("\n\n")}\n`;
}

/** UTF-16 units: what the specification allows. */
const shownDescription = 1024;

function drawHead(
  skill: SkillInspection,
  subject: Subject,
  targets: readonly CheckTarget[],
  style: SurveyStyle,
): readonly string[] {
  const { paint, width } = style;
  const { path, name, description, fields } = skill;
  return [
    ...wrap(
      `${paint.bold(nameSubject(path))}${name === undefined ? " has no name that could be read" : ` is named "${shownName(name)}"`}`,
      width,
    ).map((line, at) => (at === 0 ? line : `  ${line}`)),
    ...wrap(
      description === undefined
        ? "It has no description that could be read."
        : clean(description, style.all ? Infinity : shownDescription),
      width - 2,
    ).map((line) => `  ${line}`),
    ...(fields.length > 0 ? ["", ...drawFields(fields, style)] : []),
    "",
    ...wrap(describeVerdicts(subject, targets, paint), width - 2).map((line) => `  ${line}`),
    `  skills lint reports ${countFindings(subject) || "nothing"}`,
  ];
}

/** Of the longest key that the values are aligned with. */
const keyWidth = 36;
const shownFields = 20;

function drawFields(fields: SkillInspection["fields"], style: SurveyStyle): readonly string[] {
  const rows = fields.flatMap(({ key, value }) => flatten(clean(key, 60), value, 8));
  const column = Math.min(keyWidth, Math.max(...rows.map(([key]) => key.length)));
  const lines = rows.map(([key, value]) => {
    const [first = "", ...rest] = wrap(clean(value, style.all ? Infinity : 400), style.width - column - 4);
    return [
      `  ${style.paint.dim(key.padEnd(column))}  ${first}`,
      ...rest.map((line) => `  ${" ".repeat(column)}  ${line}`),
    ].join("\n");
  });
  return atMost(lines, shownFields, "  ", style);
}

/** A map's members as "metadata.version", those of a list by their number. */
function flatten(key: string, value: FieldValue, depth: number): readonly (readonly [string, string])[] {
  if (typeof value === "string") return [[key, value]];
  if (Array.isArray(value) && value.every((item) => typeof item === "string"))
    return [[key, value.join(", ")]];
  if (depth === 0) return [[key, "…"]];
  return Object.entries(value).flatMap(([name, member]) =>
    flatten(`${key}.${clean(name, 60)}`, member, depth - 1),
  );
}
