import type { Report } from "../model/report.ts";
import type { TestRun } from "../results/test.ts";

/** The report that a command of ours has just written; undefined where it has written none. */
export function parseReport(text: string): Report | undefined {
  if (!text.startsWith("{")) return undefined;
  const value: unknown = JSON.parse(text);
  return isReport(value) ? value : undefined;
}

/** What `skills test` tells in it. */
export function testRunOf({ command, data }: Report): TestRun | undefined {
  return command === "test" && isTestRun(data) ? data : undefined;
}

/** Why nothing that its smoke tests say means anything, where that is so; sentences. */
export function controlsOf({ data }: Report): readonly string[] {
  const controls = typeof data === "object" && data !== null && "controls" in data ? data.controls : [];
  return Array.isArray(controls) ? controls.filter((each) => typeof each === "string") : [];
}

function isReport(value: unknown): value is Report {
  return (
    typeof value === "object" &&
    value !== null &&
    "schemaVersion" in value &&
    value.schemaVersion === 1 &&
    "subjects" in value &&
    "summary" in value
  );
}

function isTestRun(value: unknown): value is TestRun {
  return (
    typeof value === "object" &&
    value !== null &&
    "tests" in value &&
    "controls" in value &&
    "counts" in value
  );
}
