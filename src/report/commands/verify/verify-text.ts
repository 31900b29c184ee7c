import type { CheckedArchive, CheckedDirectory } from "../../../model/reports/verify.ts";
import type { Report, ReporterContext, Subject } from "../../../model/report.ts";
import { count, grouped } from "../../../core/sentence.ts";
import type { Paint } from "../../../model/paint.ts";
import { joinPath } from "../../formats/locate.ts";
import { columnsOf, type TextStyle } from "../../formats/text-finding.ts";
import { drawFindings } from "../../formats/text-findings.ts";
import { describeVerdicts, nameSubject } from "../../formats/text-subject.ts";
import { describeCounts } from "../../formats/text-summary.ts";
import { withWorstFirst } from "../../formats/worst.ts";
import { drawContent, statusOf } from "./verify-content.ts";
import {
  drawArchiveFindings,
  drawRefusal,
  isAboutArchive,
  type CodePages,
  type VerifiedView,
} from "./verify-findings.ts";

/** The results of `skills verify`, and the explanations of refusals. */
export interface VerifyView {
  readonly report: Report;
  readonly archives: readonly CheckedArchive[];
  readonly directories: readonly CheckedDirectory[];
  readonly pages: CodePages;
}

/** If there are more archives, those without findings get one line each. */
const shownWhole = 5;

/**
 * Text output for each archive or directory: its contents, the check of its manifest, and findings; then a summary.
 */
export function verifyText(
  { report, archives, directories, pages }: VerifyView,
  { paint, width, quiet }: ReporterContext,
): string {
  const views = pair(report.subjects, archives, directories).map((view) =>
    sorted(quiet ? errorsOnly(view) : view, report),
  );
  const style: TextStyle = { paint, width: columnsOf(width) };
  const shownViews = views.filter(
    ({ subject }) =>
      subject.findings.length + subject.partial.length > 0 || (!quiet && views.length <= shownWhole),
  );
  const short = quiet
    ? []
    : views
        .filter((view) => !shownViews.includes(view))
        .map((view) => `${nameView(view, paint)}  ${view.checked.opened?.contentDigest ?? ""}`);
  const blocks = [
    ...shownViews.flatMap((view) => drawVerified(view, report, pages, style)),
    short,
    [drawEnd(report, archives, directories.length, paint)],
  ];
  return `${blocks.flatMap((lines) => (lines.length > 0 ? [lines.join("\n")] : [])).join("\n\n")}\n`;
}

function pair(
  subjects: readonly Subject[],
  archives: readonly CheckedArchive[],
  directories: readonly CheckedDirectory[],
): readonly VerifiedView[] {
  const [inArchives, inDirectories] = [archives.values(), directories.values()];
  return subjects.flatMap((subject) => {
    const { value: checked } = (subject.kind === "archive" ? inArchives : inDirectories).next();
    return checked ? [{ subject, checked }] : [];
  });
}

function errorsOnly({ subject, checked }: VerifiedView): VerifiedView {
  return {
    subject: { ...subject, findings: subject.findings.filter(({ severity }) => severity === "error") },
    checked,
  };
}

/** Sorts findings as every command shows them. */
function sorted({ subject, checked }: VerifiedView, report: Report): VerifiedView {
  const [worst = subject] = withWorstFirst({ ...report, subjects: [subject] }).subjects;
  return { subject: worst, checked };
}

/** Renders a block for the archive, and one for the findings in its skill. */
function drawVerified(
  view: VerifiedView,
  { targets }: Report,
  pages: CodePages,
  style: TextStyle,
): readonly (readonly string[])[] {
  const { subject, checked } = view;
  const { paint } = style;
  if (!checked.opened)
    return [[paint.bold(nameSubject(subject.path)), ...drawRefusal(subject, pages, style)]];
  const inSkill = {
    ...subject,
    path: inArchive(view),
    findings: subject.findings.filter((finding) => !isAboutArchive(finding, pages)),
  };
  const verdicts = `  ${describeVerdicts(subject, targets, paint)}`;
  const head = [
    nameView(view, paint),
    ...drawContent(checked, style),
    ...drawArchiveFindings(view, pages, style),
  ];
  const found = drawFindings([inSkill], style);
  return found.length > 0 ? [head, found, [verdicts]] : [[...head, verdicts]];
}

/** The skill's directory in the archive; empty if the archive has several skills, as the path then contains it. */
function inArchive({ subject: { path }, checked }: VerifiedView): string {
  const directory =
    "archiveDigest" in checked &&
    checked.archive === undefined &&
    checked.opened &&
    "directory" in checked.opened
      ? checked.opened.directory
      : undefined;
  return directory === undefined ? path : joinPath(path, directory);
}

function nameView(view: VerifiedView, { bold, good, severity }: Paint): string {
  const status = statusOf(view);
  const tint = status.good === undefined ? String : status.good ? good : severity.error;
  return `${bold(nameSubject(view.subject.path))}: ${tint(status.text)}`;
}

function drawEnd(
  { summary, subjects }: Report,
  archives: readonly CheckedArchive[],
  directories: number,
  paint: Paint,
): string {
  const { partial, seconds } = summary;
  const things = [
    ...(archives.length > 0 ? [describeArchives(archives)] : []),
    ...(directories > 0 ? [directories === 1 ? "1 directory" : `${grouped(directories)} directories`] : []),
  ];
  const bad = subjects.filter(({ findings }) => findings.some(({ severity }) => severity === "error")).length;
  const counts = describeCounts(summary, paint);
  const parts = [
    ...(subjects.length > 1 ? [bad > 0 ? `${grouped(bad)} with errors` : "none with errors"] : []),
    counts.length > 0 ? counts.join(", ") : paint.good("nothing to report"),
    ...(partial > 0 ? [paint.severity.warning(`${grouped(partial)} not read whole`)] : []),
    `${seconds.toFixed(2)} s`,
  ];
  return `${paint.bold(`${things.join(" and ")} checked`)}: ${parts.join("; ")}`;
}

/** Skills are counted only if an archive contains several. */
function describeArchives(archives: readonly CheckedArchive[]): string {
  const shared = archives.flatMap(({ archive }) => archive ?? []);
  const amount = archives.length - shared.length + new Set(shared).size;
  return shared.length > 0
    ? `${count(amount, "archive")} with ${count(archives.filter(({ opened }) => opened).length, "skill")}`
    : count(amount, "archive");
}
