import type { LockCheck, LockDifference } from "../../results/verify.ts";
import type { Report } from "../../model/report.ts";
import { assembleReport } from "../assemble-report.ts";
import { now } from "../clock.ts";
import { verifyLock } from "./verify-lock.ts";

export { isLockName } from "./verify-lock.ts";

export interface VerifyLocksResult {
  /** Its `data` holds `locks`; its outcome is 1 where a skill is not what its lock says. */
  readonly report: Report;
  /** In the order of the paths. */
  readonly locks: readonly LockCheck[];
}

/** Holds what is installed against each lock. Throws a SkillsError where something cannot be read, or a lock lists nothing. */
export async function verifyLocks(paths: readonly string[], cwd: string): Promise<VerifyLocksResult> {
  const started = now();
  const locks: LockCheck[] = [];
  for (const path of paths) locks.push(await verifyLock(path, cwd));
  const report = assembleReport({
    command: "verify",
    targets: [],
    subjects: [],
    unread: [],
    started,
    maxWarnings: Infinity,
  });
  const amount = (severity: LockDifference["severity"]): number =>
    locks.reduce(
      (sum, { differences }) =>
        sum + differences.filter((difference) => difference.severity === severity).length,
      0,
    );
  const checked = locks.reduce((sum, { entries }) => sum + entries, 0);
  const summary = { ...report.summary, checked, errors: amount("error"), warnings: amount("warning") };
  return { report: { ...report, outcome: summary.errors > 0 ? 1 : 0, data: { locks }, summary }, locks };
}
