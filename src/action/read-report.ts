import type { CommandReport } from "../model/reports/command-report.ts";
import type { TestRun } from "../model/reports/test.ts";

/** The report that a command has written; undefined if it wrote none. */
export function parseReport(text: string): CommandReport | undefined {
  if (!text.startsWith("{")) return undefined;
  const value: unknown = JSON.parse(text);
  return isReport(value) ? value : undefined;
}

/** The results of `skills test` in a report; undefined for other commands, and with --real. */
export function testRunOf(report: CommandReport): TestRun | undefined {
  if (report.command !== "test" || !report.data) return undefined;
  return "tests" in report.data ? report.data : undefined;
}

/** Sentences that explain why the report's smoke tests are unreliable; empty if they are reliable. */
export function controlsOf(report: CommandReport): readonly string[] {
  if (report.command !== "check" && report.command !== "test") return [];
  return report.data && "controls" in report.data ? report.data.controls : [];
}

function isReport(value: unknown): value is CommandReport {
  return (
    typeof value === "object" &&
    value !== null &&
    "schemaVersion" in value &&
    value.schemaVersion === 1 &&
    "subjects" in value &&
    "summary" in value
  );
}
