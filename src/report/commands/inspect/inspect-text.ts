import { count, grouped, seriesAtMost } from "../../../core/sentence.ts";
import type { FieldValue } from "../../../model/frontmatter.ts";
import type { Report, Subject } from "../../../model/report.ts";
import type { Target } from "../../../model/target.ts";
import { estimateError, figure } from "../../../model/token-counter.ts";
import type { SectionCost } from "../../../model/token-sections.ts";
import type { InspectedFile, PackedContent, SkillInspection } from "../../../model/reports/inspect.ts";
import type { CheckedArchive } from "../../../model/reports/verify.ts";
import { wrap } from "../../drawing/text-wrap.ts";
import { widthOf } from "../../../core/text-width.ts";
import { clean, cleanPath, cutTo, padTo } from "../../drawing/width.ts";
import { describeVerdicts, drawUnread, nameSubject } from "../../formats/text-subject.ts";
import { atMost, shownName, type SurveyStyle } from "../survey-style.ts";
import { drawContent } from "../verify/verify-content.ts";
import { type CodePages, drawRefusal, drawRow } from "../verify/verify-findings.ts";
import { countFindings, drawBrief } from "./inspect-brief.ts";
import { drawFacts, drawUnseen, factsNote } from "./inspect-facts.ts";

/** The results of `skills inspect`, and the explanations of archive refusals. */
interface InspectView {
  readonly report: Report;
  readonly skills: readonly SkillInspection[];
  readonly archives: readonly CheckedArchive[];
  readonly pages: CodePages;
}

/**
 * Text output for reviewing an untrusted skill: its metadata, token costs and capabilities. Several skills get short
 * summaries unless --all is given.
 */
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
        `${count(skills.length, "skill")}; pass one skill, or --all, to see the details. ${factsNote}`,
        style.width,
      )
    : drawUnseen(
        skills.map(({ inventory }) => inventory),
        style,
      );
  return `${[...(brief ? [blocks.flat()] : blocks), end, drawUnread(unread, "", style.paint)].flatMap((lines) => (lines.length > 0 ? [lines.join("\n")] : [])).join("\n\n")}\n`;
}

/** Maximum length of a description in UTF-16 units, as in the specification. */
const shownDescription = 1024;

function drawHead(
  skill: SkillInspection,
  subject: Subject,
  targets: readonly Target[],
  style: SurveyStyle,
): readonly string[] {
  const { paint, width } = style;
  const { path, name, description, fields } = skill;
  return [
    ...wrap(
      `${paint.bold(nameSubject(path))}${name === undefined ? " has no readable name" : ` is named "${shownName(name)}"`}`,
      width,
    ).map((line, at) => (at === 0 ? line : `  ${line}`)),
    ...wrap(
      description === undefined
        ? "No readable description."
        : clean(description, style.all ? Infinity : shownDescription),
      width - 2,
    ).map((line) => `  ${line}`),
    ...(fields.length > 0 ? ["", ...drawFields(fields, style)] : []),
    "",
    ...wrap(describeVerdicts(subject, targets, paint), width - 2).map((line) => `  ${line}`),
    `  skills lint reports ${countFindings(subject) || "nothing"}`,
  ];
}

/** Maximum width of a key that values are aligned with. */
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

/** The members of a map as "metadata.version", and those of a list by number. */
function flatten(key: string, value: FieldValue, depth: number): readonly (readonly [string, string])[] {
  if (typeof value === "string") return [[key, value]];
  if (Array.isArray(value) && value.every((item) => typeof item === "string"))
    return [[key, value.join(", ")]];
  if (depth === 0) return [[key, "…"]];
  return Object.entries(value).flatMap(([name, member]) =>
    flatten(`${key}.${clean(name, 60)}`, member, depth - 1),
  );
}

/** Renders the digests: of the archive, or of the content that would be packed from the directory. */
function drawOrigin({ archive, packed }: SkillInspection, style: SurveyStyle): readonly string[] {
  if (archive) return [style.paint.bold("Archive"), ...drawContent(archive, style)];
  return packed
    ? [
        style.paint.bold("Content (as packed by skills pack)"),
        ...rowsOf(packed).flatMap((row) => drawRow(row, style)),
      ]
    : [];
}

