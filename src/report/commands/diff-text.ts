import type { Report } from "../../model/report.ts";
import { count } from "../../core/sentence.ts";
import type { DiffSide, SkillDiff, VerdictChange } from "../../results/diff.ts";
import { drawCapabilities } from "./diff-capabilities.ts";
import { drawFieldChanges } from "./diff-fields.ts";
import { drawFileChanges, drawTokenChanges } from "./diff-files.ts";
import type { SurveyStyle } from "./survey-style.ts";
import { nameSubject } from "../formats/text-subject.ts";
import { wrap } from "../drawing/text-wrap.ts";
import { drawRefusal, drawRow, type CodePages } from "./verify-findings.ts";
import { clean, cleanPath } from "../drawing/width.ts";

/** For a person who reviews an update: what the new skill can be seen to do and the old one not comes first. */
export function diffText(diff: SkillDiff, style: SurveyStyle): string {
  const blocks = diff.same
    ? [drawHead(diff, style), drawVerdicts(diff, style)]
    : [
        drawHead(diff, style),
        ...drawCapabilities(diff.capabilities, style),
        drawVerdicts(diff, style),
        drawFieldChanges(diff.fields, style),
        drawFileChanges(diff, style),
        drawTokenChanges(diff, style),
      ];
  return toText(blocks);
}

/** Where one of the two is nothing that could be compared. */
export function refusedText({ subjects }: Report, pages: CodePages, style: SurveyStyle): string {
  const refused = subjects.filter(
    ({ findings, verdicts }) => findings.length > 0 && Object.keys(verdicts).length === 0,
  );
  return toText([
    ...refused.map((subject) => [
      style.paint.bold(nameSubject(subject.path)),
      ...drawRefusal(subject, pages, style),
    ]),
    ["nothing was compared"],
  ]);
}

function toText(blocks: readonly (readonly string[])[]): string {
  return `${blocks.flatMap((lines) => (lines.length > 0 ? [lines.join("\n")] : [])).join("\n\n")}\n`;
}

function drawHead({ old, new: current, same }: SkillDiff, style: SurveyStyle): readonly string[] {
  const { paint, width } = style;
  const names = [old, current].map(({ path }) => paint.bold(cleanPath(path)));
  const title = same ? `${names.join(" and ")} have the same content` : names.join(" -> ");
  return [
    ...wrap(title, width).map((line, at) => (at === 0 ? line : `  ${line}`)),
    ...(same
      ? drawSide("digest", current, style)
      : [...drawSide("old", old, style), ...drawSide("new", current, style)]),
  ];
}

function drawSide(
  word: string,
  { name, contentDigest, archiveDigest, files, bytes, leftOut }: DiffSide,
  style: SurveyStyle,
): readonly string[] {
  const left = leftOut.filter(({ reason }) => reason !== "manifest" && reason !== "empty").length;
  return [
    ...drawRow([word, contentDigest], style),
    ...(archiveDigest === undefined ? [] : drawRow(["", archiveDigest], style)),
    ...drawRow(
      [
        "",
        `${name === undefined ? "no name" : `"${clean(name, 100)}"`}, ${count(files, "file")} of ${count(bytes, "byte")}${left > 0 ? `; ${count(left, "path")} left out as skills pack does` : ""}`,
      ],
      style,
    ),
  ];
}

function drawVerdicts({ verdicts }: SkillDiff, style: SurveyStyle): readonly string[] {
  if (verdicts.length === 0) return [];
  return [style.paint.bold("Verdicts"), ...verdicts.flatMap((verdict) => drawVerdict(verdict, style))];
}

function drawVerdict(
  { target, old, new: current, ruleId, message }: VerdictChange,
  { paint, width }: SurveyStyle,
): readonly string[] {
  const tint = current === "refuses" ? paint.severity.error : paint.good;
  const why = `${current === "refuses" ? "" : "no longer: "}${clean(message)} [${ruleId}]`;
  return [
    `  ${tint(`${target} ${current} it`)}, and ${old === "accepts" ? "accepted" : "refused"} the old one`,
    ...wrap(why, width - 4).map((line) => `    ${line}`),
  ];
}
