import { count, grouped } from "../../core/sentence.ts";
import { widthOf } from "../../core/text-width.ts";
import { type LeftOut, leftOutReasons } from "../../model/left-out.ts";
import { manifestName } from "../../model/manifest.ts";
import type { Diagnostic, Report, ReporterContext, Subject } from "../../model/report.ts";
import type { PackedArchive } from "../../model/reports/pack.ts";
import type { Paint } from "../../model/paint.ts";
import { wrap, wrapHanging } from "../drawing/text-wrap.ts";
import { clean, cleanPath, padTo } from "../drawing/width.ts";
import { columnsOf, type TextStyle } from "../formats/text-finding.ts";
import { drawFindings } from "../formats/text-findings.ts";
import { describeVerdicts, drawUnread, nameSubject } from "../formats/text-subject.ts";
import { asTyped } from "../drawing/as-typed.ts";

interface PackView {
  readonly report: Report;
  readonly archives: readonly PackedArchive[];
  /** Whether to list packed and excluded files. */
  readonly list: boolean;
  /** The archive that the skill was compared with. */
  readonly check?: string;
}

/** If there are more archives, each gets one line. */
const shownWhole = 20;

/**
 * Text output: findings that block packing, each archive with its digests and left-out files, and a summary. With
 * --quiet only errors and written paths.
 */
