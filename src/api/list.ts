import type { ListRoot, ListEntry } from "../results/list.ts";
import type { Report } from "../model/report.ts";
import type { Unread } from "../model/source.ts";
import { places } from "../install/place-names.ts";
import { readNames } from "../read/listing-names.ts";
import { placesWithSkills } from "../read/project-place.ts";
import { assembleReport } from "./assemble-report.ts";
import { now } from "./clock.ts";
import { listRoot, type FoundSkill } from "./install/list-root.ts";
import { openLock, type OpenedLock } from "./install/lock-state.ts";
import { findRoots, type RootsChoice, type SearchedRoot } from "./install/skill-roots.ts";

export interface ListResult {
  /** Its `data` holds `roots` and `skills`; its outcome is 0, whatever state they are in. */
  readonly report: Report;
  /** Those that go before the others first. */
  readonly roots: readonly ListRoot[];
  /** By root, in that order, and by path. */
  readonly skills: readonly ListEntry[];
  /** Where there are skills, and nobody was told to look: directories from the working one, where the usual places of this project hold none. */
  readonly elsewhere: readonly string[];
}

/** Tells which skills stand in the directories that agents share, or in those that are named, and which of several of one name. Nothing is changed. Throws a SkillsError for a directory that was named and is not there, or cannot be read. */
export function list(choice: RootsChoice): ListResult {
  const started = now();
  const unread: Unread[] = [];
  const looked = findRoots(choice).map((each) => lookInto(each, openLock, unread));
  const roots = looked.map(({ listed }) => listed);
  const skills = settle(looked.map(({ found }) => found));
  const report = assembleReport({
    command: "list",
    targets: ["spec"],
    subjects: [],
    unread,
    started,
    maxWarnings: Infinity,
  });
  return {
    report: { ...report, data: { roots, skills } },
    roots,
    skills,
    elsewhere: elsewhereThan(choice, skills),
  };
}

function elsewhereThan({ roots = [], cwd }: RootsChoice, skills: readonly ListEntry[]): readonly string[] {
  const hasOwn = skills.some(({ source }) => source === "project");
  return roots.length > 0 || hasOwn ? [] : placesWithSkills(cwd);
}

/** The same skills, for whoever looks for one of them and does not ask what the locks say. */
export function listNames(choice: RootsChoice): readonly ListEntry[] {
  return settle(findRoots(choice).map((each) => lookInto(each, () => ({}), []).found));
}

interface Looked {
  readonly listed: ListRoot;
  readonly found: readonly FoundSkill[];
}

function lookInto(each: SearchedRoot, open: typeof openLock, unread: Unread[]): Looked {
  const named = { path: each.label, ...(each.source !== undefined && { source: each.source }) };
  if (!each.root) return { listed: { ...named, present: false, lock: "none", unfinished: false }, found: [] };
  const opened = open(each.root);
  const found = listRoot(each.root, each.source, opened, unread);
  const unfinished = readNames(each.root.directory).some(({ text }) => text === places.transaction);
  return { listed: { ...named, present: true, ...describeLock(opened), unfinished }, found };
}

function describeLock({ lock, problem }: OpenedLock): Pick<ListRoot, "lock" | "problem"> {
  return problem === undefined ? { lock: lock ? "read" : "none" } : { lock: "unreadable", problem };
}

/** Of each name the first sound skill is meant: by root, and in one root by path. What no client would load stands in nobody's way. */
function settle(roots: readonly (readonly FoundSkill[])[]): readonly ListEntry[] {
  const active = new Map<string, FoundSkill>();
  return roots.flatMap((found) => {
    const above = new Map(active);
    for (const skill of found) if (isSound(skill) && !active.has(skill.name)) active.set(skill.name, skill);
    return found.map((skill): ListEntry => {
      const first = active.get(skill.name);
      if (skill.state === "missing" || !first || first === skill) return skill;
      const by = first.path;
      if (above.has(skill.name))
        return isSound(skill) ? { ...skill, state: "shadowed", by } : { ...skill, by };
      return { ...skill, state: "duplicate", by };
    });
  });
}

function isSound({ state }: FoundSkill): boolean {
  return state === "active";
}
