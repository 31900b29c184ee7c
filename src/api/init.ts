import { SkillsError } from "../core/errors.ts";
import { toShellWord } from "../core/shell-word.ts";
import { quote, show } from "../core/show.ts";
import { createEntries, type NewEntry, requireAbsent } from "../install/create-entries.ts";
import type { ChosenRoot } from "../install/roots.ts";
import { validatorIds } from "../model/validator.ts";
import type { FileChange } from "../model/file-change.ts";
import type { Report } from "../model/report.ts";
import type { InitData } from "../model/reports/init.ts";
import { enclosingSkill } from "../find/enclosing-skill.ts";
import { placeIn } from "../read/file-place.ts";
import { joinNative } from "../read/label.ts";
import { joinLabel } from "../core/paths.ts";
import { openMemory } from "../model/memory-source.ts";
import { placeForSkill, projectOf } from "../find/project-place.ts";
import { chooseClients } from "./compat/choose-clients.ts";
import { type Absentee, clientsWithout, placeForClients } from "./roots/client-places.ts";
import { timedReport } from "./timed-report.ts";
import { now } from "./clock.ts";
import { findConfig } from "./settings/find-config.ts";
import { rulesToRun } from "../lint/rule-settings.ts";
import { type Examined, examineSkill } from "../lint/examine-skill.ts";
import { requireSkillName } from "./skill/require-skill-name.ts";
import { vocabularyOf } from "../lint/vocabulary-of.ts";
import {
  baselineOf,
  configFile,
  gitlabJob,
  skillFiles,
  type StarterFile,
  templateNames,
  type TemplateName,
  workflowFile,
} from "./starter-files.ts";
import { isThere } from "../read/there.ts";
import { installedSchema } from "../model/address.ts";
import { choose } from "../model/choose.ts";

export { templateNames, templates, type TemplateName } from "./starter-files.ts";

export interface InitOptions {
  readonly name: string;
  /** One line: what the skill does, and when to use it. */
  readonly description: string;
  readonly license?: string;
  /** Default: "minimal". */
  readonly template?: TemplateName;
  /**
   * Also create evals/evals.json in the skill, or skills.config.yaml or .github/workflows/skills.yml in the project.
   */
  readonly evals?: boolean;
  readonly config?: boolean;
  readonly workflow?: boolean;
  /**
   * Create a plugin of this name, with a manifest for each of the clients (by default Claude Code and Codex CLI) and the
   * skill in it; `in` is then the parent of the plugin's directory, by default the working directory.
   */
  readonly plugin?: boolean;
  /**
   * The agent clients that load the skill, as in `LintOptions.clients`: they are written to the created config, and
   * decide in which of the project's directories the skill is created.
   */
  readonly clients?: readonly string[];
  /** The parent of the skill's directory; by default the project's directory of skills, or else "skills". */
  readonly in?: string;
  readonly cwd: string;
  /** Provides the home directory, at which the search for a project ends. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Determine what would be created, and write nothing. */
  readonly dryRun?: boolean;
}

export interface InitResult {
  /**
   * Its one subject is the new skill with the findings of all rules and targets; its `data` contains `path` and
   * `files`.
   */
  readonly report: Report<InitData, "init">;
  /** The directory of the skill or the plugin, from the working directory; "." if only files of the project were created. */
  readonly path: string;
  /** The created files, or in a dry run those that would be created, as file changes. */
  readonly changes: readonly FileChange[];
  /** The clients that do not look for skills where the new one is. */
  readonly without: readonly Absentee[];
  /** Only with `ci`. */
  readonly adopted?: Adopted;
}

/** What a project needs besides the created files. */
export interface Adopted {
  /** Number of findings in the baseline; without any, no baseline is created. */
  readonly known: number;
  /** A job to add to the project's .gitlab-ci.yml. */
  readonly gitlabJob?: string;
}

/**
 * Creates a skill that every target accepts and no rule reports, except for its description and its placeholder
 * steps, and the requested project files: either all of them or none. Throws a SkillsError if a target refuses the
 * name or description, a file already exists, or a file cannot be written.
 */
