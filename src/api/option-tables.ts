import type { UsualRoots } from "../install/roots.ts";
import type { PathOverride, PathOverrides } from "../lint/rule-settings.ts";
import { systemIds } from "../model/agent.ts";
import {
  amount,
  bytes,
  callback,
  day,
  directoryName,
  flag,
  kindOf,
  listOf,
  listOfMembers,
  members,
  object,
  oneOf,
  type OptionKinds,
  required,
  text,
  texts,
} from "../model/options.ts";
import { skillSources } from "../model/reports/list.ts";
import { isClient, lintTargets, loaderIds, targets } from "../model/target.ts";
import { uploadIds } from "../model/upload.ts";
import { validatorIds } from "../model/validator.ts";
import type { CheckOptions } from "./check/check.ts";
import type { ListClientsOptions } from "./compat/list-clients.ts";
import type { CompatOptions } from "./compat/compat.ts";
import type { DiffOptions } from "./diff/diff.ts";
import type { DigestOptions } from "./digest.ts";
import type { DoctorOptions } from "./doctor/doctor.ts";
import type { InitOptions } from "./init.ts";
import type { InspectOptions } from "./inspect/inspect.ts";
import type { InstallOptions } from "./install/install.ts";
import type { LintOptions } from "./lint/lint-options.ts";
import type { DiffFilesOptions } from "./memory/diff-files.ts";
import { type GivenSkill, givenSkill } from "./memory/given-skill.ts";
import type { InspectFilesOptions } from "./memory/inspect-files.ts";
import type { PackFilesOptions } from "./memory/pack-files.ts";
import type { VerifyBytesOptions } from "./memory/verify-bytes.ts";
import type { PackOptions } from "./pack/pack-options.ts";
import type { PolicyChoice } from "./policy/read-policy.ts";
import type { PreviewOptions } from "./preview/preview.ts";
import type { RenameOptions } from "./rename/rename.ts";
import type { RootsChoice } from "./roots/skill-roots.ts";
import type { RunOptions } from "./run/run.ts";
import type { Scope } from "./scope/find-sources.ts";
import type { ScopeFilter } from "./scope/select-sources.ts";
import type { SurveyOptions } from "./scope/survey-skills.ts";
import type { ConfigChoice } from "./settings/read-config.ts";
import type { TestOptions } from "./test/test.ts";
import type { UninstallOptions } from "./uninstall.ts";
import type { ValidateOptions } from "./validate.ts";
import type { VerifyOptions } from "./verify/verify-options.ts";

/** The targets without clients of which it is not known how they read a SKILL.md. */
const checkable = targets.filter((id) => !isClient(id) || loaderIds.includes(id));

const tokens = oneOf("tokens", ["estimate", "exact"]);
const jobs = kindOf(
  'a whole number of 1 or more, or "auto"',
  (value) => value === "auto" || (Number.isSafeInteger(value) && Number(value) > 0),
);
const source = oneOf("source", skillSources);
const validatorTargets = listOf("target", validatorIds);
const packTargets = listOf("target", [...new Set([...validatorIds, ...uploadIds])]);
const anyTargets = listOf("target", targets);
const archive = {
  targets: packTargets,
  clients: texts,
  extension: oneOf("extension", ["zip", "skill", "tar.gz"]),
  layout: oneOf("layout", ["wrapped", "root"]),
  manifest: flag,
};
const verification = {
  targets: packTargets,
  clients: texts,
  digests: texts,
  profile: oneOf("profile", ["auto", "own"]),
};
const paths = required(texts);
const cwd = required(text);

const scope: OptionKinds<Scope> = {
  paths,
  cwd,
  ignore: members<NonNullable<Scope["ignore"]>>({ directory: required(text), patterns: required(texts) }),
  stdin: members<NonNullable<Scope["stdin"]>>({ bytes: required(bytes), name: required(directoryName) }),
};
const scopeFilter: OptionKinds<ScopeFilter> = {
  changed: members<NonNullable<ScopeFilter["changed"]>>({ since: text }),
  files: texts,
  settingsFiles: texts,
  shard: members<NonNullable<ScopeFilter["shard"]>>({ index: required(amount(1)), of: required(amount(1)) }),
};
const cache = members<NonNullable<ValidateOptions["cache"]>>({
  location: required(text),
  readOnly: flag,
  onProblem: callback,
});
const overrides = members<PathOverrides>({
  directory: required(text),
  entries: required(
    listOfMembers<PathOverride>({ paths: required(texts), rules: object, targets: anyTargets }),
  ),
});
const validate: OptionKinds<ValidateOptions> = {
  ...scope,
  ...scopeFilter,
  targets: listOf("target", lintTargets),
  otherTargets: anyTargets,
  clients: texts,
  overrides,
  maxWarnings: amount(0),
  cache,
  jobs,
  blob: flag,
  earlier: object,
};
const lint: OptionKinds<LintOptions> = {
  ...validate,
  fix: oneOf("fix", ["none", "safe", "unsafe"]),
  fixRules: texts,
  acceptFix: callback,
  dryRun: flag,
  rules: object,
  ownRules: kindOf("a list", Array.isArray),
  security: flag,
  tokens,
  syntax: flag,
  timing: flag,
  inline: flag,
  suppressions: listOfMembers<NonNullable<LintOptions["suppressions"]>[number]>({
    path: required(text),
    directory: required(text),
    entries: required(kindOf("a list", Array.isArray)),
  }),
  partOnly: flag,
  baseline: members<NonNullable<LintOptions["baseline"]>>({
    path: required(text),
    write: flag,
    content: object,
  }),
  signal: kindOf("an AbortSignal", (value) => value instanceof AbortSignal),
  onProgress: callback,
};
const survey: OptionKinds<SurveyOptions> = { ...scope, targets: validatorTargets, tokens };
const { targets: _targets, ...previewed } = survey;
const roots: OptionKinds<RootsChoice> = { roots: texts, client: text, source, cwd, env: object };
const machine = { cwd, project: text, home: text, env: object };
const root = {
  onLink: callback,
  root: text,
  source: oneOf("source", ["project", "user"]),
  usual: members<UsualRoots>({ project: text, user: text }),
  cwd,
  env: required(object),
};

