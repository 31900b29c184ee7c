import { groupBy } from "../../../core/group-by.ts";
import type { TestResult, TestRun } from "../../../model/reports/test.ts";
import { plainPaint } from "../../../model/paint.ts";
import { nameSubject } from "../../formats/text-subject.ts";
import { drawTranscript } from "../transcript.ts";
import { attributes, escapeXml } from "../../drawing/xml.ts";

/**
 * A suite for each skill or file, and a case for each test; a test that could not be measured is an error. Contains
 * no times, so that equal runs produce equal files.
 */
export function testJunit({ tests, controls }: TestRun, counter: string): string {
  const broken: readonly TestResult[] = controls.map((message) => ({
    name: "controls",
    kind: "smoke",
    path: "controls",
    check: "controls",
    outcome: "could-not-measure",
    message,
    warnings: [],
  }));
  const suites = Array.from(
    groupBy([...broken, ...tests], ({ path }) => path),
    ([path, cases]) => [
      `  <testsuite${attributes({ name: nameSubject(path), ...countOf(cases) })}>`,
      ...cases.flatMap((test) => toCase(test, counter)),
      "  </testsuite>",
    ],
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: "skillwright test", ...countOf([...broken, ...tests]) })}>`,
    ...suites.flat(),
    "</testsuites>",
    "",
  ].join("\n");
}

function countOf(tests: readonly TestResult[]): Readonly<Record<string, number>> {
  const count = (is: (test: TestResult) => boolean): number => tests.filter(is).length;
  return {
    tests: tests.length,
    failures: count(({ outcome, known }) => outcome === "fail" && !known),
    errors: count(({ outcome }) => outcome === "could-not-measure"),
    skipped: count(({ known }) => known === true),
  };
}

function toCase(
  { path, system, check, outcome, known, message, warnings, details = [], trace = [] }: TestResult,
  counter: string,
): readonly string[] {
  const transcript = drawTranscript(trace, { paint: plainPaint, width: 120, counter, indent: "" });
  const element = outcome === "fail" ? "failure" : "error";
  const failure = known
    ? [`      <skipped${attributes({ message: `in the baseline: ${message}` })}/>`]
    : [`      <${element}${attributes({ message })}>${toText([...details, ...transcript])}</${element}>`];
  return [
    `    <testcase${attributes({ classname: nameSubject(path), name: system === undefined ? check : `${system} > ${check}` })}>`,
    ...(outcome === "pass" ? [] : failure),
    ...(warnings.length > 0 ? [`      <system-out>${toText(warnings)}</system-out>`] : []),
    "    </testcase>",
  ];
}

function toText(lines: readonly string[]): string {
  return lines.map(escapeXml).join("\n");
}
