import { SkillsError } from "../core/errors.ts";
import { compareText } from "../core/order.ts";
import { places } from "../install/place-names.ts";
import { nameIn, type Root } from "../install/root.ts";
import type { SkillsLock } from "../model/lock.ts";
import type { Report } from "../model/report.ts";
import type { Unread } from "../model/source.ts";
import { readNames } from "../read/listing-names.ts";
import { placesWithSkills } from "../find/project-place.ts";
import type { ListData, ListEntry, ListRoot, SkillSourceName } from "../model/reports/list.ts";
import { timedReport } from "./timed-report.ts";
import { now } from "./clock.ts";
import { compareWithLock } from "./roots/compare-with-lock.ts";
import { nameOf, type PlacedSkill, placedSkills } from "./roots/placed-skills.ts";
import { readRootLock } from "./roots/root-lock.ts";
import { findRoots, type RootsChoice, type SearchedRoot } from "./roots/skill-roots.ts";
import { readHead } from "./skill/skill-head.ts";

export interface ListResult {
  /** Its `data` contains `roots` and `skills`; its outcome is 0 even if skills are broken. */
  readonly report: Report<ListData, "list">;
  /** In order of precedence. */
  readonly roots: readonly ListRoot[];
  /** Sorted by root, in order of precedence, and then by path. */
  readonly skills: readonly ListEntry[];
  /** Directories of other clients with skills or, if the default directories contain none, all that do. */
  readonly elsewhere: readonly string[];
}

/**
 * Lists the skills in the given directories, or in the directories that agents share, and determines which skill
 * takes precedence if several share a name. Throws a SkillsError if a given directory does not exist or cannot be
 * read.
 */
export function list(choice: RootsChoice): ListResult {
  const started = now();
  const unread: Unread[] = [];
  const looked = findRoots(choice).map((each) => lookInto(each, openLock, unread));
  const roots = looked.map(({ listed }) => listed);
  const skills = settle(looked.map(({ found }) => found));
  const report = timedReport({
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

function elsewhereThan(
  { roots = [], client, source, cwd }: RootsChoice,
  skills: readonly ListEntry[],
): readonly string[] {
  if (roots.length > 0) return [];
  const places = placesWithSkills(cwd);
  if (!skills.some((skill) => skill.source === "project")) return places;
  // Beside installed skills, those of another client may be missed; those that the project publishes are not installed.
  return client !== undefined || source !== undefined
    ? []
    : places.filter((place) => /^\.\w/.test(place) && !skills.some(({ root }) => root === place));
}

/** The same list without the state of the locks, for looking up a skill by name. */
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

/**
 * Of the skills that load and share a name, the first takes precedence: by root, and within a root by path. Broken
 * skills shadow no others.
 */
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

/** A skill before skills of the same name are compared. */
interface FoundSkill extends ListEntry {
  readonly state: "active" | "broken" | "missing";
}

/** The skills in one root by path, and those in its lock that are missing. */
function listRoot(
  root: Root,
  source: SkillSourceName | undefined,
  opened: OpenedLock,
  unread: Unread[],
): readonly FoundSkill[] {
  const placed = placedSkills(root);
  unread.push(...placed.unread);
  const rooted = { root: root.label, ...(source !== undefined && { source }) };
  const there = placed.skills.map(
    (each): FoundSkill => ({
      ...rooted,
      path: each.path,
      directory: each.address,
      ...(each.link !== undefined && { link: each.link }),
      ...describe(each),
      ...lockState(root, each, opened),
    }),
  );
  const addresses = new Set(placed.skills.map(({ address }) => address));
  const gone = [...(opened.lock?.keys() ?? [])].filter((name) => !addresses.has(name));
  const missing = gone.map(
    (name): FoundSkill => ({
      ...rooted,
      name,
      path: nameIn(root, name),
      directory: name,
      state: "missing",
      reason: "listed in the lock, but not installed",
      executables: 0,
    }),
  );
  return [...there, ...missing].sort((a, b) => compareText(a.path, b.path));
}

type Described = Pick<
  FoundSkill,
  "name" | "description" | "hidden" | "state" | "reason" | "ruleId" | "executables"
>;

function describe({ address, source, reason }: PlacedSkill): Described {
  if (!source)
    return { name: address, state: "broken", ...(reason !== undefined && { reason }), executables: 0 };
  const { skill, error } = readHead(source);
  const text = (key: string): string | undefined => {
    const value = skill.document?.frontmatter?.fields.get(key)?.value;
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const description = text("description");
  return {
    name: `${address.slice(0, -nameOf(address).length)}${text("name") ?? nameOf(address)}`,
    ...(description !== undefined && { description }),
    ...(text("disable-model-invocation")?.toLowerCase() === "true" && { hidden: true as const }),
    state: error ? "broken" : "active",
    ...(error && { reason: error.message, ruleId: error.ruleId }),
    executables: skill.files.filter(({ kind, executable }) => kind === "file" && executable).length,
  };
}

/** A root's lock, if it can be used. */
interface OpenedLock {
  readonly lock?: SkillsLock;
  /** Why the file cannot be used. */
  readonly problem?: string;
}

function openLock(root: Root): OpenedLock {
  try {
    const lock = readRootLock(root);
    return lock ? { lock } : {};
  } catch (error) {
    if (error instanceof SkillsError) return { problem: error.message };
    throw error;
  }
}

/** Compares a skill with the lock. Reads all of its files if the lock lists it. */
function lockState(
  root: Root,
  { address, link }: PlacedSkill,
  { lock }: OpenedLock,
): Pick<ListEntry, "lock"> {
  if (!lock) return {};
  const locked = lock.get(address);
  if (!locked) return { lock: { state: "unlisted" } };
  if (link !== undefined) return { lock: { state: "changed", difference: "replaced by a symlink" } };
  const difference = compareWithLock(root, address, locked);
  return { lock: difference ? { state: "changed", difference: difference.message } : { state: "unchanged" } };
}