export async function init(options: InitOptions): Promise<InitResult> {
  const started = now();
  const { name, dryRun = false, plugin = false } = options;
  requireSkillName(name, (name, folder) => initCommand(options, name, folder));
  const description = requireDescription(options);
  const place = newPlace(plugin ? { ...options, in: options.in ?? "." } : options);
  const path = joinLabel(place.label, name);
  const manifests = plugin
    ? (await import("./plugin/plugin-files.ts")).pluginFiles({ ...options, description })
    : [];
  const inner = (above: string): string => (plugin ? joinLabel(above, `skills/${name}`) : above);
  const files = skillFiles({
    ...options,
    description,
    template: choose("template", options.template ?? "minimal", templateNames),
    evals: options.evals ?? false,
  });
  const examined = examine(inner(path), name, files);
  const entries = [
    {
      root: place,
      name,
      files: [...packed(manifests, `${name}/`), ...packed(files, `${inner(name)}/`)],
    },
    ...projectEntries(options),
  ];
  const created = await create(entries, { path, subjects: [examined.subject], dryRun, started });
  // A plugin is installed, and not looked for.
  if (plugin) return created;
  return { ...created, without: clientsWithout(place.written, options.clients, projectFor(options)) };
}

export interface ProjectOptions
  extends Pick<InitOptions, "config" | "workflow" | "clients" | "cwd" | "env" | "dryRun"> {
  /** Create a config, a baseline of all findings, and a workflow, so that only new findings count. */
  readonly ci?: boolean;
}

/** Whether the project has a directory of skills, so that its files can be created without a new skill. */
export function hasSkills({ cwd, env = {} }: ProjectOptions): boolean {
  return isThere(placeForSkill(cwd, homeOf(env)));
}

/** Creates only the requested files of the project: either all of them or none. Throws a SkillsError as `init` does. */
export async function initProject(options: ProjectOptions): Promise<InitResult> {
  const { ci = false, dryRun = false, clients } = options;
  const creation = { path: ".", subjects: [], dryRun, started: now() };
  if (!ci) return create(projectEntries(options), creation);
  const project = projectOf(options.cwd, homeOf(options.env ?? {}));
  const isGitlab = isThere(joinNative(project, ".gitlab-ci.yml"));
  const wanted = { ...options, config: true, workflow: options.workflow ?? !isGitlab };
  // Before the skills are read, which may take long.
  requireAbsent(projectEntries(wanted, ""));
  const { todaysFindings } = await import("./lint/todays-findings.ts");
  const { text, findings } = await todaysFindings(project, homeOf(options.env ?? {}), clients);
  const created = await create(projectEntries(wanted, text), creation);
  return { ...created, adopted: { known: findings, ...(isGitlab && { gitlabJob }) } };
}

interface Creation extends Pick<Report, "subjects"> {
  readonly path: string;
  readonly dryRun: boolean;
  readonly started: number;
}

async function create(
  entries: readonly NewEntry[],
  { path, subjects, dryRun, started }: Creation,
): Promise<InitResult> {
  requireAbsent(entries);
  if (!dryRun) await createEntries(entries);
  const report = timedReport({
    command: "init",
    targets: validatorIds,
    subjects,
    unread: [],
    started,
    maxWarnings: Infinity,
  });
  const changes = entries.flatMap(changesOf);
  const made = changes.map(({ label, to }) => joinLabel(label, to));
  return {
    report: { ...report, ...(dryRun && { outcome: 1 }), data: { path, files: made } },
    path,
    changes,
    without: [],
  };
}

/** Throws a SkillsError with the messages of a check, unless the description is one line that no target refuses. */
export function requireDescription({
  name,
  description: written,
}: Pick<InitOptions, "name" | "description">): string {
  const description = written.trim();
  if (description === "")
    throw new SkillsError("bad-usage", "description is empty; write what the skill does and when to use it");
  if (/[\r\n]/.test(description))
    throw new SkillsError("bad-usage", "description contains a line break; write it on one line");
  const { subject } = examine(
    name,
    name,
    skillFiles({ name, description, template: "minimal", evals: false }),
  );
  const [message, ...others] = subject.findings
    .filter(({ severity }) => severity === "error")
    .map((finding) => finding.message);
  if (message !== undefined) throw new SkillsError("bad-usage", message, { others });
  return description;
}

function examine(label: string, name: string, files: readonly StarterFile[]): Examined {
  // The placeholder steps are still unchanged, which the printed text mentions, so their rule is left out.
  const rules = rulesToRun({}, true).filter(({ meta }) => meta.id !== "starter-body");
  const source = openMemory(name, Object.fromEntries(files.map(({ path, text }) => [path, text])), label);
  return examineSkill(source, { targets: validatorIds, rules, vocabulary: vocabularyOf(rules) });
}

/** The default parent of the skill's directory, relative to the working directory. */
export function usualPlace(options: Pick<InitOptions, "cwd" | "env" | "clients">): string {
  return placeIn(options.cwd, defaultPlace(options), options.cwd).label;
}

/** The directory that the chosen clients read, or else that of the project's skills. */
function defaultPlace({ cwd, env = {}, clients }: Pick<InitOptions, "cwd" | "env" | "clients">): string {
  const home = homeOf(env);
  return (clients && placeForClients(clients, { cwd, home })) ?? placeForSkill(cwd, home);
}

