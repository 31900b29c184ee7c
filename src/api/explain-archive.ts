import { archiveCodes } from "../archive/archive-codes.ts";
import type { RuleMeta } from "../model/rule.ts";

/**
 * The archive codes as rules. Their ids consist of "archive-" and the code, as in the findings of `skills verify`.
 */
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

/** The pages of the archive codes, by id. */
export function archivePages(): Readonly<Record<string, RuleMeta>> {
  return Object.fromEntries(listArchiveCodes().map((meta) => [meta.id, meta]));
}
