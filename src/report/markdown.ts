import { countedOnly } from "../core/counted.ts";
import { targetIds } from "../core/client.ts";
import type { Checkout, Diagnostic, Report, Reporter, Subject } from "../core/report.ts";
import type { Severity } from "../core/rule.ts";
import { count, grouped } from "../core/sentence.ts";
import type { Unread } from "../core/source.ts";
import { codeInMarkdown, escapeMarkdown } from "./escape-markdown.ts";
import { encodePath, joinPath, locate } from "./locate.ts";
import { createPaint } from "./paint.ts";
import { placeOf } from "./text-finding.ts";
import { nameSubject } from "./text-subject.ts";
import { drawSummary } from "./text-summary.ts";
import { countByRule, worstFirst, type Placed } from "./worst.ts";

/** Rows that a reader still looks through. */
const mostRows = 200;

/** UTF-8 bytes of the rows of a table: with three tables below the 1 MiB that GitHub takes of a step (docs.github.com, "Adding a job summary"). */
const mostBytes = 300_000;

/** UTF-16 units of a path and of a message. */
const [longestPath, longestMessage] = [200, 500];

/** For a summary of a job or a comment: a table of the skills that have findings, one of the worst findings, and how many were left out. */
export const markdown: Reporter = (report, { quiet, checkout }) => {
  const blocks = [`## skills ${report.command}`, `${escapeMarkdown(drawSummary(report, createPaint(false)))}.`, ...drawSkills(report), ...drawFindings(report, quiet, checkout), ...drawUnread(report)];
  return `${blocks.join("\n\n")}\n`;
};

function drawSkills({ subjects }: Report): readonly string[] {
  const told = subjects.map(countedOnly).filter(({ findings, verdicts }) => findings.length > 0 || Object.values(verdicts).includes("refuses"));
  const sorted = told.toSorted((a, b) => numberOf(b, "error") - numberOf(a, "error") || numberOf(b, "warning") - numberOf(a, "warning"));
  return drawTable(["Skill", ...targetIds, "Errors", "Warnings", "Notes"], sorted, skillRow, (rest) => `And ${count(rest.length, "more skill")} with findings.`);
}

function skillRow(subject: Subject): readonly string[] {
  const verdicts = targetIds.map((id) => subject.verdicts[id] ?? "");
  const numbers = (["error", "warning", "info"] as const).map((severity) => grouped(numberOf(subject, severity)));
  return [codeInMarkdown(nameSubject(subject.path), longestPath), ...verdicts, ...numbers];
}

function numberOf({ findings }: Subject, severity: Severity): number {
  return findings.filter((finding) => finding.severity === severity).length;
}

const words = { error: "error", warning: "warning", info: "note" } as const satisfies Record<Severity, string>;

function drawFindings(report: Report, quiet: boolean, checkout: Checkout | undefined): readonly string[] {
  const placed = worstFirst(report, quiet);
  const toRow = ({ finding, subject }: Placed): readonly string[] => [words[finding.severity], drawPlace(finding, subject, checkout), describe(finding), `[${finding.ruleId}](${finding.helpUrl})`];
  return drawTable(["", "Where", "What", "Rule"], placed, toRow, (rest) => `And ${count(rest.length, "more finding")}: ${countByRule(rest.map(({ finding }) => finding))}.`);
}

function describe({ message, refusedBy }: Diagnostic): string {
  return `${escapeMarkdown(message, longestMessage)}${refusedBy.length > 0 ? ` (refused by ${refusedBy.join(", ")})` : ""}`;
}

/** A link, where the file stands in what is checked out or below the working directory. GitHub shows lines of a Markdown file only where it is told to show it plain. */
function drawPlace(finding: Diagnostic, { path }: Subject, checkout: Checkout | undefined): string {
  const place = placeOf(finding);
  const label = codeInMarkdown(`${path === "-" ? "standard input" : joinPath(path, finding.file)}${place === "" ? "" : `:${place}`}`, longestPath);
  const located = locate(path, finding.file, checkout);
  if (located.base !== "root") return label;
  const { start } = finding;
  const url = checkout?.url;
  return `[${label}](${url ?? ""}${encodePath(located.path)}${url === undefined || !start ? "" : "?plain=1"}${start ? `#L${start.line}` : ""})`;
}

function drawUnread({ subjects, unread }: Report): readonly string[] {
  const all = [...subjects.flatMap(({ path, partial }) => partial.map((each) => ({ ...each, path: joinPath(path, each.path) }))), ...unread];
  const toRow = ({ path, reason }: Unread): readonly string[] => [codeInMarkdown(path, longestPath), escapeMarkdown(reason, longestMessage)];
  return drawTable(["Not read", "Why"], all, toRow, (rest) => `And ${grouped(rest.length)} more not read.`);
}

/** As many rows as there is room for, and a sentence about the rest; nothing where there are none. */
function drawTable<Item>(head: readonly string[], items: readonly Item[], toRow: (item: Item) => readonly string[], describeRest: (rest: readonly Item[]) => string): readonly string[] {
  if (items.length === 0) return [];
  const lines = [head, head.map(() => "---")].map(drawRow);
  let bytes = 0;
  for (const item of items.slice(0, mostRows)) {
    const line = drawRow(toRow(item));
    bytes += Buffer.byteLength(line);
    if (bytes > mostBytes) break;
    lines.push(line);
  }
  const rest = items.slice(lines.length - 2);
  return [lines.join("\n"), ...(rest.length > 0 ? [describeRest(rest)] : [])];
}

function drawRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