function projectFor({ cwd, env = {} }: Pick<InitOptions, "cwd" | "env">) {
  return { cwd, home: homeOf(env) };
}

/** Throws a SkillsError if the default directory is outside the project through a symlink. */
function newPlace(options: InitOptions): ChosenRoot {
  const { name, in: named, cwd, env = {} } = options;
  if (named === "") throw new SkillsError("bad-usage", "--in is empty; give it a directory");
  const home = homeOf(env);
  const { absolute, label } = placeIn(cwd, named ?? defaultPlace(options), cwd);
  const outer = enclosingSkill(joinNative(absolute, name), joinLabel(label, name));
  if (outer)
    throw new SkillsError(
      "bad-usage",
      `${quote(joinLabel(label, name))} is inside the skill ${quote(outer.name)}, where clients do not look for skills`,
      { hint: "choose a directory outside it with --in" },
    );
  return { written: absolute, label, ...(named === undefined && { within: projectOf(cwd, home) }) };
}

/**
 * All files are created in the project's directory: GitHub reads the workflow there, and the config applies to
 * everything below it.
 */
function projectEntries(
  { config = false, workflow = false, ci = false, clients, cwd, env = {} }: ProjectOptions,
  baseline?: string,
): readonly NewEntry[] {
  const project = projectOf(cwd, homeOf(env));
  if (clients) chooseClients(clients);
  const held = config ? findConfig({ cwd, env }).place : undefined;
  if (held)
    throw new SkillsError("unwritable", `${quote(held.label)} already exists and applies here`, {
      hint: `nothing was written; ${ci ? "use `--workflow`, and `skills lint --write-baseline skills.baseline.json`" : "leave out --config"}`,
    });
  const isInstalled = isThere(placeIn(project, installedSchema("config"), cwd).absolute);
  const files = [
    ...(config ? [configFile(isInstalled, baseline !== undefined, clients)] : []),
    ...(baseline === undefined ? [] : [baselineOf(baseline)]),
    ...(workflow ? [workflowFile] : []),
  ];
  return files.map((file) => {
    const { absolute, label } = placeIn(project, folderOf(file.path), cwd);
    const name = file.path.slice(file.path.lastIndexOf("/") + 1);
    return {
      root: { written: absolute, label, within: project },
      name,
      files: packed([{ ...file, path: name }]),
    };
  });
}

function folderOf(file: string): string {
  return file.includes("/") ? file.slice(0, file.lastIndexOf("/")) : ".";
}

function packed(files: readonly StarterFile[], above = ""): NewEntry["files"] {
  return files.map(({ path, text, executable }) => ({
    path: `${above}${path}`,
    bytes: Buffer.from(text),
    executable,
  }));
}

function changesOf({ root, files }: NewEntry): readonly FileChange[] {
  return files.map(({ path, bytes, executable }) => ({
    directory: "",
    label: root.label,
    from: path,
    to: path,
    text: { before: "", after: Buffer.from(bytes).toString() },
    existence: { state: "created", executable },
  }));
}

function homeOf(env: NonNullable<InitOptions["env"]>): string | undefined {
  return env[process.platform === "win32" ? "USERPROFILE" : "HOME"];
}

/** The options of an `init` command that a suggested command repeats. */
export interface InitWords {
  readonly description?: string;
  readonly template?: string;
  readonly in?: string;
  readonly license?: string;
  readonly evals?: boolean;
  readonly config?: boolean;
  readonly workflow?: boolean;
  readonly client?: readonly string[];
  readonly plugin?: boolean;
  readonly dryRun?: boolean;
}

const sample = "Fills PDF forms. Use when a form is to be filled.";

/** The command as typed, but with another name, ready to be pasted. */
export function initCommand(
  {
    description = sample,
    template,
    in: place,
    license,
    client,
    plugin,
    evals,
    config,
    workflow,
    dryRun,
  }: InitWords,
  name: string,
  folder = place,
): string {
  const values = Object.entries({
    in: folder,
    description,
    template,
    license,
    client: client?.join(),
  }).flatMap(([option, value]) => (value === undefined ? [] : [`--${option} ${quoted(value)}`]));
  const flags = Object.entries({ plugin, evals, config, workflow, "dry-run": dryRun }).flatMap(
    ([option, isSet]) => (isSet ? [`--${option}`] : []),
  );
  return ["skills init", quoted(name), ...values, ...flags].join(" ");
}

function quoted(word: string): string {
  return show(toShellWord(word), Infinity);
}
