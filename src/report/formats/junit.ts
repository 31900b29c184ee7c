import {
  type Diagnostic,
  isCounted,
  type PieceReporter,
  type Report,
  type Reporter,
  type Subject,
} from "../../model/report.ts";
import type { Severity } from "../../model/rule.ts";
import { groupBy } from "../../core/group-by.ts";
import type { Unread } from "../../model/source.ts";
import { count } from "../../core/sentence.ts";
import { joinPath } from "./locate.ts";
import { nameSubject } from "./text-subject.ts";
import { describeRefusers } from "./refusers.ts";
import { placeOf } from "./text-finding.ts";
import { asTyped } from "../drawing/as-typed.ts";
import { attributes, escapeXml } from "../drawing/xml.ts";

interface Case {
  readonly outcome: "passed" | "failed" | "skipped";
  draw(): readonly string[];
}

interface Suite {
  readonly name: string;
  readonly cases: readonly Case[];
}

/**
 * For continuous integration: a suite for each skill with a case for each rule that has findings, so that a server
 * can track it by name from run to run. A case fails if there are errors, and of a run that failed only by the number
 * of its warnings, if there are warnings. Other findings are its output.
 * Suppressed and baselined findings, and files that were not read, are skipped cases. A skill without findings has
 * one case, which passes.
 */
export const junit: Reporter = (report, context) => Array.from(junitPieces(report, context)).join("");

/** As `junit`; each suite is a piece. The sums come first, so the cases are counted before they are drawn. */
export const junitPieces: PieceReporter = function* (report, { quiet, paint }) {
  const { errors, warnings } = report.summary;
  const fails: Severity = report.outcome === 1 && errors === 0 && warnings > 0 ? "warning" : "error";
  const style: Style = { quiet, command: paint.command, fails };
  const suites = function* (): Generator<Suite> {
    for (const subject of report.subjects)
      yield { name: nameSubject(subject.path), cases: casesOf(subject, style) };
    yield* unreadSuite(report);
  };
  const sum = { tests: 0, failures: 0, errors: 0, skipped: 0 };
  for (const { cases } of suites()) {
    const { tests, failures, skipped } = addUp(cases);
    sum.tests += tests;
    sum.failures += failures;
    sum.skipped += skipped;
  }
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<testsuites${attributes({ name: `skillwright ${report.command}`, ...sum, time: report.summary.seconds.toFixed(3) })}>\n`;
  for (const suite of suites()) yield `${drawSuite(suite).join("\n")}\n`;
  yield "</testsuites>\n";
};

function drawSuite({ name, cases }: Suite): readonly string[] {
  return [
    `  <testsuite${attributes({ name, ...addUp(cases), time: 0 })}>`,
    ...cases.flatMap((each) => each.draw()),
    "  </testsuite>",
  ];
}

function addUp(cases: readonly Case[]): {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
} {
  const number = (outcome: Case["outcome"]): number =>
    cases.filter((each) => each.outcome === outcome).length;
  return { tests: cases.length, failures: number("failed"), errors: 0, skipped: number("skipped") };
}

interface Style {
  /** Leave out warnings and notes that fail no case. */
  readonly quiet: boolean;
  /** The command that starts the program, such as "npx skillwright". */
  readonly command: string;
  /** The severity that fails a case. */
  readonly fails: Severity;
}

function casesOf(subject: Subject, { quiet, command, fails }: Style): readonly Case[] {
  const classname = nameSubject(subject.path);
  const typed = subject.findings.map((finding) => ({
    ...finding,
    message: asTyped(finding.message, command),
  }));
  const findings = quiet ? typed.filter(({ severity }) => severity === fails) : typed;
  const cases = Array.from(
    groupBy(findings, ({ ruleId }) => ruleId),
    ([ruleId, members]) => toCase(ruleId, members, { subject, fails }),
  );
  const passed: Case = {
    outcome: "passed",
    draw: () => [`    <testcase${attributes({ classname, name: "no findings", time: 0 })}/>`],
  };
  return [
    ...(cases.length > 0 ? cases : [passed]),
    ...subject.partial.map((unread) => skippedCase(classname, unread)),
  ];
}

function toCase(
  name: string,
  findings: readonly Diagnostic[],
  { subject, fails }: Pick<Style, "fails"> & { readonly subject: Subject },
): Case {
  const counted = findings.filter(isCounted);
  const failing = counted.filter(({ severity }) => severity === fails);
  const first = failing[0] ?? findings[0];
  const opening = (): string =>
    `    <testcase${attributes({ classname: nameSubject(subject.path), name, file: first && joinPath(subject.path, first.file), line: first?.start?.line, time: 0 })}>`;
  const outcome = counted.length === 0 ? "skipped" : failing.length > 0 ? "failed" : "passed";
  return { outcome, draw: () => [opening(), ...drawFailure(findings, fails), "    </testcase>"] };
}

function drawFailure(findings: readonly Diagnostic[], fails: Severity): readonly string[] {
  const counted = findings.filter(isCounted);
  if (counted.length === 0)
    return [`      <skipped${attributes({ message: describeSuppressed(findings) })}/>`];
  const failing = counted.filter(({ severity }) => severity === fails);
  const others = counted.filter(({ severity }) => severity !== fails);
  const [first] = failing;
  const failure = first
    ? [
        `      <failure${attributes({ message: first.message, type: fails })}>${failing.map(toLine).join("\n")}</failure>`,
      ]
    : [];
  return [
    ...failure,
    ...(others.length > 0 ? [`      <system-out>${others.map(toLine).join("\n")}</system-out>`] : []),
  ];
}

function toLine(finding: Diagnostic): string {
  const { file, severity, message, refusedBy } = finding;
  const place = placeOf(finding);
  return escapeXml(
    `${file}${place === "" ? "" : `:${place}`} ${severity} ${message}${refusedBy.length > 0 ? ` (${describeRefusers(finding)})` : ""}`,
  );
}

function describeSuppressed(findings: readonly Diagnostic[]): string {
  const reasons = new Set(
    findings.map(({ suppressed }) => (suppressed ? `suppressed: ${suppressed.reason}` : "in the baseline")),
  );
  return `${count(findings.length, "finding")}; ${Array.from(reasons).join("; ")}`;
}

function unreadSuite({ unread }: Report): readonly Suite[] {
  if (unread.length === 0) return [];
  return [{ name: "not read", cases: unread.map((each) => skippedCase("not read", each)) }];
}

function skippedCase(classname: string, { path, reason }: Unread): Case {
  return {
    outcome: "skipped",
    draw: () => [
      `    <testcase${attributes({ classname, name: `read ${path}`, time: 0 })}>`,
      `      <skipped${attributes({ message: `not read: ${reason}` })}/>`,
      "    </testcase>",
    ],
  };
}
