import type { CommandReport } from "../results/command-report.ts";
import type { TestRun } from "../results/test.ts";

/** The report that a command of ours has just written; undefined where it has written none. */
export function parseReport(text: string): CommandReport | undefined {
  if (!text.startsWith("{")) return undefined;
  const value: unknown = JSON.parse(text);
  return isReport(value) ? value : undefined;
}

/** What `skills test` tells in it. */
export function testRunOf(report: CommandReport): TestRun | undefined {
  return report.command === "test" ? report.data : undefined;
}

/** Why nothing that its smoke tests say means anything, where that is so; sentences. */
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
