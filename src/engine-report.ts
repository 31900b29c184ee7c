// What can be done with a report: apart from the engine, so that a page that shows reports does not load the rules.
import { ruleMetas } from "./generated/rule-metas.ts";
import { help } from "./model/address.ts";
import type { ListedRule } from "./model/rule.ts";

export { renderReport, type RenderOptions } from "./report/render-report.ts";
export { type Format, formats } from "./report/formats/index.ts";
export {
  type ComparedFinding,
  compareReports,
  type ReportComparison,
} from "./report/compare-reports.ts";
export { applyFixes, type AppliedFixes, type ApplyFixesOptions } from "./lint/apply-fixes.ts";
export type { FixLevel } from "./lint/fix.ts";
export type { ChosenFix, UnappliedFix } from "./model/chosen-fix.ts";
export type { ListedFile, MemoryFile } from "./model/memory-source.ts";
export type { Checkout, Diagnostic, Report, Subject, Summary } from "./model/report.ts";
export type { ListedRule, RuleMeta } from "./model/rule.ts";
export { SkillsError, type SkillsErrorCode } from "./core/errors.ts";
export type { Place, Position, Range } from "./core/place.ts";
export type { SystemId } from "./model/agent.ts";
export type { LoadOutcomeId } from "./model/loader.ts";
export type { DeniedPlace, Denial, PolicyVerdict } from "./model/policy.ts";
export type {
  Excerpt,
  Outcome,
  RefusedVersions,
  SettingsFile,
  SuppressedSecurity,
  Suppression,
  Verdict,
} from "./model/report.ts";
export type { Category, Fix, Operation, Origin, Severity } from "./model/rule.ts";
export type { FileEntry, SymbolicLink, Unread } from "./model/source.ts";
export type { CheckTarget, ClientId, Target } from "./model/target.ts";
export type { UploadId } from "./model/upload.ts";
export type { ValidatorId } from "./model/validator.ts";

/** The descriptions of all rules of `examine`, in the order of the documentation. */
export function listRules(): readonly ListedRule[] {
  return ruleMetas.map((meta) => ({ ...meta, ...help(meta.id) }));
}
