import type { CheckedArchive } from "../../model/reports/verify.ts";
import type { InspectData, PluginInspection, SkillInspection } from "../../model/reports/inspect.ts";
import type { Report, Subject } from "../../model/report.ts";
import type { SkillSource, Unread } from "../../model/source.ts";
import type { Operand } from "../../find/archive-file.ts";
import type { NamedDirectory } from "../../find/search.ts";
import { openDirectory } from "../../read/directory.ts";
import { timedReport } from "../timed-report.ts";
import { now } from "../clock.ts";
import { examineSkill, type Examination } from "../../lint/examine-skill.ts";
import { findOperand } from "../scope/find-operand.ts";
import { findSources } from "../scope/find-sources.ts";
import { inspectSkill } from "./inspect-skill.ts";
import { packedContent } from "../archives/packed-content.ts";
import type { RootsChoice } from "../roots/skill-roots.ts";
import { prepareExamination, type Survey, type SurveyOptions } from "../scope/survey-skills.ts";
import { verifyArchive } from "../verify/verify-archive.ts";

export interface InspectOptions extends SurveyOptions, Omit<RootsChoice, "cwd"> {}

export interface InspectResult extends Survey<SkillInspection> {
  readonly report: Report<InspectData, "inspect">;
  /** In the order of the paths, one for each skill in an archive, including refused archives. */
  readonly archives: readonly CheckedArchive[];
  readonly plugins: readonly PluginInspection[];
}

/**
 * Collects what a reviewer of skills in directories and archives needs: fields, files, tokens, digests, capabilities
 * and verdicts; and of plugins, what they do besides their skills.
 * Throws a SkillsError if nothing can be read, or no skill is in scope; if an archive is refused, the outcome is 1.
 */
export async function inspect({
  paths,
  targets = ["spec"],
  tokens = "estimate",
  stdin,
  ...choice
}: InspectOptions): Promise<InspectResult> {
  const started = now();
  const scope = await readScope(paths, stdin, choice);
  const examination = await prepareExamination({ targets, tokens });
  const found: Inspected[] = [];
  for (const each of scope.found)
    found.push(
      ...("list" in each
        ? [await inspectDirectory(each, examination)]
        : await inspectArchive(each, examination)),
    );
  const skills = found.flatMap(({ skill }) => (skill ? [skill] : []));
  const archives = found.flatMap(({ archive }) => (archive ? [archive] : []));
  const report = timedReport({
    command: "inspect",
    targets,
    subjects: found.map(({ subject }) => subject),
    unread: scope.unread,
    started,
    maxWarnings: Infinity,
  });
  const outcome = archives.some(({ refused }) => refused) ? 1 : 0;
  const plugins = await inspectPlugins(scope.plugins);
  return { report: { ...report, outcome, data: { skills, archives, plugins } }, skills, archives, plugins };
}

/** The modules that read plugins are loaded only for one. */
async function inspectPlugins(plugins: readonly NamedDirectory[]): Promise<readonly PluginInspection[]> {
  if (plugins.length === 0) return [];
  const { pluginInventory } = await import("../plugin/plugin-inventory.ts");
  return plugins.map(({ absolute, label }) => ({
    path: label,
    inventory: pluginInventory(openDirectory(absolute, label)),
  }));
}

interface Scope {
  readonly found: readonly (SkillSource | Operand)[];
  readonly plugins: readonly NamedDirectory[];
  readonly unread: readonly Unread[];
}

/** Resolves all operands before the first is read. Paths are searched together, so that each skill is found once. */
async function readScope(
  paths: readonly string[],
  stdin: SurveyOptions["stdin"],
  choice: RootsChoice,
): Promise<Scope> {
  const operands = paths.map((path) => findOperand(path, choice));
  const searched = operands.flatMap((operand) => ("path" in operand ? [operand.path] : []));
  const isSearched = searched.length > 0 || stdin !== undefined || operands.length === 0;
  const { sources, unread, plugins } = isSearched
    ? await findSources({ paths: searched, cwd: choice.cwd, ...(stdin && { stdin }) }, { withPlugins: true })
    : { sources: [], unread: [], plugins: [] };
  const others = operands.flatMap((operand): Scope["found"] =>
    "archive" in operand ? [operand.archive] : "source" in operand ? [operand.source] : [],
  );
  return { found: [...sources, ...others], unread, plugins };
}

interface Inspected {
  readonly subject: Subject;
  readonly skill?: SkillInspection;
  readonly archive?: CheckedArchive;
}

async function inspectDirectory(source: SkillSource, examination: Examination): Promise<Inspected> {
  const { skill, subject } = examineSkill(source, examination);
  const packed = source.directory === undefined ? undefined : await packedContent(source);
  return { subject, skill: { ...inspectSkill(skill), ...(packed && { packed }) } };
}

/** Nothing is unpacked to disk. */
async function inspectArchive(operand: Operand, examination: Examination): Promise<readonly Inspected[]> {
  const verified = await verifyArchive(operand, {
    expected: { archive: [], content: [] },
    profile: "auto",
    examination,
    uploaders: [],
  });
  return verified.map(({ checked, subject, examined }) => ({
    subject,
    archive: checked,
    ...(examined && { skill: { ...inspectSkill(examined.skill), archive: checked } }),
  }));
}
