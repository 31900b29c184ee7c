import type { CheckResult } from "../../model/smoke.ts";

/** A result with the lines of SKILL.md that it concerns. */
export interface PlacedResult extends CheckResult {
  readonly lines?: readonly number[];
}

export function pass(message: string, warnings: readonly string[] = []): CheckResult {
  return { outcome: "pass", message, warnings };
}

export function fail(message: string, warnings: readonly string[] = []): CheckResult {
  return { outcome: "fail", message, warnings };
}
