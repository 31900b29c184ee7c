import { realpathSync } from "node:fs";
import path from "node:path";
import { compareText } from "../core/order.ts";
import { shownAt, type RootedSkill, type RootSpec, type SkillRoot } from "../model/agent.ts";
import type { Unread } from "../model/source.ts";
import { openDirectory } from "../read/directory.ts";
import { documentName } from "../model/document-name.ts";
import { joinNative, toInnerPath, toNativePath } from "../read/label.ts";
import { joinLabel } from "../core/paths.ts";
import { byName, readNamesOrRecord, type Name } from "../read/listing-names.ts";
import { leadsToDirectory } from "../read/there.ts";
import { systemReason } from "../core/unreadable.ts";

/** Real absolute paths of the project and of the home directory. */
export interface Places {
  readonly project: string;
  readonly home: string;
}

export interface ScanBounds {
  /** Maximum number of directories between a root and its skills. */
  readonly depth: number;
  readonly skipsLinks?: true;
  /**
   * Maximum number of directories searched below one root; the client guide
   * (agentskills.io/client-implementation/adding-skills-support) says 2,000.
   */
  readonly directories?: number;
}

const usualDirectories = 2000;

/** Directories that, according to the client guide, contain no skills and are large. */
export const skipped: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** Finds the skills in each root, in the order of the roots. A SKILL.md ends the descent. No file is opened. */
export function scanRoots(
  specs: readonly RootSpec[],
  places: Places,
  bounds: ScanBounds,
): readonly SkillRoot[] {
  const known = new Map<string, string>();
  return specs.map((spec) => scanRoot(spec, places, bounds, known));
}

interface Scan {
  readonly depth: number;
  readonly skipsLinks: boolean;
  readonly directories: number;
  readonly skills: RootedSkill[];
  readonly unread: Unread[];
  /** Real paths of the directories without a SKILL.md that have been searched; symlink loops end there. */
  readonly visited: Set<string>;
  /** The paths of the skills found so far, in this root and earlier ones, by the real path of their directories. */
  readonly known: Map<string, string>;
}

interface Spot {
  readonly absolute: string;
  readonly shown: string;
  readonly depth: number;
}

function scanRoot(
  spec: RootSpec,
  places: Places,
  { depth, skipsLinks, directories = usualDirectories }: ScanBounds,
  known: Map<string, string>,
): SkillRoot {
  const { absolute, shown } = place(spec.path, places);
  const root = { scope: spec.scope, path: shown, directory: absolute };
  if (!leadsToDirectory(absolute)) return { ...root, missing: true, skills: [], without: [], unread: [] };
  const scan: Scan = {
    depth,
    skipsLinks: skipsLinks ?? false,
    directories,
    skills: [],
    unread: [],
    visited: new Set(),
    known,
  };
  const own = resolve({ absolute, shown, depth: -1 }, scan);
  if (own !== undefined) scan.visited.add(own);
  const without: string[] = [];
  for (const name of readNamesOrRecord(absolute, shown, scan.unread).sort(byName)) {
    const before = scan.skills.length + scan.unread.length;
    const spot = { absolute: joinNative(absolute, name.text), shown: joinLabel(shown, name.text), depth: 0 };
    if (enter(spot, name, scan) && scan.skills.length + scan.unread.length === before)
      without.push(spot.shown);
  }
  return {
    ...root,
    skills: scan.skills.toSorted((a, b) => compareText(a.path, b.path)),
    without,
    unread: scan.unread,
  };
}

/** The path of a root and its label: outside the project and the home directory, the real path. */
function place(written: string, { project, home }: Places): Omit<Spot, "depth"> {
  const absolute =
    written === "~" || written.startsWith("~/")
      ? toNativePath(home, written.slice(1))
      : path.resolve(project, written);
  for (const [real, shown] of [
    [project, shownAt.project],
    [home, shownAt.home],
  ] as const) {
    const inner = toInnerPath(real, absolute);
    if (inner !== undefined) return { absolute, shown: inner === "" ? shown : `${shown}/${inner}` };
  }
  return { absolute, shown: absolute.split(path.sep).join("/") };
}

/** Whether an entry is a directory that the system searches. */
function enter(spot: Spot, { text, kind, foreign }: Name, scan: Scan): boolean {
  if (skipped.has(text)) return false;
  if (
    kind === "symlink"
      ? scan.skipsLinks || !leadsToDirectory(spot.absolute)
      : kind !== "directory" && foreign === undefined
  )
    return false;
  if (foreign !== undefined) scan.unread.push({ path: spot.shown, reason: foreign });
  else if (scan.visited.size > scan.directories)
    scan.unread.push({
      path: spot.shown,
      reason: `more than ${scan.directories} directories below the root`,
    });
  else visit(spot, scan);
  return true;
}

function visit(spot: Spot, scan: Scan): void {
  const names = readNamesOrRecord(spot.absolute, spot.shown, scan.unread).sort(byName);
  const real = resolve(spot, scan);
  if (real === undefined) return;
  if (names.some(({ text, kind }) => text === documentName && kind !== "directory"))
    return addSkill(spot, real, names, scan);
  if (scan.visited.has(real)) return;
  scan.visited.add(real);
  if (spot.depth < scan.depth)
    for (const name of names)
      enter(
        {
          absolute: joinNative(spot.absolute, name.text),
          shown: joinLabel(spot.shown, name.text),
          depth: spot.depth + 1,
        },
        name,
        scan,
      );
  // If a system searches only the root itself, deeper directories are not reported as skipped.
  else if (scan.depth > 0 && names.some(({ text, kind }) => kind === "directory" && !skipped.has(text)))
    scan.unread.push({
      path: spot.shown,
      reason: tooDeep(scan.depth),
    });
}

/** Why a directory was not searched to its end. */
export function tooDeep(depth: number): string {
  return `its contents are more than ${depth + 1} directories deep`;
}

function resolve({ absolute, shown }: Spot, { unread }: Scan): string | undefined {
  try {
    return realpathSync.native(absolute);
  } catch (error) {
    unread.push({ path: shown, reason: systemReason(error) });
    return undefined;
  }
}

function addSkill(
  { absolute, shown, depth }: Spot,
  real: string,
  names: readonly Name[],
  { skills, known }: Scan,
): void {
  const sameAs = known.get(real);
  if (sameAs === undefined) known.set(real, shown);
  skills.push({
    path: shown,
    depth,
    source: openDirectory(absolute, shown, names),
    ...(sameAs !== undefined && { sameAs }),
  });
}