const shownNames = 4;

/** The rows for packed content. An old manifest, which is regenerated, and empty directories are not listed. */
function rowsOf({ content, refused, leftOut }: PackedContent): readonly (readonly [string, string])[] {
  const left = leftOut
    .filter(({ reason }) => reason !== "manifest" && reason !== "empty")
    .map(({ path, directory }) => clean(`${path}${directory ? "/" : ""}`, 60));
  return [
    ...(content
      ? ([
          ["digest", content.contentDigest],
          ["", `${count(content.files, "file")}, ${count(content.bytes, "byte")}`],
        ] as const)
      : []),
    ...(refused === undefined ? [] : [["refused", clean(refused)] as const]),
    ...(left.length > 0 ? [["left out", seriesAtMost(left, shownNames)] as const] : []),
  ];
}

const shownSections = 15;

const shownFiles = 20;

/** Renders the tokens at each stage, and by section of SKILL.md. */
function drawTokens({ tokens }: SkillInspection, style: SurveyStyle): readonly string[] {
  const { paint } = style;
  const { counter, catalogue, body, sections, omittedSections, files } = tokens;
  const rows: readonly (readonly [number, string])[] = [
    [catalogue, "name and description: in every conversation"],
    [body, "body of SKILL.md: when the skill is chosen"],
    [files, "all other text files: if each is read"],
  ];
  const figures = (amount: number): string => figure(amount, counter).padStart(9);
  const lines = sections.map((section) => `${figures(section.total)}  ${describeSection(section, style)}`);
  return [
    paint.bold(`Tokens ${counter === "estimate" ? `(estimated, ${estimateError})` : `(${clean(counter)})`}`),
    ...rows.map(([amount, what]) => `${figures(amount)}  ${what}`),
    ...(sections.length > 1
      ? [
          `  ${paint.dim("by section of SKILL.md, including subsections")}`,
          ...atMost(lines, shownSections, "           ", style),
        ]
      : []),
    ...(omittedSections > 0 ? [`           and ${count(omittedSections, "section")}, too many to list`] : []),
  ];
}

function describeSection({ title, level, line }: SectionCost, { width, paint }: SurveyStyle): string {
  const place = `:${line}`;
  return `${cutTo(`${"  ".repeat(Math.max(0, level - 1))}${clean(title)}`, width - 13 - place.length)} ${paint.dim(place)}`;
}

/** Renders every file with its size, its tokens if it is text, and unusual properties. */
function drawFiles({ files, tokens }: SkillInspection, style: SurveyStyle): readonly string[] {
  const listed = files.filter(({ kind }) => kind !== "directory");
  const bytes = listed.reduce((sum, { size }) => sum + size, 0);
  const room = style.width - 36;
  const lines = listed.map((file) => {
    const note = describeFile(file);
    const shown = cleanPath(file.path);
    const row = `${grouped(file.size).padStart(11)}  ${(file.tokens === undefined ? "" : figure(file.tokens, tokens.counter)).padStart(9)}  ${note === "" ? shown : padTo(shown, Math.min(room, 30))}`;
    if (note === "") return row;
    const fits = widthOf(row) + 2 + widthOf(note) <= style.width;
    return `${fits ? `${row}  ` : `${row.trimEnd()}\n${" ".repeat(26)}`}${style.paint.dim(note)}`;
  });
  return [
    style.paint.bold(`Files (${grouped(listed.length)}, ${count(bytes, "byte")})`),
    style.paint.dim(`${"bytes".padStart(11)}  ${"tokens".padStart(9)}  path`),
    ...atMost(lines, shownFiles, " ".repeat(24), style),
  ];
}

function describeFile({ kind, executable, link, tokens }: InspectedFile): string {
  if (kind === "symlink")
    return `symlink to ${clean(link?.target ?? "")}${link && /^(?:outside|nowhere)$/.test(link.leads) ? `, ${link.leads === "outside" ? "outside the skill" : "dangling"}` : ""}`;
  if (kind === "other") return "not a file, directory or symlink";
  return [...(executable ? ["executable"] : []), ...(tokens === undefined ? ["not read"] : [])].join(", ");
}
