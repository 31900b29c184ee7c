import type { CheckResult } from "../../core/test-run.ts";

export function pass(message: string, warnings: readonly string[] = []): CheckResult {
  return { outcome: "pass", message, warnings };
}

export function fail(message: string, warnings: readonly string[] = []): CheckResult {
  return { outcome: "fail", message, warnings };
}
