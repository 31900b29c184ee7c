import { readersOf, withClient } from "../roots/client-directories.ts";
import { nameProblem } from "../../archive/name-problem.ts";
import type { ValidatorId } from "../../model/validator.ts";
import { SkillsError } from "../../core/errors.ts";
import { groupBy } from "../../core/group-by.ts";
import { decodeUtf8Loosely } from "../../core/utf8.ts";
import type { FileBytes } from "../../model/archive.ts";
import type { InstallData, PluginInstall, SkillInstall } from "../../model/reports/install.ts";
import { chosenClients } from "../../model/target.ts";
import type { Report } from "../../model/report.ts";
import { seriesAtMost } from "../../core/sentence.ts";
import { toShellWord } from "../../core/shell-word.ts";
import { quote, show } from "../../core/show.ts";
import { changeRoot } from "../../install/change-root.ts";
import { isSkillName } from "../../install/place-names.ts";
import { nameIn } from "../../install/root.ts";
import { chooseRoot, describeLink, makeRoot, type ChosenRoot, type RootChoice } from "../../install/roots.ts";
import { takeInventory } from "../../inventory/take-inventory.ts";
import { joinNative } from "../../read/label.ts";
import { enclosing, realFolder } from "../../write/destination.ts";
import { timedReport } from "../timed-report.ts";
import { now } from "../clock.ts";
import { gatherSkills, type Gathered, type GatherOptions, type GatheredSkill } from "./gather-skills.ts";
import { planInstall, type InstallPlan, type ReplaceMeans } from "./plan-install.ts";
import { stateOf } from "../roots/installed-state.ts";
import { isThere } from "../../read/there.ts";

export type { RootChoice, RootName } from "../../install/roots.ts";

export interface InstallOptions extends RootChoice {
  /** The client or agent whose directory is used; by default the one that many clients share. */
  readonly client?: string;
  /** Archives, skill directories, or directories that contain skills, as the user wrote them. */
  readonly paths: readonly string[];
  /** The targets whose refusal is an error, besides the specification. */
  readonly targets?: readonly ValidatorId[];
  /** The agent clients to report, as in `LintOptions.clients`; by default the common ones. */
  readonly clients?: readonly string[];
  /** Replace different skills of the same name. */
  readonly force?: boolean;
  /** Like `force`, but save the replaced skills in the root's backups. */
  readonly backup?: boolean;
  /** Install only the skill with this name. */
  readonly name?: string;
  /** Install only what is below this directory of each archive or directory, relative to its root and with "/". */
  readonly subdir?: string;
  /** Leave out of archives what is left out of directories, such as the system files of Finder. */
  readonly ignoreJunk?: boolean;
  /** The file with a policy, what skills may do and where they may come from; if it denies one, none is installed. */
  readonly policy?: string;
}

export interface InstallResult {
  /**
   * Its `data` contains `root`, the directory, and `skills`. Its outcome is 1 if a skill was refused; then nothing was
   * installed.
   */
  readonly report: Report<InstallData, "install">;
  readonly root: string;
  readonly installed: readonly SkillInstall[];
}

/**
 * Checks untrusted skills in memory, and then installs all of them or none into the root, with their entries in its
 * lock. Nothing in them is run, and no symlink is created or followed.
 * Throws a SkillsError if something cannot be read or written.
 */
export async function install({
  paths,
  targets = [],
  clients: words,
  force = false,
  backup = false,
  name,
  subdir,
  ignoreJunk = false,
  policy,
  ...choice
}: InstallOptions): Promise<InstallResult> {
  const started = now();
  const judgeInstalled =
    policy === undefined
      ? undefined
      : await (await import("./judge-installed.ts")).installedJudge(policy, choice.cwd);
  const chosen = chooseRoot(withClient(choice));
  const clients = chosenClients(words);
  // Before anything is written, as it refuses an unknown version.
  const readers = readersOf(chosen.label, words);
  const held = [...new Set<ValidatorId>(["spec", ...targets])];
  const part = { ...(subdir !== undefined && { subdir: innerPath(subdir) }), ignoreJunk };
  const gathered = selectNamed(
    await gatherAll(paths, {
      cwd: choice.cwd,
      choice: { targets: held, clients },
      part,
      client: choice.client,
    }),
    name,
  );
  const checked = timedReport({
    command: "install",
    targets: held,
    subjects: gathered.map(({ subject }) => subject),
    unread: [],
    started,
    maxWarnings: Infinity,
  });
  const report = judgeInstalled ? judgeInstalled(checked, gathered, chosen) : checked;
  if (report.outcome !== 0)
    return {
      report: { ...report, data: { root: chosen.label, skills: [], clients: [] } },
      root: chosen.label,
      installed: [],
    };
  const skills = requireNames(gathered);
  requireRoom(chosen, skills);
  const link = describeLink(chosen);
  if (link !== undefined) choice.onLink?.(link);
  const plan = await putInPlace(chosen, skills, { force, backup });
  const installed = skills.map((skill) => describe(skill, plan, nameIn(chosen, skill.name)));
  const data = { root: chosen.label, skills: installed, ...pluginsOf(skills), clients: readers };
  return { report: { ...report, data }, root: chosen.label, installed };
}

/** Throws a SkillsError if the path does not lead to a directory below. */
function innerPath(subdir: string): string {
  const segments = subdir
    .replace(/^(?:\.\/)+/, "")
    .replace(/\/$/, "")
    .split("/");
  if (
    segments.some(
      (segment) => segment === "" || segment === "." || segment === ".." || /[\\\0]/.test(segment),
    )
  )
    throw new SkillsError(
      "bad-usage",
      `--subdir ${quote(subdir)} is not a path below the archive; write it like "skills/pdf"`,
    );
  return segments.join("/");
}

