import type { Diagnostic, Report, Reporter, ReporterContext } from "../../model/report.ts";
import { type Severity, severities } from "../../model/rule.ts";
import { count } from "../../core/sentence.ts";
import { quote, show } from "../../core/show.ts";
import { joinPath, locate } from "./locate.ts";
import { describeRefusers } from "./refusers.ts";
import { clean } from "../drawing/width.ts";
import { changedSettings } from "./text-settings.ts";
import { countByRule, worstFirst, type SkillFinding } from "./worst.ts";
import { asTyped } from "../drawing/as-typed.ts";

const commands = { error: "error", warning: "warning", info: "notice" } as const satisfies Record<
  Severity,
  string
>;

/**
 * Maximum number of annotations of each kind that GitHub shows per step (docs.github.com, "Workflow commands";
 * orgs/community/discussions/26680).
 */
const shownOfKind = 10;

/**
 * Workflow commands, which GitHub shows as annotations on the diff (actions/toolkit packages/core/src/command.ts).
 * Findings over GitHub's limit are summed up in one notice.
 */
export const github: Reporter = (report, context) => annotations(report, context);

/** As `github`, if annotations have already been printed in this step; `given` counts them. */
export function annotations(
  report: Report,
  { quiet, checkout, paint }: Pick<ReporterContext, "quiet" | "checkout" | "paint">,
  { notice = 0, warning = 0 } = {},
): string {
  const placed = worstFirst(report, quiet);
  const settings = annotateSettings(report, checkout);
  const room: Record<Severity, number> = {
    error: shownOfKind,
    warning: shownOfKind - warning - settings.length,
    info: shownOfKind - notice,
  };
  if (
    severities.some(
      (severity) => placed.filter(({ finding }) => finding.severity === severity).length > room[severity],
    )
  )
    room.info--;
  const [shown, rest]: [SkillFinding[], SkillFinding[]] = [[], []];
  for (const each of placed) (room[each.finding.severity]-- > 0 ? shown : rest).push(each);
  const lines = [
    ...settings,
    ...shown.map((each) => annotate(each, checkout, paint.command)),
    ...(rest.length > 0
      ? [
          summarize(
            rest.map(({ finding }) => finding),
            report.command,
          ),
        ]
      : []),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** Maximum number of files with changed settings that have an annotation of their own. */
const mostSettings = 4;

function annotateSettings(report: Report, checkout: ReporterContext["checkout"]): readonly string[] {
  const files = changedSettings(report);
  const warn = (properties: Readonly<Record<string, string>>, sentence: string): string =>
    workflowCommand("warning", { ...properties, title: "settings" }, sentence);
  return [
    ...files
      .slice(0, mostSettings)
      .map(({ path }) =>
        warn(
          fileOf(path, "", checkout),
          `settings changed in ${clean(quote(path))}; dangers are judged under the earlier settings`,
        ),
      ),
    ...(files.length > mostSettings
      ? [warn({}, `settings changed in ${count(files.length - mostSettings, "more file")}; see the summary`)]
      : []),
  ];
}

/** The property of the file, from the root of the checkout. The runner drops a "=" at the start of a value. */
function fileOf(
  subject: string,
  inner: string,
  checkout: ReporterContext["checkout"],
): { readonly file?: string } {
  const located = locate(subject, inner, checkout);
  if (located.base === "stdin") return {};
  const file = located.base === "root" ? located.path : joinPath(subject, inner);
  return { file: show(file.startsWith("=") ? `./${file}` : file, Infinity) };
}

function annotate(
  { finding, subject }: SkillFinding,
  checkout: ReporterContext["checkout"],
  command: string,
): string {
  const { ruleId, severity, message, refusedBy, fixes } = finding;
  const notes = [
    ...(refusedBy.length > 0 ? [describeRefusers(finding)] : []),
    ...fixes.map(({ title, safe }) => `${safe ? "fix" : "possible fix"}: ${clean(title)}`),
  ];
  const properties = {
    ...fileOf(subject.path, finding.file, checkout),
    ...placeOf(finding),
    title: ruleId,
  };
  return workflowCommand(
    commands[severity],
    properties,
    [asTyped(clean(message), command), ...notes].join("\n"),
  );
}

/**
 * Columns are included only if start and end are on the same line; otherwise the runner drops them. An end at the
 * start of a line is moved to the end of the preceding line.
 */
function placeOf({ start, end = start }: Diagnostic): Readonly<Record<string, number>> {
  if (!start || !end) return {};
  const endLine = end.column === 1 && end.line > start.line ? end.line - 1 : end.line;
  return end.line === start.line
    ? { line: start.line, endLine, col: start.column, endColumn: end.column }
    : { line: start.line, endLine };
}

function summarize(rest: readonly Diagnostic[], name: string): string {
  return workflowCommand(
    "notice",
    { title: `skillwright ${name}` },
    `${count(rest.length, "more finding")} not shown, because GitHub limits annotations per step: ${countByRule(rest)}`,
  );
}

/** A workflow command on one line, whatever the text contains. */
export function workflowCommand(
  name: string,
  properties: Readonly<Record<string, string | number>>,
  data: string,
): string {
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${name}${list.length > 0 ? ` ${list.join(",")}` : ""}::${escapeData(data)}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
