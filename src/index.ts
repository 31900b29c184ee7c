import { optionTables } from "./api/option-tables.ts";
import { type AnyKinds, requireOptions } from "./model/options.ts";
import { check as callCheck } from "./api/check/check.ts";
import { compat as callCompat } from "./api/compat/compat.ts";
import { listClients as callListClients } from "./api/compat/list-clients.ts";
import { diff as callDiff } from "./api/diff/diff.ts";
import { digest as callDigest } from "./api/digest.ts";
import { doctor as callDoctor } from "./api/doctor/doctor.ts";
import { graph as callGraph } from "./api/graph.ts";
import { init as callInit } from "./api/init.ts";
import { inspect as callInspect } from "./api/inspect/inspect.ts";
import { install as callInstall } from "./api/install/install.ts";
import { lint as callLint } from "./api/lint/lint.ts";
import { list as callList } from "./api/list.ts";
import { diffFiles as callDiffFiles } from "./api/memory/diff-files.ts";
import { inspectFiles as callInspectFiles } from "./api/memory/inspect-files.ts";
import { packFiles as callPackFiles } from "./api/memory/pack-files.ts";
import { verifyBytes as callVerifyBytes } from "./api/memory/verify-bytes.ts";
import { pack as callPack } from "./api/pack/pack.ts";
import { preview as callPreview } from "./api/preview/preview.ts";
import { rename as callRename } from "./api/rename/rename.ts";
import { run as callRun } from "./api/run/run.ts";
import { readConfig as callReadConfig } from "./api/settings/read-config.ts";
import { test as callTest } from "./api/test/test.ts";
import { uninstall as callUninstall } from "./api/uninstall.ts";
import { validate as callValidate } from "./api/validate.ts";
import { verify as callVerify } from "./api/verify/verify.ts";
import type { ListClientsOptions } from "./api/compat/list-clients.ts";
import type { ClientsData } from "./model/reports/compat.ts";
import { listAllRules } from "./api/explain.ts";
import { help } from "./model/address.ts";
import type { Report } from "./model/report.ts";
import type { ListedRule } from "./model/rule.ts";

