import { groupBy } from "../core/group-by.ts";
import { isIn, resolveAbsolute } from "../core/paths.ts";
import { compareText } from "../core/order.ts";
import { documentName } from "../model/document-name.ts";
import { shownAt, type RootedSkill, type RootSpec, type SkillRoot } from "../model/agent.ts";
import { openMemory } from "../model/memory-source.ts";
import type { Unread } from "../model/source.ts";
import { type ScanBounds, skipped, tooDeep } from "./scan-roots.ts";

/** The texts of files, by path. */
export type GivenFiles = Readonly<Record<string, string>>;

/** Finds the skills in each root of a project whose files are given, as `scanRoots` does on disk. */
export function scanGiven(
  specs: readonly RootSpec[],
  files: GivenFiles,
  { depth }: Pick<ScanBounds, "depth">,
): readonly SkillRoot[] {
  const known = new Set<string>();
  return specs.map(({ scope, path: written }) => {
    const path = resolveAbsolute(shownAt.project, written);
    const root = { scope, path };
    const below = isIn(path, shownAt.project)
      ? filesBelow(files, path.slice(shownAt.project.length + 1))
      : {};
    if (Object.keys(below).length === 0)
      return { ...root, missing: true, skills: [], without: [], unread: [] } as const;
    const found = Array.from(byDirectory(below), ([name, inner]) => ({
      path: `${path}/${name}`,
      ...scanDirectory(`${path}/${name}`, inner, 0, depth),
    }));
    return {
      ...root,
      skills: found
        .flatMap(({ skills }) => skills)
        .sort((a, b) => compareText(a.path, b.path))
        .map((skill) => onlyOnce(skill, known)),
      without: found.flatMap((each) => (each.skills.length + each.unread.length === 0 ? [each.path] : [])),
      unread: found.flatMap(({ unread }) => unread),
    };
  });
}

/** Whether there is a skill among the files. */
export function holdsDocument(files: GivenFiles): boolean {
  return Object.keys(files).some((path) => path.endsWith(`/${documentName}`));
}

/** Given skills, each by the name of its directory. */
export function byDirectory(files: GivenFiles): ReadonlyMap<string, GivenFiles> {
  const nested = Object.entries(files).filter(([path]) => path.includes("/"));
  const directories = groupBy(nested, ([path]) => path.slice(0, path.indexOf("/")));
  return new Map(
    Array.from(directories)
      .filter(([name]) => !skipped.has(name))
      .sort(([a], [b]) => compareText(a, b))
      .map(([name, inner]) => [
        name,
        Object.fromEntries(inner.map(([path, text]) => [path.slice(name.length + 1), text])),
      ]),
  );
}

function filesBelow(files: GivenFiles, directory: string): GivenFiles {
  const prefix = directory === "" ? "" : `${directory}/`;
  return Object.fromEntries(
    Object.entries(files).flatMap(([path, text]) =>
      path.startsWith(prefix) ? [[path.slice(prefix.length), text]] : [],
    ),
  );
}

interface Found {
  readonly skills: readonly RootedSkill[];
  readonly unread: readonly Unread[];
}

/** A SKILL.md ends the descent. */
function scanDirectory(path: string, files: GivenFiles, depth: number, limit: number): Found {
  if (Object.hasOwn(files, documentName)) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return { skills: [{ path, depth, source: openMemory(name, files, path) }], unread: [] };
  }
  const inner = Array.from(byDirectory(files));
  if (depth >= limit)
    return {
      skills: [],
      unread: limit > 0 && inner.length > 0 ? [{ path, reason: tooDeep(limit) }] : [],
    };
  const found = inner.map(([name, texts]) => scanDirectory(`${path}/${name}`, texts, depth + 1, limit));
  return { skills: found.flatMap(({ skills }) => skills), unread: found.flatMap(({ unread }) => unread) };
}

/** A second root may be the same directory. */
function onlyOnce(skill: RootedSkill, known: Set<string>): RootedSkill {
  if (known.has(skill.path)) return { ...skill, sameAs: skill.path };
  known.add(skill.path);
  return skill;
}
