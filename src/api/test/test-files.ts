import { SkillsError } from "../../core/errors.ts";
import { evalsPath } from "../../harness/evals/read-evals.ts";
import type { SystemId } from "../../model/agent.ts";
import type { FileEntry, SkillSource, Unread } from "../../model/source.ts";
import { lookUpOperand } from "../../find/archive-file.ts";
import { discover } from "../../find/discover.ts";
import { lookUp } from "../../find/discover-named.ts";
import { enclosingSkill } from "../../find/enclosing-skill.ts";
import { findFiles } from "../../find/find-files.ts";
import { isPattern, parsePattern } from "../../find/glob.ts";
import { namedPlace } from "../../read/file-place.ts";
import { parentLabel, toInnerPath, toNativePath } from "../../read/label.ts";
import { joinLabel } from "../../core/paths.ts";
import { readFile } from "../../read/open-file.ts";
import type { ScopeSummary } from "../../model/reports/validate.ts";
import { type ScopeFilter, type SelectedSources, selectSources } from "../scope/select-sources.ts";
import type { Scope } from "../scope/find-sources.ts";
import { isDirectory, isThere as existsIn } from "../../read/there.ts";

/** A scenario or eval file, on disk or in a skill. */
export interface TestFile {
  readonly label: string;
  /** Absent if the skill is not in a directory. */
  readonly absolute?: string;
  /** The skill that contains the file. */
  readonly skill?: SkillSource;
  /** Throws a SkillsError if the file cannot be read. */
  read(): Uint8Array;
}

export interface TestScope {
  readonly skills: readonly SkillSource[];
  /** Unchanged skills. They are not tested, but are in the catalog together with the tested ones. */
  readonly others: readonly SkillSource[];
  /** Files whose paths the user passed. */
  readonly files: readonly TestFile[];
  readonly unread: readonly Unread[];
  /** Absent if all skills are tested. */
  readonly scopeSummary?: ScopeSummary;
}

const scenarioName = /\.scenario\.ya?ml$/i;

export function isScenario(path: string): boolean {
  return scenarioName.test(path);
}

export function isEvals(path: string): boolean {
  return evalsPath.test(path) && !isScenario(path);
}

/**
 * Finds the skills and files of the given paths; with --changed and similar options, only the selected skills but all
 * files. Throws a SkillsError for a path that is neither a skill nor a test file nor contains one.
 */
export async function findTests({ paths, ...scope }: Scope & ScopeFilter): Promise<TestScope> {
  const operands = await Promise.all(paths.map((path) => lookInto(path, scope.cwd)));
  const searched = operands.flatMap(({ searched: path }) => path ?? []);
  const found =
    searched.length > 0 || scope.stdin ? await selectSources({ ...scope, paths: searched }) : nothing;
  const { sources, inScope, unread, scopeSummary } = found;
  const tested = new Set(sources);
  const files = new Map(operands.flatMap(({ named }) => named.map((file) => [file.absolute, file] as const)));
  const passed: Unread[] = [];
  for (const operand of operands)
    for (const { inner, ...file } of operand.found) {
      const reason = whyLeftOut(inner, file, { operand, skills: inScope });
      if (reason === "tested with its skill") continue;
      if (reason === undefined) files.set(file.absolute, files.get(file.absolute) ?? file);
      else if (!files.has(file.absolute)) passed.push({ path: file.label, reason });
    }
  return {
    skills: sources,
    others: inScope.filter((source) => !tested.has(source)),
    files: Array.from(files.values()),
    unread: [
      ...unread,
      ...passed.filter(({ path }) => !Array.from(files.values()).some(({ label }) => label === path)),
    ],
    ...(scopeSummary && { scopeSummary }),
  };
}

const nothing: SelectedSources = { sources: [], inScope: [], unread: [] };

type DiskFile = TestFile & { readonly absolute: string };

/** A path from the user. */
interface Operand {
  /** The path, if skills are to be looked for there. */
  readonly searched?: string;
  /** Files that the path names. */
  readonly named: readonly DiskFile[];
  /** Scenarios below the path, and their paths from there. */
  readonly found: readonly (DiskFile & { readonly inner: string })[];
  /** Whether there are skills at or below the path. */
  readonly hasSkills: boolean;
}

const testFile = /\.(?:json|ya?ml)$/i;

/** Where the design of react-actions keeps the evals of a project. */
const projectEvals = ".agent/evals/*.{json,yaml,yml}";

