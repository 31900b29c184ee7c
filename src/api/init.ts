import { SkillsError } from "../core/errors.ts";
import { toShellWord } from "../core/shell-word.ts";
import { quote, show } from "../core/show.ts";
import { createEntries, type NewEntry, requireAbsent } from "../install/create-entries.ts";
import type { ChosenRoot } from "../install/roots.ts";
import { validatorIds } from "../model/client.ts";
import type { FileChange } from "../model/file-change.ts";
import type { Report } from "../model/report.ts";
import type { InitData } from "../results/init.ts";
import { enclosingSkill } from "../read/enclosing-skill.ts";
import { placeIn } from "../read/file-place.ts";
import { isThere } from "../read/gitignore.ts";
import { joinNative } from "../read/label.ts";
import { joinLabel } from "../core/paths.ts";
import { openMemory } from "../model/memory-source.ts";
import { placeForSkill, projectOf } from "../read/project-place.ts";
import { timedReport } from "./timed-report.ts";
import { now } from "./clock.ts";
import { findConfig } from "./settings/find-config.ts";
import { rulesToRun } from "../lint/rule-settings.ts";
import { type Examined, examineSkill } from "../lint/examine-skill.ts";
import { requireSkillName } from "./skill/require-skill-name.ts";
import { vocabularyOf } from "../lint/vocabulary-of.ts";
import {
  configFile,
  installedSchema,
  skillFiles,
  type StarterFile,
  type TemplateName,
  workflowFile,
} from "./starter-files.ts";

export { templateNames, templates, type TemplateName } from "./starter-files.ts";

export interface InitOptions {
  readonly name: string;
  /** One line: what the skill does, and when to use it. */
  readonly description: string;
  readonly license?: string;
  /** "minimal" where none is named. */
  readonly template?: TemplateName;
  /** Add evals/evals.json to the skill, skills.config.yaml and .github/workflows/skills.yml to the project. */
  readonly evals?: boolean;
  readonly config?: boolean;
  readonly workflow?: boolean;
  /** The directory that the skill's own is to stand in; where it is not named, the place where the project keeps skills, or else "skills". */
  readonly in?: string;
  readonly cwd: string;
  /** For the home directory, at which no project is looked for. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Find out what would be made, and write nothing. */
  readonly dryRun?: boolean;
}

export interface InitResult {
  /** Its one subject is the new skill, with what all targets and rules have to say of it; its `data` holds `path` and `files`. */
  readonly report: Report<InitData>;
  /** The skill's directory, from the working directory. */
  readonly path: string;
  /** What was made, or would be, in the same way as a fix; all of it is new. */
  readonly changes: readonly FileChange[];
}

/**
 * Makes a new skill, which every target takes and no rule has anything against but for what the description says: all of its files, and those of the
 * project that were asked for, or none. Throws a SkillsError for a name or description that a target refuses, for what is there already, and for what cannot be written.
 */
export async function init(options: InitOptions): Promise<InitResult> {
  const started = now();
  const { dryRun = false } = options;
  requireSkillName(options.name, (name, folder) => initCommand(options, name, folder));
  const description = requireDescription(options);
  const place = newPlace(options);
  const path = joinLabel(place.label, options.name);
  const files = skillFiles({
    ...options,
    description,
    template: options.template ?? "minimal",
    evals: options.evals ?? false,
  });
  const examined = examine(path, options.name, files);
  const entries = [
    { root: place, name: options.name, files: packed(files, `${options.name}/`) },
    ...projectEntries(options),
  ];
  requireAbsent(entries);
  if (!dryRun) await createEntries(entries);
  const report = timedReport({
    command: "init",
    targets: validatorIds,
    subjects: [examined.subject],
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
  };
}

/** A description of one line that no target refuses. Throws a SkillsError that says what a check would. */
export function requireDescription({
  name,
  description: written,
}: Pick<InitOptions, "name" | "description">): string {
  const description = written.trim();
  if (description === "")
    throw new SkillsError(
      "bad-usage",
      "the description is empty, expected what the skill does and when to use it",
    );
  if (/[\r\n]/.test(description))
    throw new SkillsError("bad-usage", "the description holds a line break, expected one line");
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
  const rules = rulesToRun({}, true);
  const source = openMemory(name, Object.fromEntries(files.map(({ path, text }) => [path, text])), label);
  return examineSkill(source, { targets: validatorIds, rules, vocabulary: vocabularyOf(rules) });
}

/** Where the skill's directory would stand, from the working directory, if nobody named another place. */
export function usualPlace({ cwd, env = {} }: Pick<InitOptions, "cwd" | "env">): string {
  return placeIn(cwd, placeForSkill(cwd, homeOf(env)), cwd).label;
}

/** A link on the way to a place that nobody named may not lead out of the project. */
function newPlace({ name, in: named, cwd, env = {} }: InitOptions): ChosenRoot {
  if (named === "") throw new SkillsError("bad-usage", "--in is empty, expected a directory");
  const home = homeOf(env);
  const { absolute, label } = placeIn(cwd, named ?? placeForSkill(cwd, home), cwd);
  const outer = enclosingSkill(joinNative(absolute, name), joinLabel(label, name));
  if (outer)
    throw new SkillsError(
      "bad-usage",
      `${quote(joinLabel(label, name))} would lie in the skill ${quote(outer.name)}, below which no client looks for another`,
      { hint: "name a directory outside of it with --in" },
    );
  return { written: absolute, label, ...(named === undefined && { within: projectOf(cwd, home) }) };
}

/** Both stand in the project's own directory: there GitHub looks for the one, and from there down the other holds. */
function projectEntries({
  config = false,
  workflow = false,
  cwd,
  env = {},
}: InitOptions): readonly NewEntry[] {
  const project = projectOf(cwd, homeOf(env));
  const held = config ? findConfig({ cwd, env }).place : undefined;
  if (held)
    throw new SkillsError("unwritable", `${quote(held.label)} is there already, and it holds here`, {
      hint: "nothing was written; leave out --config",
    });
  const isInstalled = isThere(placeIn(project, installedSchema, cwd).absolute);
  return [...(config ? [configFile(isInstalled)] : []), ...(workflow ? [workflowFile] : [])].map((file) => {
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

/** What may stand in a command that makes a skill. */
export interface InitWords {
  readonly description?: string;
  readonly template?: string;
  readonly in?: string;
  readonly license?: string;
  readonly evals?: boolean;
  readonly config?: boolean;
  readonly workflow?: boolean;
  readonly dryRun?: boolean;
}

const sample = "Fills PDF forms. Use when a form is to be filled.";

/** The command with another name, all else as it was typed, to be pasted as it is. */
export function initCommand(
  { description = sample, template, in: place, license, evals, config, workflow, dryRun }: InitWords,
  name: string,
  folder = place,
): string {
  const values = Object.entries({ in: folder, description, template, license }).flatMap(([option, value]) =>
    value === undefined ? [] : [`--${option} ${quoted(value)}`],
  );
  const flags = Object.entries({ evals, config, workflow, "dry-run": dryRun }).flatMap(([option, isSet]) =>
    isSet ? [`--${option}`] : [],
  );
  return ["skills init", quoted(name), ...values, ...flags].join(" ");
}

function quoted(word: string): string {
  return show(toShellWord(word), Infinity);
}
