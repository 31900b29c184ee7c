import type { CheckedArchive, CheckedDirectory } from "../../../model/reports/verify.ts";
import { groupBy } from "../../../core/group-by.ts";
import type { FileDifference } from "../../../model/manifest.ts";
import { compareText } from "../../../core/order.ts";
import type { Diagnostic, Subject } from "../../../model/report.ts";
import { count, grouped, seriesAtMost } from "../../../core/sentence.ts";
import type { TextStyle } from "../../formats/text-finding.ts";
import { wrapNamed } from "../../drawing/text-wrap.ts";
import { clean } from "../../drawing/width.ts";
import { asTyped } from "../../drawing/as-typed.ts";

/** Explanations of archive refusals by rule id. */
export type CodePages = Readonly<Record<string, { readonly why: string; readonly remedy: string }>>;

/** An archive or a directory, with the part of the report about it. */
export interface VerifiedView {
  readonly subject: Subject;
  readonly checked: CheckedArchive | CheckedDirectory;
}

type Facts = NonNullable<FileDifference["got"]>;

/** Maximum number of findings other than differences between files. */
const shownFindings = 8;

/** Maximum number of file names for each kind of difference. */
const shownNames = 3;

/** Whether a finding is about the archive or its files instead of the skill in it. */
export function isAboutArchive({ ruleId }: Diagnostic, pages: CodePages): boolean {
  return Object.hasOwn(pages, ruleId);
}

/** Renders the reason for the refusal, with its explanation and remedy. */
export function drawRefusal(
  { findings: [finding] }: Subject,
  pages: CodePages,
  style: Pick<TextStyle, "paint" | "width">,
): readonly string[] {
  if (!finding) return [];
  const page = pages[finding.ruleId];
  const { error } = style.paint.severity;
  const typed = (text: string): string => asTyped(clean(text), style.paint.command);
  return [
    ...drawRow(["refused", `${finding.ruleId}  ${typed(finding.message)}`], style, error),
    ...(page
      ? [...drawRow(["why", typed(page.why)], style), ...drawRow(["remedy", typed(page.remedy)], style)]
      : []),
  ];
}

/**
 * Renders the first different file completely and the number of others, followed by other findings about the archive.
 */
export function drawArchiveFindings(
  { subject, checked }: VerifiedView,
  pages: CodePages,
  style: TextStyle,
): readonly string[] {
  const differences = checked.opened?.differences ?? [];
  const differing = new Set(differences.map(({ kind, path }) => `archive-file-${kind} ${path}`));
  const isDifference = ({ ruleId, file }: Diagnostic): boolean => differing.has(`${ruleId} ${file}`);
  const others = subject.findings.filter(
    (finding) => isAboutArchive(finding, pages) && !isDifference(finding),
  );
  const first = subject.findings.find(isDifference);
  const more = others.length - shownFindings;
  return [
    ...others.slice(0, shownFindings).flatMap((finding) => drawFinding(finding, style)),
    ...(more > 0 ? drawRow(["", `and ${grouped(more)} more like this`], style) : []),
    ...(first ? drawDifference(first, differences, pages, style) : []),
  ];
}

function drawFinding({ ruleId, message }: Diagnostic, style: TextStyle): readonly string[] {
  return drawRow(
    ["error", `${asTyped(clean(message), style.paint.command)} ${style.paint.dim(`[${ruleId}]`)}`],
    style,
    style.paint.severity.error,
  );
}

function drawDifference(
  finding: Diagnostic,
  [first, ...rest]: readonly FileDifference[],
  pages: CodePages,
  style: TextStyle,
): readonly string[] {
  const others = rest.length > 0 ? [`and ${count(rest.length, "more file")}: ${describeKinds(rest)}`] : [];
  const remedy = pages[finding.ruleId]?.remedy;
  return [
    ...drawFinding(finding, style),
    ...[...(first ? describeBoth(first) : []), ...others].flatMap((text) => drawRow(["", text], style)),
    ...(remedy === undefined ? [] : drawRow(["remedy", asTyped(clean(remedy), style.paint.command)], style)),
  ];
}

/** The expected and actual values that differ. */
function describeBoth({ expected, got }: FileDifference): readonly string[] {
  return [
    ...(expected ? [`expected  ${describeFacts(expected, got)}`] : []),
    ...(got ? [`got       ${describeFacts(got, expected)}`] : []),
  ];
}

function describeFacts({ size, digest, executable }: Facts, other: Facts = {}): string {
  return [
    ...(size === undefined || size === other.size ? [] : [count(size, "byte")]),
    ...(executable === undefined || executable === other.executable
      ? []
      : [executable ? "executable" : "not executable"]),
    ...(digest === undefined || digest === other.digest ? [] : [`sha256:${digest}`]),
  ].join(", ");
}

const kinds = {
  modified: "modified",
  "line-endings": "with different line endings",
  mode: "with a different mode",
  missing: "missing",
  extra: "extra",
} as const satisfies Record<FileDifference["kind"], string>;

function describeKinds(differences: readonly FileDifference[]): string {
  const named = Array.from(
    groupBy(differences, ({ kind }) => kind),
    ([kind, members]) =>
      `${grouped(members.length)} ${kinds[kind]} (${seriesAtMost(
        members.map(({ path }) => clean(path, 60)),
        shownNames,
      )})`,
  );
  return named.sort(compareText).join(", ");
}

/** Width of the longest label of a row, including a gap. */
const nameWidth = 10;

/** Renders a row with a label. */
export function drawRow(
  [name, text]: readonly [string, string],
  { paint, width }: Pick<TextStyle, "paint" | "width">,
  tint = paint.dim,
): readonly string[] {
  return wrapNamed(text, { name, column: nameWidth + 2, columns: width, tint });
}