async function lookInto(written: string, cwd: string): Promise<Operand> {
  if (isPattern(written) && !isThere(written, cwd)) return expand(written, cwd);
  if (testFile.test(written) && !isDirectory(namedPlace(written, cwd).absolute))
    return { named: [openFile(written, cwd)], found: [], hasSkills: false };
  const directory = isDirectory(namedPlace(written, cwd).absolute) ? lookUp(written, cwd) : undefined;
  const inner = directory ? await findFiles(directory, "**/*.scenario.{yaml,yml}", []) : [];
  const evals = directory ? await findFiles(directory, projectEvals, []) : [];
  if (!directory || inner.length + evals.length === 0)
    return { searched: written, named: [], found: [], hasSkills: true };
  const hasSkills = await containsSkills(written, cwd);
  return {
    ...(hasSkills && { searched: written }),
    named: evals.map((file) => openFile(joinLabel(directory.label, file), cwd)),
    found: inner.map((file) => ({
      inner: file,
      ...openFile(joinLabel(directory.label, file), cwd),
    })),
    hasSkills,
  };
}

/** The test files that a pattern matches; skills are looked for if it matches anything else, or nothing. */
async function expand(written: string, cwd: string): Promise<Operand> {
  const { base, rest } = parsePattern(written);
  const top = isDirectory(namedPlace(base, cwd).absolute) ? lookUp(base, cwd) : undefined;
  const matches = top ? await findFiles(top, rest, []) : [];
  const files = top
    ? matches.filter((match) => isScenario(match) || isEvals(joinLabel(top.label, match)))
    : [];
  const named = files.map((file) => openFile(joinLabel(top?.label ?? ".", file), cwd));
  const isSearched =
    named.length === 0 || (matches.length > files.length && (await containsSkills(written, cwd)));
  return { ...(isSearched && { searched: written }), named, found: [], hasSkills: isSearched };
}

function isThere(written: string, cwd: string): boolean {
  return written !== "" && existsIn(namedPlace(written, cwd).absolute);
}

/** Other problems with the path are reported when it is searched. */
async function containsSkills(written: string, cwd: string): Promise<boolean> {
  try {
    await discover([written], { cwd });
    return true;
  } catch (error) {
    if (error instanceof SkillsError && error.code === "not-a-skill") return false;
    throw error;
  }
}

function openFile(written: string, cwd: string): DiskFile {
  const { absolute, label } = lookUpOperand(written, cwd);
  const skill = enclosingSkill(absolute, label);
  return { absolute, label, ...(skill && { skill }), read: () => readFile(absolute, label) };
}

const elsewhere =
  "a scenario that is neither in a skill, nor beside one, nor in tests/ or .agents/; pass its path to run it";
const fixture = "a scenario among test fixtures; pass its path to run it";
const untested = "a scenario in a skill that is not tested; pass its path to run it";

/** Why a scenario that was found is not run on its own; undefined if it is. */
function whyLeftOut(
  inner: string,
  { absolute, label, skill }: DiskFile,
  { operand, skills }: { readonly operand: Operand; readonly skills: readonly SkillSource[] },
): string | undefined {
  if (skill)
    return skills.some(
      ({ directory }) => directory !== undefined && toInnerPath(directory, absolute) !== undefined,
    )
      ? "tested with its skill"
      : untested;
  const folders = inner.split("/").slice(0, -1);
  const tests = folders.findIndex((folder) => /^(?:tests?|__tests__|\.agents)$/i.test(folder));
  if (
    folders.some(
      (folder, at) => folder === "__fixtures__" || (tests !== -1 && at > tests && /^fixtures$/i.test(folder)),
    )
  )
    return fixture;
  const isBeside = skills.some((each) => parentLabel(each.label) === parentLabel(label));
  return folders.length === 0 || tests !== -1 || isBeside || !operand.hasSkills ? undefined : elsewhere;
}

/** The test files of a skill. */
export function testFilesIn(
  skill: SkillSource,
  entries: readonly FileEntry[],
  isTest: (path: string) => boolean,
): readonly TestFile[] {
  const paths = entries.flatMap(({ path, kind }) => (kind === "file" && isTest(path) ? [path] : []));
  return paths.map((path) => ({
    label: joinLabel(skill.label, path),
    skill,
    ...(skill.directory !== undefined && { absolute: toNativePath(skill.directory, path) }),
    read: () => skill.read(path),
  }));
}

/** The name of a test, such as "skills/pdf > agio > body". */
export function nameTest(path: string, system: SystemId | undefined, check: string): string {
  return [path, system, check].filter((part) => part !== undefined).join(" > ");
}
