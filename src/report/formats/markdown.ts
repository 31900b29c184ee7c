import {
  type Checkout,
  countedOnly,
  type Diagnostic,
  type Report,
  type Reporter,
  type ReporterContext,
  type Subject,
} from "../../model/report.ts";
import { type ValidatorId, validatorIds } from "../../model/validator.ts";
import { type Severity, severities } from "../../model/rule.ts";
import { count, grouped } from "../../core/sentence.ts";
import type { Unread } from "../../model/source.ts";
import { checkTargets, clientIds, isValidator, type CheckTarget } from "../../model/target.ts";
import { codeInMarkdown, drawTable, escapeMarkdown } from "../drawing/markdown-table.ts";
import { encodePath, joinPath, locate } from "./locate.ts";
import { plainPaint } from "../../model/paint.ts";
import { describeRefusers, describeRefusersInShort, refusedVersions, titlesOf } from "./refusers.ts";
import { placeOf } from "./text-finding.ts";
import { nameSubject } from "./text-subject.ts";
import { drawSummary } from "./text-summary.ts";
import { describeSettings } from "./text-settings.ts";
import { describeSuppressed } from "./text-suppressed.ts";
import { countByRule, countOf, worstFirst, type SkillFinding } from "./worst.ts";
import { asTyped } from "../drawing/as-typed.ts";

/** Maximum length of a path and of a message, in UTF-16 code units. */
const [longestPath, longestMessage] = [200, 500];

/**
 * For a job summary or a comment: a table of the skills with findings, a table of the worst findings, and the number
 * of findings that are left out.
 */
export const markdown: Reporter = (report, context) => {
  const blocks = [`## skillwright ${report.command}`, ...drawReport(report, context)];
  return `${blocks.join("\n\n")}\n`;
};

/** The blocks after the heading. */
export function drawReport(
  report: Report,
  context: Pick<ReporterContext, "quiet" | "checkout" | "paint">,
): readonly string[] {
  const sentences = [describeSuppressed(report.summary), describeSettings(report)];
  return [
    `${escapeMarkdown(drawSummary(report, plainPaint))}.`,
    ...sentences.flatMap((sentence) => (sentence === undefined ? [] : [`${escapeMarkdown(sentence)}.`])),
    ...drawSkills(report),
    ...drawFindings(report, context),
    ...drawUnread(report),
  ];
}

function drawSkills({ subjects }: Report): readonly string[] {
  const shownSubjects = subjects
    .map(countedOnly)
    .filter(({ findings, verdicts }) => findings.length > 0 || Object.values(verdicts).includes("refuses"));
  const sorted = shownSubjects
    .map((subject) => ({ subject, errors: countOf(subject, "error"), warnings: countOf(subject, "warning") }))
    .sort((a, b) => b.errors - a.errors || b.warnings - a.warnings)
    .map(({ subject }) => subject);
  const validators = validatorIds.filter((id) => shownSubjects.some(({ verdicts }) => verdicts[id]));
  const asked = shownSubjects.some((subject) => othersOf(subject).length > 0);
  const predicted = shownSubjects.some(({ loads }) => loads !== undefined);
  const head = [
    "Skill",
    ...validators,
    ...(asked ? ["Other targets"] : []),
    ...(predicted ? ["Not loaded by"] : []),
    "Errors",
    "Warnings",
    "Notes",
  ];
  return drawTable(
    head,
    sorted,
    (subject) => skillRow(subject, { validators, asked, predicted }),
    (rest) => `And ${count(rest.length, "more skill")} with findings.`,
  );
}

/**
 * A table row for a skill. With `asked`, it includes the verdicts of targets that only `skills check` uses, in one
 * column, as they are too many for a column each; with `predicted`, the clients that do not load the skill.
 */
function skillRow(
  subject: Subject,
  {
    validators,
    asked,
    predicted,
  }: { readonly validators: readonly ValidatorId[]; readonly asked: boolean; readonly predicted: boolean },
): readonly string[] {
  const refusing = othersOf(subject).filter((id) => subject.verdicts[id] === "refuses");
  const others =
    refusing.length > 0 ? describeRefusersInShort(refusing) : othersOf(subject).length > 0 ? "accept" : "";
  const dropping = clientIds.filter((id) => subject.loads?.[id] === "not-loaded");
  const verdicts = [
    ...validators.map((id) => subject.verdicts[id] ?? ""),
    ...(asked ? [others] : []),
    ...(predicted ? [titlesOf(dropping, refusedVersions(subject)).join(", ")] : []),
  ];
  const numbers = severities.map((severity) => grouped(countOf(subject, severity)));
  return [codeInMarkdown(nameSubject(subject.path), longestPath), ...verdicts, ...numbers];
}

function othersOf({ verdicts }: Subject): readonly CheckTarget[] {
  return checkTargets.filter((id) => !isValidator(id) && verdicts[id] !== undefined);
}

const words = { error: "error", warning: "warning", info: "note" } as const satisfies Record<
  Severity,
  string
>;

function drawFindings(
  report: Report,
  { quiet, checkout, paint }: Pick<ReporterContext, "quiet" | "checkout" | "paint">,
): readonly string[] {
  const placed = worstFirst(report, quiet);
  const toRow = ({ finding, subject }: SkillFinding): readonly string[] => [
    words[finding.severity],
    drawPlace(finding, subject, checkout),
    describe(finding, paint.command),
    finding.helpUrl === undefined ? finding.ruleId : `[${finding.ruleId}](${finding.helpUrl})`,
  ];
  return drawTable(
    ["", "Where", "What", "Rule"],
    placed,
    toRow,
    (rest) =>
      `And ${count(rest.length, "more finding")}: ${countByRule(rest.map(({ finding }) => finding))}.`,
  );
}

function describe(finding: Diagnostic, command: string): string {
  const refusers = finding.refusedBy.length > 0 ? ` (${describeRefusers(finding)})` : "";
  return `${escapeMarkdown(asTyped(finding.message, command), longestMessage)}${refusers}`;
}

/**
 * A link, if the file is in the checkout or below the working directory. GitHub shows the lines of a Markdown file
 * only with "?plain=1".
 */
function drawPlace(finding: Diagnostic, { path }: Subject, checkout: Checkout | undefined): string {
  const place = placeOf(finding);
  const label = codeInMarkdown(
    `${path === "-" ? "standard input" : joinPath(path, finding.file)}${place === "" ? "" : `:${place}`}`,
    longestPath,
  );
  const located = locate(path, finding.file, checkout);
  if (located.base !== "root") return label;
  const { start } = finding;
  const url = checkout?.url;
  return `[${label}](${url ?? ""}${encodePath(located.path)}${url === undefined || !start ? "" : "?plain=1"}${start ? `#L${start.line}` : ""})`;
}

function drawUnread({ subjects, unread }: Report): readonly string[] {
  const all = [
    ...subjects.flatMap(({ path, partial }) =>
      partial.map((each) => ({ ...each, path: joinPath(path, each.path) })),
    ),
    ...unread,
  ];
  const toRow = ({ path, reason }: Unread): readonly string[] => [
    codeInMarkdown(path, longestPath),
    escapeMarkdown(reason, longestMessage),
  ];
  return drawTable(["Not read", "Why"], all, toRow, (rest) => `And ${grouped(rest.length)} more not read.`);
}
