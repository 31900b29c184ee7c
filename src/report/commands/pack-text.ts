import { manifestName } from "../../model/manifest.ts";
import type { PackedArchive } from "../../results/pack.ts";
import type { Report, ReporterContext, Subject } from "../../model/report.ts";
import { count } from "../../core/sentence.ts";
import { countLeftOut, drawContents } from "./pack-contents.ts";
import { createPaint } from "../drawing/paint.ts";
import { drawPackSummary, isForPack } from "./pack-summary.ts";
import type { TextStyle } from "../formats/text-finding.ts";
import { describeVerdicts, drawSubject, drawUnread } from "../formats/text-subject.ts";
import { wrapHanging } from "../drawing/text-wrap.ts";
import { cleanPath } from "../drawing/width.ts";

export interface PackView {
  readonly report: Report;
  readonly archives: readonly PackedArchive[];
  /** Show what goes in and what stays out, file by file. */
  readonly list: boolean;
  /** The archive that the skill was held against. */
  readonly check?: string;
}

/** With more archives than this each gets one line. */
const shownWhole = 20;

/** With more findings than this each gets one line. */
const shownDetailed = 60;

/** For people: what stood in the way, each archive with its digests and what was left out of it, and one line of summary. Quiet, errors and the paths of what was written. */
export function packText(view: PackView, context: ReporterContext): string {
  const { report, archives } = view;
  const paint = createPaint(context.color);
  const shown = report.subjects.map(whatPackSays);
  const amount = shown.reduce((sum, { findings }) => sum + findings.length, 0);
  const style: TextStyle = {
    paint,
    width: context.width ?? Infinity,
    detailed: () => amount <= shownDetailed,
  };
  const refused = shown.flatMap((subject) => drawFindings(subject, report, context.quiet, style));
  if (context.quiet)
    return [...refused, archives.flatMap(({ written, path }) => (written ? [cleanPath(path)] : []))]
      .flatMap((lines) => lines.map((line) => `${line}\n`))
      .join("");
  const drawn = archives.map((archive) => drawArchive(archive, view, style));
  const blocks = [
    ...refused,
    ...(archives.length > shownWhole && !view.list ? [drawn.flat()] : drawn),
    drawUnread(report.unread, "", paint),
    drawPackSummary(view, style),
  ];
  return blocks.flatMap((lines) => (lines.length > 0 ? [`${lines.join("\n")}\n`] : [])).join("\n");
}

function whatPackSays(subject: Subject): Subject {
  return { ...subject, findings: subject.findings.filter(isForPack) };
}

function drawFindings(
  subject: Subject,
  { targets }: Report,
  quiet: boolean,
  style: TextStyle,
): readonly (readonly string[])[] {
  const findings = quiet ? subject.findings.filter(({ severity }) => severity === "error") : subject.findings;
  if (findings.length === 0) return [];
  const isRefused = targets.some((id) => subject.verdicts[id] === "refuses");
  return [
    [
      ...drawSubject({ ...subject, findings, partial: [] }, style),
      ...(isRefused ? [`  ${describeVerdicts(subject, targets, style.paint)}`] : []),
    ],
  ];
}

function drawArchive(
  archive: PackedArchive,
  { archives, list, check }: PackView,
  { paint, width }: TextStyle,
): readonly string[] {
  if (check !== undefined && !list) return [];
  const { path, made, leftOut, modesFrom, files } = archive;
  const brief = archives.length > shownWhole && !list;
  if (!made)
    return list
      ? [
          `${paint.bold(cleanPath(archive.skill))}: ${describeFiles(archive)}`,
          ...drawContents(archive, paint),
        ]
      : [];
  const head = wrapHanging(
    `${paint.bold(cleanPath(path))}: ${count(made.bytes, "byte")}, ${describeFiles(archive)}`,
    width,
    2,
  );
  // One row for a program, two for a screen: in one of its lines few have room for both.
  if (brief)
    return width === Infinity
      ? [`${head.join(" ")}  ${made.contentDigest}`]
      : [...head, `  ${made.contentDigest}`];
  const out = countLeftOut(leftOut);
  return [
    ...head,
    `  ${made.contentDigest}`,
    `  ${made.archiveDigest}`,
    ...(list ? drawContents(archive, paint) : []),
    ...(out !== undefined && !list ? [`  left out ${out} ${paint.dim("(--list names them)")}`] : []),
    ...(modesFrom === "first-line" && files.some(({ executable }) => executable)
      ? ["  files that git has as executable, or that begin with #!, may be run: Windows keeps no such mode"]
      : []),
  ];
}

/** The manifest is no file of the author's. */
function describeFiles({ files }: PackedArchive): string {
  const own = files.filter(({ path }) => path !== manifestName).length;
  return `${count(own, "file")}${own < files.length ? " and a manifest" : ""}`;
}
