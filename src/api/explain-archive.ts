import { archiveCodes } from "../archive/codes/archive-codes.ts";
import type { RuleMeta } from "../model/rule.ts";

/** Why archives are refused, each reason as a rule: its id is that of the findings of `skills verify`, "archive-" and the code. */
export function listArchiveCodes(): readonly RuleMeta[] {
  return Object.entries(archiveCodes).map(([code, { summary, why, remedy, source }]) => ({
    id: `archive-${code}`,
    category: "archive",
    origin: "guidance",
    source,
    summary,
    why,
    remedy,
    severity: "warning",
    danger: true,
    since: "0.1.0",
  }));
}

/** The same by id. */
export function archivePages(): Readonly<Record<string, RuleMeta>> {
  return Object.fromEntries(listArchiveCodes().map((meta) => [meta.id, meta]));
}