async function gatherAll(paths: readonly string[], options: GatherOptions): Promise<readonly Gathered[]> {
  if (paths.length === 0)
    throw new SkillsError("bad-usage", "no path was given; pass an archive or a skill directory");
  const gathered: Gathered[] = [];
  for (const path of paths) gathered.push(...(await gatherSkills(path, options)));
  return gathered;
}

/** Keeps refused skills too: they are reported whatever their name. */
function selectNamed(gathered: readonly Gathered[], name: string | undefined): readonly Gathered[] {
  if (name === undefined) return gathered;
  const selected = gathered.filter(({ subject, skill }) => !skill || subject.name === name);
  if (selected.length > 0) return selected;
  const names = gathered.flatMap(({ subject }) => (subject.name === undefined ? [] : [quote(subject.name)]));
  const renaming =
    gathered[0]?.skill?.directory === undefined
      ? "to rename it, use skills rename in the directory that it was packed from"
      : `to rename it: skills rename ${show(toShellWord(gathered[0].subject.path))} ${show(toShellWord(name))}`;
  const hint =
    names.length === 1
      ? `--name selects a skill and does not rename it; ${renaming}`
      : "--name selects one of several skills";
  throw new SkillsError("bad-usage", `no skill is named ${quote(name)}; found ${seriesAtMost(names, 5)}`, {
    hint,
  });
}

/** Names become directories, so they are checked even if the rules accept them. */
function requireNames(gathered: readonly Gathered[]): readonly GatheredSkill[] {
  const byName = new Map<string, GatheredSkill>();
  for (const { subject, skill } of gathered) {
    if (!skill || !isSkillName(skill.name))
      throw new SkillsError(
        "not-a-skill",
        `the skill in ${quote(subject.path)} has no usable directory name`,
      );
    const problem = nameProblem(skill.name);
    if (problem)
      throw new SkillsError(
        "not-a-skill",
        `the name of the skill in ${quote(subject.path)} is not a usable directory name: ${problem.message}`,
      );
    if (byName.has(skill.name))
      throw new SkillsError(
        "bad-usage",
        `two skills are named ${quote(skill.name)}, the second in ${quote(subject.path)}`,
        { hint: "install one of them" },
      );
    byName.set(skill.name, skill);
  }
  return [...byName.values()];
}

/**
 * Refuses a root inside a skill: clients do not search below a SKILL.md, and the skill would contain itself and grow
 * with every run.
 */
function requireRoom({ written, label }: ChosenRoot, skills: readonly GatheredSkill[]): void {
  const hint = "choose a directory outside it with --root";
  if (isThere(joinNative(written, "SKILL.md")))
    throw new SkillsError("bad-usage", `${quote(label)} is a skill, not a directory of skills`, { hint });
  const directories = new Map(
    skills.flatMap(({ directory, name }) =>
      directory === undefined ? [] : [[realFolder(directory), name] as const],
    ),
  );
  const holder = enclosing({ folder: realFolder(written) }, directories);
  if (holder !== undefined)
    throw new SkillsError(
      "bad-usage",
      `${quote(label)} is inside the skill ${quote(holder)}, which cannot be installed into itself`,
      { hint },
    );
}

async function putInPlace(
  chosen: ChosenRoot,
  skills: readonly GatheredSkill[],
  means: ReplaceMeans,
): Promise<InstallPlan> {
  const { root, takeBack } = makeRoot(chosen);
  try {
    return await changeRoot(root, () => planInstall(root, skills, means));
  } catch (error) {
    takeBack();
    throw error;
  }
}

/** The plugins of the skills, as far as they leave out something of theirs. */
function pluginsOf(skills: readonly GatheredSkill[]): Pick<InstallData, "plugins"> {
  const byPath = groupBy(
    skills.filter(({ plugin }) => plugin),
    ({ plugin }) => plugin!.path,
  );
  const plugins = Array.from(byPath, ([path, own]) => ({
    path,
    leftOut: own[0]!.plugin!.others,
    unresolved: own.flatMap(({ name, files }) => files.flatMap((file) => unresolvedIn(name, file))),
  })).filter(({ leftOut, unresolved }) => leftOut.length + unresolved.length > 0);
  return plugins.length > 0 ? { plugins } : {};
}

/** The variables that only the client of a plugin sets, in texts that it expands and in the environment of its hooks. */
const pluginVariables = ["CLAUDE_PLUGIN_ROOT", "CLAUDE_PLUGIN_DATA", "CURSOR_PLUGIN_ROOT", "PLUGIN_ROOT"];

function unresolvedIn(name: string, { path, bytes }: FileBytes): PluginInstall["unresolved"] {
  const names = new Set(
    Array.from(decodeUtf8Loosely(bytes).matchAll(/\$\{?([A-Z][A-Z_]{0,40})\b/g), ([, name]) => name),
  );
  return pluginVariables
    .filter((variable) => names.has(variable))
    .map((variable) => ({ path: `${name}/${path}`, variable }));
}

function describe(
  { name, files, source, contentDigest, archiveDigest, leftOut, notes, examined }: GatheredSkill,
  plan: InstallPlan,
  path: string,
): SkillInstall {
  return {
    name,
    path,
    ...(plan.get(name) ?? { status: "installed" }),
    source,
    contentDigest,
    ...(archiveDigest !== undefined && { archiveDigest }),
    files: files.length,
    bytes: files.reduce((sum, file) => sum + file.bytes.length, 0),
    executable: stateOf(files).executable,
    leftOut,
    notes,
    inventory: takeInventory(examined.skill),
  };
}