/**
 * What the functions of the library accept, by their names. Rules and templates are checked where their names are
 * loaded.
 */
export const optionTables = {
  check: {
    ...lint,
    targets: listOf("target", checkable),
    policy: members<PolicyChoice>({ file: required(text), since: text }),
    onSkill: callback,
  } satisfies OptionKinds<CheckOptions>,
  compat: { ...scope, clients: texts, shown: texts } satisfies OptionKinds<CompatOptions>,
  diff: { ...roots, old: required(text), new: required(text), tokens } satisfies OptionKinds<DiffOptions>,
  diffFiles: {
    old: required(members<GivenSkill>(givenSkill)),
    new: required(members<GivenSkill>(givenSkill)),
    tokens,
  } satisfies OptionKinds<DiffFilesOptions>,
  digest: { paths, cwd, all: flag } satisfies OptionKinds<DigestOptions>,
  doctor: { ...machine, names: texts, clients: texts, shown: texts } satisfies OptionKinds<DoctorOptions>,
  init: {
    name: required(text),
    description: required(text),
    license: text,
    template: text,
    evals: flag,
    config: flag,
    workflow: flag,
    plugin: flag,
    clients: texts,
    in: text,
    cwd,
    env: object,
    dryRun: flag,
  } satisfies OptionKinds<InitOptions>,
  inspect: { ...survey, ...roots } satisfies OptionKinds<InspectOptions>,
  inspectFiles: { ...givenSkill, tokens } satisfies OptionKinds<InspectFilesOptions>,
  install: {
    ...root,
    client: text,
    paths,
    targets: validatorTargets,
    clients: texts,
    force: flag,
    backup: flag,
    name: text,
    subdir: text,
    ignoreJunk: flag,
    policy: text,
  } satisfies OptionKinds<InstallOptions>,
  lint,
  listClients: {
    ids: texts,
    olderThan: amount(0),
    changes: flag,
    today: day,
  } satisfies OptionKinds<ListClientsOptions>,
  pack: {
    paths,
    cwd,
    ignore: scope.ignore,
    ...archive,
    output: text,
    bundle: text,
    plugin: flag,
    outDir: text,
    followInternal: flag,
    dryRun: flag,
    check: text,
    policy: text,
    onSkill: callback,
  } satisfies OptionKinds<PackOptions>,
  packFiles: { ...givenSkill, ...archive } satisfies OptionKinds<PackFilesOptions>,
  preview: {
    ...previewed,
    client: required(text),
    args: text,
    window: amount(1),
  } satisfies OptionKinds<PreviewOptions>,
  readConfig: { cwd, env: object, file: text } satisfies OptionKinds<ConfigChoice>,
  rename: {
    skill: required(text),
    name: required(text),
    mentions: flag,
    cwd,
    env: object,
    dryRun: flag,
  } satisfies OptionKinds<RenameOptions>,
  roots,
  run: {
    prompt: required(text),
    followUps: texts,
    system: required(oneOf("system", systemIds)),
    model: required(text),
    cwd,
    env: required(object),
    roots: texts,
    source,
    settings: text,
    tools: text,
    policy: required(object),
    scripts: object,
    maxTurns: amount(1),
    modelSeconds: amount(1),
    record: text,
    tokens,
    watch: callback,
    auditAt: text,
    ownAuditAt: text,
  } satisfies OptionKinds<RunOptions>,
  survey,
  test: {
    ...scope,
    ...scopeFilter,
    systems: listOf("system", systemIds),
    targets: anyTargets,
    overrides,
    filter: text,
    tokens,
    limits: members<NonNullable<TestOptions["limits"]>>({
      entry: amount(0),
      body: amount(0),
      file: amount(0),
    }),
    model: members<NonNullable<TestOptions["model"]>>({
      model: required(text),
      repeat: amount(1),
      minPassRate: amount(0),
      record: text,
      seconds: amount(1),
    }),
    update: flag,
    baseline: text,
    scripts: object,
    jobs: amount(1),
    traces: flag,
    env: object,
    otel: text,
    cache,
    onStep: callback,
  } satisfies OptionKinds<TestOptions>,
  uninstall: {
    ...root,
    client: text,
    names: required(texts),
    backup: flag,
    force: flag,
  } satisfies OptionKinds<UninstallOptions>,
  validate,
  verify: { paths, cwd, policy: text, ...verification } satisfies OptionKinds<VerifyOptions>,
  verifyBytes: {
    bytes: required(bytes),
    path: text,
    ...verification,
  } satisfies OptionKinds<VerifyBytesOptions>,
};