export type { CheckOptions, CheckResult } from "./api/check/check.ts";
export { configureCheck, configureLint, configureValidate } from "./api/settings/configured.ts";
export type { ConfigChoice } from "./api/settings/read-config.ts";
export type { PolicyChoice } from "./api/policy/read-policy.ts";
export type { DoctorOptions } from "./api/doctor/doctor.ts";
export type { CompatOptions, CompatResult } from "./api/compat/compat.ts";
export type { ListClientsOptions } from "./api/compat/list-clients.ts";
export type { PreviewOptions, PreviewResult } from "./api/preview/preview.ts";
export { explain, explainAll } from "./api/explain.ts";
export { listArchiveCodes } from "./api/explain-archive.ts";
export { readArchive, type ReadArchiveOptions, type ReadSkill } from "./api/archives/read-archive.ts";
export type { DiffFilesOptions } from "./api/memory/diff-files.ts";
export type { GivenSkill } from "./api/memory/given-skill.ts";
export type { InspectFilesOptions } from "./api/memory/inspect-files.ts";
export type { PackedFiles, PackFilesOptions } from "./api/memory/pack-files.ts";
export type { VerifyBytesOptions } from "./api/memory/verify-bytes.ts";
export type { ListedFile, MemoryFile } from "./model/memory-source.ts";
export {
  referencePrompt,
  referenceProperties,
  referenceValidate,
  type ReferenceOptions,
} from "./api/skills-ref.ts";
export type { DigestOptions, DigestResult } from "./api/digest.ts";
export type { GraphResult } from "./api/graph.ts";
export type { InspectOptions, InspectResult } from "./api/inspect/inspect.ts";
export type { DiffOptions, DiffResult } from "./api/diff/diff.ts";
export { templateNames, type InitOptions, type InitResult, type TemplateName } from "./api/init.ts";
export type { InstallOptions, InstallResult } from "./api/install/install.ts";
export type { ListResult } from "./api/list.ts";
export type {
  FixLevel,
  Linted,
  LintOptions,
  LintProgress,
  LintResult,
} from "./api/lint/lint-options.ts";
export type { BaselineOption, BaselineResult } from "./lint/baseline.ts";
export { packTargets, type PackOptions, type PackResult, type PackTarget } from "./api/pack/pack-options.ts";
export type { PathOverride } from "./lint/rule-settings.ts";
export type { PathOverrides } from "./lint/rule-settings.ts";
export type { RenameOptions, RenameResult } from "./api/rename/rename.ts";
export type { RuleSetting, RuleSettings } from "./lint/rule-settings.ts";
export type { Survey, SurveyOptions } from "./api/scope/survey-skills.ts";
export type { RunOptions, RunReport } from "./api/run/run.ts";
export type { TestOptions, TestReport } from "./api/test/test.ts";
export type { UninstallOptions, UninstallResult } from "./api/uninstall.ts";
export type { ScopeFilter } from "./api/scope/select-sources.ts";
export type { ValidateOptions, ValidateResult } from "./api/validate.ts";
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
export type {
  AllowList,
  DefinedRule,
  InventoryPart,
  OwnCheck,
  OwnCondition,
  OwnExample,
  OwnExamples,
  OwnFix,
  OwnRule,
  LimitedTier,
  TextPart,
  ValueTest,
} from "./model/own-rule.ts";
export { SkillsError, type SkillsErrorCode } from "./core/errors.ts";
export type { LeftOut, LeftOutReason } from "./model/left-out.ts";
export type { PackedArchive, PackedEntry } from "./model/reports/pack.ts";
export type { PathDigest } from "./model/reports/digest.ts";
export type {
  ExampleTest,
  ListedSetting,
  RaisedRule,
  RulesData,
  RulesMigration,
} from "./model/reports/rules.ts";
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
export type { Category, Fix, ListedRule, Operation, Origin, RuleMeta, Severity } from "./model/rule.ts";
export { compareReports, type ComparedFinding, type ReportComparison } from "./report/compare-reports.ts";
export { type Format, formats } from "./report/formats/index.ts";
export { renderReport, type RenderOptions } from "./report/render-report.ts";
export type { RulePage } from "./model/reports/explain.ts";
export type { Unread } from "./model/source.ts";
export type { ConfigSuppression, SuppressionList } from "./model/suppression.ts";
export { checkTargets, type Target } from "./model/target.ts";
export type { SmokeCounts } from "./model/reports/test.ts";

