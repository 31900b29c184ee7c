export { check } from "./api/check/check.ts";
export type { CheckOptions, CheckResult } from "./api/check/check.ts";
export { configureCheck, configureLint, configureValidate } from "./api/settings/configured.ts";
export { readConfig, type ConfigChoice } from "./api/settings/read-config.ts";
export { doctor, type DoctorOptions } from "./api/doctor/doctor.ts";
export { compat, type CompatOptions, type CompatResult } from "./api/compat/compat.ts";
export { listClients, type ListClientsOptions } from "./api/compat/list-clients.ts";
export { preview, type PreviewOptions, type PreviewResult } from "./api/preview/preview.ts";
export { explain, explainAll, listRules } from "./api/explain.ts";
export { listArchiveCodes } from "./api/explain-archive.ts";
export {
  referencePrompt,
  referenceProperties,
  referenceValidate,
  type ReferenceOptions,
} from "./api/skills-ref.ts";
export { digest, type DigestOptions, type DigestResult } from "./api/digest.ts";
export { graph, type GraphResult } from "./api/graph.ts";
export { inspect, type InspectOptions, type InspectResult } from "./api/inspect/inspect.ts";
export { diff, type DiffOptions, type DiffResult } from "./api/diff/diff.ts";
export { init, templateNames, type InitOptions, type InitResult, type TemplateName } from "./api/init.ts";
export { install, type InstallOptions, type InstallResult } from "./api/install/install.ts";
export { list, type ListResult } from "./api/list.ts";
export { lint } from "./api/lint/lint.ts";
export type {
  FixLevel,
  LintOptions,
  LintResult,
} from "./api/lint/lint-options.ts";
export type { BaselineOption, BaselineResult } from "./lint/baseline.ts";
export { pack } from "./api/pack/pack.ts";
export { packTargets, type PackOptions, type PackResult, type PackTarget } from "./api/pack/pack-options.ts";
export type { PathOverride } from "./lint/rule-settings.ts";
export type { PathOverrides } from "./lint/rule-settings.ts";
export { rename, type RenameOptions, type RenameResult } from "./api/rename/rename.ts";
export type { RuleSetting, RuleSettings } from "./lint/rule-settings.ts";
export type { Survey, SurveyOptions } from "./api/scope/survey-skills.ts";
export { run } from "./api/run/run.ts";
export type { RunOptions, RunReport } from "./api/run/run.ts";
export { test } from "./api/test/test.ts";
export type { TestOptions, TestReport } from "./api/test/test.ts";
export { uninstall, type UninstallOptions, type UninstallResult } from "./api/uninstall.ts";
export type { ScopeFilter } from "./api/scope/select-sources.ts";
export { validate, type ValidateOptions, type ValidateResult } from "./api/validate.ts";
export { verify } from "./api/verify/verify.ts";
export { verifyLock } from "./api/verify/verify-lock.ts";
export type { VerifyOptions, VerifyResult } from "./api/verify/verify-options.ts";
export type { ChosenFix, UnappliedFix as LeftFix } from "./model/chosen-fix.ts";
export type { CommandData, CommandReport, ReportingCommand } from "./model/reports/command-report.ts";
export type {
  UnappliedSkillFix as LeftSkillFix,
  RuleTiming,
  SkillFix,
  UnparsedFile,
} from "./model/reports/lint.ts";
export type { ScopeSummary } from "./model/reports/validate.ts";
export type { ArchiveNote } from "./model/archive.ts";
export type { ArchiveCode } from "./model/archive.ts";
export type {
  CheckedArchive,
  CheckedContent,
  CheckedDirectory,
  OpenedArchive,
  Refused,
} from "./model/reports/verify.ts";
export type { SkillCheck, DryPacked, StageTokens } from "./model/reports/check.ts";
export { validatorIds as targetIds } from "./model/validator.ts";
export type { ValidatorId as TargetId } from "./model/validator.ts";
export type { Config, ConfigOverride, Sourced } from "./model/config.ts";
export { SkillsError, type SkillsErrorCode } from "./core/errors.ts";
export type { LeftOut, LeftOutReason } from "./model/left-out.ts";
export type { PackedArchive, PackedEntry } from "./model/reports/pack.ts";
export type { PathDigest } from "./model/reports/digest.ts";
export type { SkillInstall } from "./model/reports/install.ts";
export type { SkillUninstall } from "./model/reports/uninstall.ts";
export type { LockCheck, LockDifference } from "./model/reports/verify.ts";
export type { FileChange } from "./model/file-change.ts";
export type { FileDifference } from "./model/manifest.ts";
export type { Place, Position, Range } from "./core/place.ts";
export type { NamedPlace, RenamedLink, RenamedPlace, SkillRename } from "./model/reports/rename.ts";
export type {
  Diagnostic,
  Excerpt,
  Outcome,
  Report,
  Subject,
  Summary,
  SuppressedSecurity,
  Suppression,
  Verdict,
} from "./model/report.ts";
export type { Category, Fix, Operation, Origin, RuleMeta, Severity } from "./model/rule.ts";
export type { RulePage } from "./model/reports/explain.ts";
export type { Unread } from "./model/source.ts";
export type { ConfigSuppression, SuppressionList } from "./model/suppression.ts";
export { checkTargets, type Target } from "./model/target.ts";
export type { SmokeCounts } from "./model/reports/test.ts";