export function packText(view: PackView, context: ReporterContext): string {
  const { report, archives } = view;
  const { paint } = context;
  const shown = report.subjects.map(whatPackSays);
  const style: TextStyle = { paint, width: columnsOf(context.width), fixedBy: "skills lint" };
  const refused = shown.flatMap((subject) => drawRefused(subject, report, context.quiet, style));
  if (context.quiet)
    return [
      ...refused,
      Array.from(new Set(archives.flatMap(({ written, path }) => (written ? [cleanPath(path)] : [])))),
    ]
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

function drawRefused(
  subject: Subject,
  { targets }: Report,
  quiet: boolean,
  style: TextStyle,
): readonly (readonly string[])[] {
  const findings = quiet ? subject.findings.filter(({ severity }) => severity === "error") : subject.findings;
  if (findings.length === 0) return [];
  const isRefused = targets.some((id) => subject.verdicts[id] === "refuses");
  const verdicts = `${style.paint.bold(nameSubject(subject.path))}: ${describeVerdicts(subject, targets, style.paint)}`;
  return [
    drawFindings([{ ...subject, findings, partial: [] }], style),
    ...(isRefused ? [wrapHanging(verdicts, style.width, 2)] : []),
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
    archive.bundled
      ? `${paint.bold(cleanPath(archive.skill))}: ${describeFiles(archive)}`
      : `${paint.bold(cleanPath(path))}: ${count(made.bytes, "byte")}, ${describeFiles(archive)}`,
    width,
    2,
  );
  // One line for scripts; two for terminals, where both rarely fit on one line.
  if (brief)
    return width === Infinity
      ? [`${head.join(" ")}  ${made.contentDigest}`]
      : [...head, `  ${made.contentDigest}`];
  return [
    ...head,
    `  ${made.contentDigest}`,
    ...(archive.bundled ? [] : [`  ${made.archiveDigest}`]),
    ...(list ? drawContents(archive, paint) : []),
    ...(leftOut.length > 0 && !list
      ? wrapHanging(`left out: ${summarizeLeftOut(leftOut, paint)}`, width - 2, 2).map((line) => `  ${line}`)
      : []),
    ...(modesFrom === "first-line" && files.some(({ executable }) => executable)
      ? [
          "  files that are executable in git or start with #! are packed as executable (Windows has no executable bit)",
        ]
      : []),
  ];
}

/** The number of packed files; the manifest is not the author's and is not counted. */
function describeFiles({ files }: PackedArchive): string {
  const own = files.filter(({ path }) => path !== manifestName).length;
  return `${count(own, "file")}${own < files.length ? " and a manifest" : ""}`;
}

/** Lists every packed file with its mode and size, and excluded files with the reason. */
function drawContents({ files, leftOut }: PackedArchive, paint: Paint): readonly string[] {
  const sizes = files.map(({ size }) => grouped(size));
  const width = Math.max(0, ...sizes.map((size) => size.length));
  const rows = files.map(
    ({ path, executable }, index) =>
      `  ${executable ? paint.good("755") : paint.dim("644")}  ${sizes[index]!.padStart(width)}  ${clean(path)}`,
  );
  return [...rows, ...drawLeftOut(leftOut, paint)];
}

function drawLeftOut(leftOut: readonly LeftOut[], paint: Paint): readonly string[] {
  if (leftOut.length === 0) return [];
  const names = leftOut.map(nameLeftOut);
  const width = Math.min(40, Math.max(...names.map(widthOf)));
  return [
    "  left out",
    ...leftOut.map(
      ({ reason }, index) =>
        `  ${paint.dim("  -")}  ${padTo(names[index]!, width)}  ${paint.dim(leftOutReasons[reason].noun)}`,
    ),
  ];
}

/** If more are left out, their number by reason is shown. */
const namedLeftOut = 3;

/** What was left out, by name or, if there is too much, by reason in the order of the reasons. */
function summarizeLeftOut(leftOut: readonly LeftOut[], paint: Paint): string {
  if (leftOut.length <= namedLeftOut)
    return leftOut.map((each) => `${nameLeftOut(each)} (${leftOutReasons[each.reason].noun})`).join(", ");
  const parts = Object.entries(leftOutReasons).flatMap(([reason, { noun }]) => {
    const amount = leftOut.filter((each) => each.reason === reason).length;
    return amount > 0 ? [`${noun} (${grouped(amount)})`] : [];
  });
  return `${parts.join(", ")} ${paint.dim("(--list shows them)")}`;
}

function nameLeftOut({ path, directory }: LeftOut): string {
  return `${clean(path)}${directory ? "/" : ""}`;
}

/** The rules of other commands whose findings `skills pack` shows, because an archive leaves the author's hands. */
const packRules = ["reference-broken", "secret-literal"];

/** Whether `skills pack` shows a finding. `skills validate` or `skills lint` shows the others. */
function isForPack({ severity, ruleId }: Diagnostic): boolean {
  return severity === "error" || ruleId.startsWith("upload-") || packRules.includes(ruleId);
}

/** One line about written and refused archives, other findings, and the time. */
function drawPackSummary(view: PackView, { paint, width }: TextStyle): readonly string[] {
  const {
    report: { subjects, summary },
  } = view;
  const { warnings, infos, seconds } = summary;
  const findings = subjects.flatMap((subject) => subject.findings);
  const others =
    warnings +
    infos -
    findings.filter((finding) => isForPack(finding) && finding.severity !== "error").length;
  const parts = [
    ...outcomeOf(view, paint),
    ...(others > 0 ? [`${count(others, "less severe finding")} (skills validate shows them)`] : []),
    `${seconds.toFixed(2)} s`,
  ];
  const hint = subjects.some(hasInternalLink)
    ? [paint.dim("--follow-internal packs the targets of symlinks that stay inside the skill")]
    : [];
  return [...wrap(asTyped(parts.join("; "), paint.command), width), ...hint];
}

/** Whether a plugin was packed, which comes before its skills. */
function isPlugin([first]: readonly Subject[]): boolean {
  return first?.kind === "plugin";
}

/** Whether a symlink stays inside the skill; others are always refused. */
function hasInternalLink({ findings }: Subject): boolean {
  const outside = new Set(findings.flatMap(({ ruleId, file }) => (ruleId === "link-outside" ? [file] : [])));
  return findings.some(({ ruleId, file }) => ruleId === "archive-type" && !outside.has(file));
}

function outcomeOf(
  { report: { subjects, policy }, archives, check, list }: PackView,
  paint: Paint,
): readonly string[] {
  const isRefused = ({ findings }: Subject): boolean => findings.some(({ severity }) => severity === "error");
  // Without one of its skills, an archive of several is not made.
  const refused = archives.some((archive) => archive.bundled)
    ? subjects.filter(isRefused).length
    : archives.filter(({ made }) => !made).length;
  const what = isPlugin(subjects) ? "plugin" : "skill";
  const refusals = refused > 0 ? [paint.severity.error(`${count(refused, what)} refused`)] : [];
  if (check !== undefined) {
    const differs = subjects.some(({ findings }) => findings.some(({ severity }) => severity === "error"));
    return refused > 0
      ? refusals
      : [
          differs
            ? paint.severity.error(`${cleanPath(check)} does not match the skill`)
            : paint.good(`${cleanPath(check)} matches the skill, byte for byte`),
        ];
  }
  const bundled = archives.find((archive) => archive.bundled && archive.made);
  if (bundled?.made) {
    const whole = `${cleanPath(bundled.path)}: ${count(bundled.made.bytes, "byte")}, ${count(archives.length, "skill")}, ${bundled.made.archiveDigest}`;
    return [bundled.written ? paint.good(whole) : `would be written: ${whole}`];
  }
  const written = archives.filter((archive) => archive.written);
  const bytes = written.reduce((sum, { made }) => sum + (made?.bytes ?? 0), 0);
  const made = archives.filter((archive) => archive.made).length;
  if (written.length > 0)
    return [
      paint.good(
        `${count(written.length, "archive")} written${written.length > 1 ? ` (${grouped(bytes)} bytes)` : ""}`,
      ),
      ...refusals,
    ];
  const isDenied = policy?.passed === false && !list;
  return [
    made > 0 && !isDenied ? `${count(made, "archive")} would be written` : "nothing was written",
    ...refusals,
  ];
}
