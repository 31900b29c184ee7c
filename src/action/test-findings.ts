import { groupBy } from "../core/group-by.ts";
import type { Diagnostic, Report, Subject } from "../model/report.ts";
import type { Severity } from "../model/rule.ts";
import { series } from "../core/sentence.ts";
import type { TestResult, TestRun } from "../results/test.ts";

/** A report in which each test that did not pass, or passed with a warning, is a finding: one for all agents with which it came out alike. */
export function withTestFindings(report: Report, { tests }: TestRun): Report {
  const subjects = Array.from(
    groupBy(tests, ({ path }) => path),
    ([path, own]): Subject => ({ kind: "skill", path, verdicts: {}, findings: findingsOf(own), partial: [] }),
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

function findingsOf(tests: readonly TestResult[]): readonly Diagnostic[] {
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
    origin: "guidance",
    severity,
    message: `${isSmoke ? "" : `${test.check}: `}${message}${agents}`,
    file: isSmoke ? "SKILL.md" : "",
    refusedBy: [],
    related: [],
    fixes: [],
    helpUrl: "",
  };
}