// The types of the members of the types above.
export type { ComparedPair } from "./api/diff/diff.ts";
export type { Adopted } from "./api/init.ts";
export type { Absentee } from "./api/roots/client-places.ts";
export type { RootsChoice } from "./api/roots/skill-roots.ts";
export type { Scope } from "./api/scope/find-sources.ts";
export type { CountingSettings, EarlierSettings } from "./api/settings/counting-settings.ts";
export type { SystemChoice } from "./api/test/choose-systems.ts";
export type { ModelOptions } from "./api/test/test-model.ts";
export type { FilePosition } from "./core/place.ts";
export type { MachineOptions } from "./find/machine-roots.ts";
export type { PathPatterns } from "./find/passed-over.ts";
export type { RootChoice, RootName, UsualRoots } from "./install/roots.ts";
export type {
  ApprovalMode,
  CatalogEntry,
  Message,
  PermissionDecision,
  Policy,
  Scope as AgentScope,
  ScriptRequest,
  ScriptResult,
  ScriptRunner,
  SessionResult,
  SkillProblem,
  SystemId,
  ToolArguments,
  ToolCall,
} from "./model/agent.ts";
export type { ArchiveFormat, ArchiveLayout } from "./model/archive.ts";
export type {
  Baseline,
  BaselineEntry,
  BaselineSkill,
  FindingPrint,
  SkillIdentity,
} from "./model/baseline.ts";
export type { Reference } from "./model/body.ts";
export type { FixPreview } from "./model/chosen-fix.ts";
export type { CatalogState } from "./model/client-catalog.ts";
export type { ClientLoad, CompatRow } from "./model/client-load.ts";
export type { SourcedRules } from "./model/config.ts";
export type { Evidence } from "./model/evidence.ts";
export type { FieldValue } from "./model/frontmatter.ts";
export type { GraphEdge } from "./model/graph.ts";
export type {
  ExecutableFact,
  Fact,
  FactList,
  HostFact,
  Inventory,
  PackageFact,
  PackageKind,
  UseKind,
  VariableFact,
  VariableKind,
} from "./model/inventory.ts";
export type { ArgumentUse, LoadEffect, LoadOutcomeId } from "./model/loader.ts";
export type { Resource } from "./model/manifest.ts";
export type {
  ConfusionCell,
  Rates,
  Selection as SelectionMetrics,
  SessionTotals,
  Share,
  SkillSelection,
} from "./model/metrics.ts";
export type { MissingBase } from "./model/missing-base.ts";
export type { DeniedPlace, Denial, PolicyVerdict } from "./model/policy.ts";
export type { Checkout, RefusedVersions, SettingsFile } from "./model/report.ts";
export type { CheckData } from "./model/reports/check.ts";
export type {
  ClientChange,
  ClientsData,
  CompatData,
  DescribedProgram,
  ProgramKind,
  RecordedClient,
} from "./model/reports/compat.ts";
export type {
  CapabilityChange,
  DiffData,
  DiffSide,
  FieldChange,
  FileChangeFact,
  FileFacts,
  OneDiff,
  SeveralDiffs,
  SkillDiff,
  TokenStage,
  VerdictChange,
  WithPatch,
} from "./model/reports/diff.ts";
export type { DigestData, DigestedContent } from "./model/reports/digest.ts";
export type {
  DoctorClient,
  DoctorData,
  DoctorProof,
  DoctorRoot,
  DoctorSkill,
  DoctorState,
} from "./model/reports/doctor.ts";
export type { ExplainData, RuleExample, RuleExamples } from "./model/reports/explain.ts";
export type {
  BrokenReference,
  GraphData,
  GraphedEdge,
  GraphedFile,
  SkillGraph,
  SkillReferences,
  Spot,
} from "./model/reports/graph.ts";
export type { InitData } from "./model/reports/init.ts";
export type {
  InspectData,
  InspectedFile,
  PackedContent,
  PluginInspection,
  SkillInspection,
  SkillTokens,
} from "./model/reports/inspect.ts";
export type { InstallData, PluginInstall, RootReader } from "./model/reports/install.ts";
export type { BaselineUse, LintData, PatchData } from "./model/reports/lint.ts";
export type { ListData, ListEntry, ListRoot, SkillSourceName } from "./model/reports/list.ts";
export type { MadeArchive, PackData } from "./model/reports/pack.ts";
export type {
  BodyChange,
  CatalogBudgetData,
  CatalogEntryData,
  CatalogPlanData,
  CatalogPreview,
  PreviewData,
  PreviewedClient,
  PreviewedFile,
  SkillPreview,
  TierTokens,
} from "./model/reports/preview.ts";
export type { RenameData } from "./model/reports/rename.ts";
export type { RunData } from "./model/reports/run.ts";
export type {
  EvalCounts,
  ModelRun,
  ModelSessions,
  RatedExpectation,
  TestCounts,
  TestData,
  TestMetrics,
  TestResult,
  TestRun,
} from "./model/reports/test.ts";
export type {
  RealOutcome,
  RealStage,
  RealStageResult,
  RealTest,
  StartedClient,
  StartedRecord,
  TestRealData,
} from "./model/reports/test-real.ts";
export type {
  RankedPlace,
  RoutedPrompt,
  RoutingCause,
  RoutingClient,
  RoutingOutcome,
  RoutingVerdict,
  TestRoutingData,
} from "./model/reports/test-routing.ts";
export type { UninstallData } from "./model/reports/uninstall.ts";
export type { ValidateData } from "./model/reports/validate.ts";
export type { Checked, VerifyData, VerifyLocksData } from "./model/reports/verify.ts";
export type {
  Choice,
  EventPattern,
  Expectation,
  ExpectationResult,
  ExpectedSet,
  ExpectedText,
  Extent,
  Measure,
  RoundExpectation,
  ScenarioOutcome,
  TextTest,
} from "./model/scenario.ts";
export type { ScriptLanguage } from "./model/script.ts";
export type { Shard } from "./model/shard.ts";
export type { ResolvedReference } from "./model/skill.ts";
export type { CheckResult as SmokeCheckResult, SmokeLimits } from "./model/smoke.ts";
export type {
  DirectoryMark,
  FileEntry,
  FileStamp,
  Listing,
  SkillSource,
  SymbolicLink,
} from "./model/source.ts";
export type { ProjectChange } from "./model/stage.ts";
export type { CheckTarget, ClientId, LintTarget } from "./model/target.ts";
export type { TokenCount } from "./model/token-counter.ts";
export type { SectionCost } from "./model/token-sections.ts";
export type { Tier, TraceEvent, TraceKind } from "./model/trace.ts";
export type { ArchiveExtension, UploadId, UploadInput, UploadedFile } from "./model/upload.ts";
export type { Jobs } from "./run/answers.ts";
export type { CacheOption } from "./run/cache.ts";

