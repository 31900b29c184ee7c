import type { InspectedFile, SkillInspection } from "../../results/inspect.ts";
import { count, grouped } from "../../core/sentence.ts";
import { estimateError, figure } from "../../model/token-counter.ts";
import type { SectionCost } from "../../model/token-sections.ts";
import { atMost, cutTo, padTo, type SurveyStyle } from "./survey-style.ts";
import { clean, cleanPath, widthOf } from "../drawing/width.ts";

const shownSections = 15;
const shownFiles = 20;

/** What the skill costs by the stages in which a client loads it, and where in SKILL.md it is paid. */
export function drawTokens({ tokens }: SkillInspection, style: SurveyStyle): readonly string[] {
  const { paint } = style;
  const { counter, catalogue, body, sections, omittedSections, files } = tokens;
  const rows: readonly (readonly [number, string])[] = [
    [catalogue, "name and description: in every conversation"],
    [body, "body of SKILL.md: when the skill is chosen"],
    [files, "all other texts: if each is read"],
  ];
  const figures = (amount: number): string => figure(amount, counter).padStart(9);
  const lines = sections.map((section) => `${figures(section.total)}  ${describeSection(section, style)}`);
  return [
    paint.bold(`Tokens ${counter === "estimate" ? `(estimated, ${estimateError})` : `(${clean(counter)})`}`),
    ...rows.map(([amount, what]) => `${figures(amount)}  ${what}`),
    ...(sections.length > 1
      ? [
          `  ${paint.dim("of which each section of SKILL.md, with those below it")}`,
          ...atMost(lines, shownSections, "           ", style),
        ]
      : []),
    ...(omittedSections > 0 ? [`           and ${count(omittedSections, "section")} too many to list`] : []),
  ];
}

function describeSection({ title, level, line }: SectionCost, { width, paint }: SurveyStyle): string {
  const place = `:${line}`;
  return `${cutTo(`${"  ".repeat(Math.max(0, level - 1))}${clean(title)}`, width - 13 - place.length)} ${paint.dim(place)}`;
}

/** Every file with its size, its tokens if it is text, and what is odd about it. */
export function drawFiles({ files, tokens }: SkillInspection, style: SurveyStyle): readonly string[] {
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
    return `link to ${clean(link?.target ?? "")}${link && /^(?:outside|nowhere)$/.test(link.leads) ? `, ${link.leads === "outside" ? "outside the skill" : "where nothing is"}` : ""}`;
  if (kind === "other") return "neither file, directory nor link";
  return [...(executable ? ["executable"] : []), ...(tokens === undefined ? ["not read"] : [])].join(", ");
}
