import { evalsPath } from "../../harness/evals/read-evals.ts";
import type { SystemId } from "../../model/agent.ts";
import type { FileEntry, SkillSource, Unread } from "../../model/source.ts";
import { lookUpOperand } from "../../read/archive-file.ts";
import { enclosingSkill } from "../../read/enclosing-skill.ts";
import { toNativePath } from "../../read/label.ts";
import { joinLabel } from "../../core/paths.ts";
import { readFile } from "../../read/open-file.ts";
import type { ScopeSummary } from "../../results/validate.ts";
import { type ScopeFilter, selectSources } from "../scope/select-sources.ts";
import type { Scope } from "../scope/find-sources.ts";

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
 * files. Throws a SkillsError for a path that is neither a skill nor a test file.
 */
export async function findTests({ paths, ...scope }: Scope & ScopeFilter): Promise<TestScope> {
  const isFile = (path: string): boolean => isScenario(path) || /\.(?:json|ya?ml)$/i.test(path);
  const named = paths.filter(isFile);
  const others = paths.filter((path) => !isFile(path));
  const files = named.map((written): TestFile => {
    const { absolute, label } = lookUpOperand(written, scope.cwd);
    const skill = enclosingSkill(absolute, label);
    return { absolute, label, ...(skill && { skill }), read: () => readFile(absolute, label) };
  });
  if (others.length === 0 && !scope.stdin) return { skills: [], others: [], files, unread: [] };
  const { sources, inScope, unread, scopeSummary } = await selectSources({ ...scope, paths: others });
  const tested = new Set(sources);
  return {
    skills: sources,
    others: inScope.filter((source) => !tested.has(source)),
    files,
    unread,
    ...(scopeSummary && { scopeSummary }),
  };
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