// These functions throw a SkillsError for options that the command line would refuse, and for unknown ones.

/** Lints skills, packs them in memory for every uploader and simulates every agent loading them. */
export const check = guarded(optionTables.check, callCheck);
/** Predicts what agent clients make of skills. */
export const compat = guarded(optionTables.compat, callCompat);
/** Compares two versions of a skill. */
export const diff = guarded(optionTables.diff, callDiff);
/** Compares two versions of a skill in memory. */
export const diffFiles = guarded(optionTables.diffFiles, callDiffFiles);
/** Computes the digests of skills and archives. */
export const digest = guarded(optionTables.digest, callDigest);
/** Explains which skills on this machine each client loads, and why it does not load the others. */
export const doctor = guardedSync(optionTables.doctor, callDoctor);
/** Finds out how the files of skills refer to each other. */
export const graph = guarded(optionTables.survey, callGraph);
/** Creates a skill. */
export const init = guarded(optionTables.init, callInit);
/** Collects what a reviewer of skills needs: fields, files, tokens, capabilities and verdicts. */
export const inspect = guarded(optionTables.inspect, callInspect);
/** What a reviewer needs of a skill in memory, its inventory included. */
export const inspectFiles = guarded(optionTables.inspectFiles, callInspectFiles);
/** Installs all of the skills, or none. */
export const install = guarded(optionTables.install, callInstall);
/** Runs every rule, and applies the requested fixes. */
export const lint = guarded(optionTables.lint, callLint);
/** Lists the skills that agents find. */
export const list = guardedSync(optionTables.roots, callList);
/** The descriptions of every id that findings can have, in the order of the documentation. */
export const listRules = (): readonly ListedRule[] =>
  listAllRules().map((meta) => ({ ...meta, ...help(meta.id) }));
/** Lists the recorded versions of agent clients. */
export const listClients = (options: ListClientsOptions = {}): Report<ClientsData, "clients"> =>
  guardedSync(optionTables.listClients, callListClients)(options);
/** Builds a reproducible archive of each skill that its targets accept. */
export const pack = guarded(optionTables.pack, callPack);
/** Packs a skill in memory. */
export const packFiles = guarded(optionTables.packFiles, callPackFiles);
/** Shows what one client gives the model of a set of skills. */
export const preview = guarded(optionTables.preview, callPreview);
/** Reads the config for a directory; undefined if there is none. */
export const readConfig = guardedSync(optionTables.readConfig, callReadConfig);
/** Renames a skill and updates the references to it. */
export const rename = guarded(optionTables.rename, callRename);
/** Runs one session of a simulated agent. */
export const run = guarded(optionTables.run, callRun);
/** Simulates agents loading skills, and plays scenarios and evals. */
export const test = guarded(optionTables.test, callTest);
/** Removes installed skills. */
export const uninstall = guarded(optionTables.uninstall, callUninstall);
/** Checks skills against the specification and the chosen targets. */
export const validate = guarded(optionTables.validate, callValidate);
/** Verifies archives and unpacked skills. */
export const verify = guarded(optionTables.verify, callVerify);
/** Verifies an untrusted archive in memory. */
export const verifyBytes = guarded(optionTables.verifyBytes, callVerifyBytes);

/** The function, which first refuses options that it does not have. */
function guarded<Options, Result>(
  kinds: AnyKinds,
  call: (options: Options) => Promise<Result>,
): (options: Options) => Promise<Result> {
  return async (options) => {
    requireOptions(options, kinds);
    return call(options);
  };
}

function guardedSync<Options, Result>(
  kinds: AnyKinds,
  call: (options: Options) => Result,
): (options: Options) => Result {
  return (options) => {
    requireOptions(options, kinds);
    return call(options);
  };
}
