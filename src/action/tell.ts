import { randomUUID } from "node:crypto";
import path from "node:path";
import { findCheckout } from "../cli/report-context.ts";
import { groupBy } from "../core/group-by.ts";
import { count, series } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import type { Diagnostic, Report, Subject } from "../model/report.ts";
import type { Severity } from "../model/rule.ts";
import { clean } from "../report/drawing/width.ts";
import { chosenOnly } from "../report/formats/chosen-only.ts";
import { annotations, workflowCommand } from "../report/formats/github.ts";
import type { TestResult, TestRun } from "../model/reports/test.ts";
import type { Environment, Inputs } from "./inputs.ts";
import { controlsOf } from "./read-report.ts";
import type { Ran } from "./run-command.ts";
import { onRunner } from "../report/commands/action-summary.ts";

interface Place {
  readonly cwd: string;
  readonly env: Environment;
}

/** The command's output as a folded group. Its end token is random, so the output cannot contain workflow commands. */
export function describeLog({ command }: Inputs, { text, stderr }: Ran): string {
  const end = randomUUID();
  const said = [text, stderr]
    .map((part) => (part === "" || part.endsWith("\n") ? part : `${part}\n`))
    .join("");
  return [
    workflowCommand("group", {}, `skillwright ${command}`),
    `${workflowCommand("stop-commands", {}, end)}\n${said}::${end}::`,
    workflowCommand("endgroup", {}, ""),
    "",
  ].join("\n");
}

/** The annotations of the change: notices, findings, and the reason for a failure that is not a finding. */
export function describeAnnotations(
  { command }: Inputs,
  ran: Ran,
  notices: readonly string[],
  place: Place,
): string {
  const title = { title: `skillwright ${command}` };
  const passedOver = ran.report ? describeUnread(ran.report) : [];
  const lines = [
    ...notices.map((notice) => workflowCommand("notice", title, clean(notice))),
    ...passedOver.map((sentence) => workflowCommand("warning", title, clean(sentence))),
    ...unsaid(ran).map((sentence) => workflowCommand("error", title, sentence)),
  ];
  const report = ran.report && findingsOf(ran.report, ran.run);
  const found = report
    ? annotations(
        chosenOnly(report),
        { quiet: false, paint: onRunner, ...checkoutOf(place) },
        { notice: notices.length, warning: passedOver.length },
      )
    : "";
  return `${lines.map((line) => `${line}\n`).join("")}${found}`;
}

/** GitHub shows ten warnings per step, and findings need most of them. */
const mostUnread = 5;

/**
 * Sentences about what was not read. Users rarely open the log of a step that passed, so they are also annotations.
 */
function describeUnread({ unread }: Report): readonly string[] {
  const shown = unread.slice(0, unread.length > mostUnread ? mostUnread - 1 : mostUnread);
  const rest = unread.length - shown.length;
  return [
    ...shown.map(({ path, reason }) => `${quote(path)} was not read: ${reason}`),
    ...(rest > 0 ? [`${count(rest, "more path")} were not read; see the log`] : []),
  ];
}

export function outputsOf(
  { sarifFile, htmlFile }: Inputs,
  { code, report: own, run }: Ran,
  { json, cwd }: { readonly json: string; readonly cwd: string },
): Readonly<Record<string, string | number>> {
  const report = own && findingsOf(own, run);
  if (!report) return { outcome: code };
  const { errors, warnings, infos, checked } = report.summary;
  return {
    outcome: code,
    errors,
    warnings,
    notes: infos,
    skills: checked,
    report: json,
    ...(sarifFile !== undefined && { "sarif-file": path.resolve(cwd, sarifFile) }),
    ...(htmlFile !== undefined && { "html-file": path.resolve(cwd, htmlFile) }),
  };
}

function findingsOf(report: Report, run: Ran["run"]): Report {
  return run ? withTestFindings(report, run) : report;
}

function checkoutOf(place: Place): { readonly checkout?: NonNullable<ReturnType<typeof findCheckout>> } {
  const checkout = findCheckout(place);
  return checkout ? { checkout } : {};
}

/** Sentences that no finding covers: the reason for a failure, and other problems. */
export function unsaid({ code, report, stderr }: Omit<Ran, "text">): readonly string[] {
  const lines = stderr
    .split("\n")
    .flatMap((line) => (line === "" ? [] : [clean(line.replace(/^skills: /, ""))]));
  if (!report) return [lines.join("\n") || "nothing was reported"];
  if (code === 2) return controlsOf(report).map((sentence) => clean(sentence));
  // If the run failed only because of too many warnings, the last line of stderr says so.
  return code === 1 && report.command !== "test" && report.summary.errors === 0 ? lines.slice(-1) : [];
}

/**
 * A report in which each test that failed, or passed with a warning, is a finding. Agents with the same result share
 * one finding.
 */
function withTestFindings(report: Report, { tests }: TestRun): Report {
  const subjects = Array.from(
    groupBy(tests, ({ path }) => path),
    ([path, own]): Subject => ({
      kind: "skill",
      path,
      verdicts: {},
      findings: testFindings(own),
      partial: [],
    }),
  );
  const count = (severity: Severity): number =>
    subjects.reduce(
      (sum, { findings }) => sum + findings.filter((finding) => finding.severity === severity).length,
      0,
    );
  return {
    ...report,
    subjects,
    summary: { ...report.summary, errors: count("error"), warnings: count("warning") },
  };
}

interface Said {
  readonly severity: Severity;
  readonly message: string;
  readonly test: TestResult;
}

function testFindings(tests: readonly TestResult[]): readonly Diagnostic[] {
  const said = tests.flatMap((test): readonly Said[] => {
    const { outcome, known, message, warnings } = test;
    return [
      ...(outcome === "pass" || known ? [] : [{ severity: "error" as const, message, test }]),
      ...warnings.map((warning) => ({ severity: "warning" as const, message: warning, test })),
    ];
  });
  return Array.from(
    groupBy(said, ({ severity, message, test }) =>
      JSON.stringify([severity, message, test.kind, test.check]),
    ).values(),
    toDiagnostic,
  );
}

function toDiagnostic(alike: readonly Said[]): Diagnostic {
  const { severity, message, test } = alike[0]!;
  const systems = alike.flatMap(({ test: { system } }) => system ?? []);
  const agents = systems.length === 0 ? "" : ` (${series(systems)})`;
  const isSmoke = test.kind === "smoke";
  return {
    ruleId: isSmoke ? `smoke-${test.check}` : test.kind,
    category: "portability",
    origin: "guidance",
    severity,
    message: `${isSmoke ? "" : `${test.check}: `}${message}${agents}`,
    file: isSmoke ? "SKILL.md" : "",
    refusedBy: [],
    related: [],
    fixes: [],
  };
}
