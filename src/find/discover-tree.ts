import { lstatSync, realpathSync } from "node:fs";
import path from "node:path";
import { limits } from "../model/limits.ts";
import type { SkillSource, Unread } from "../model/source.ts";
import { openDirectory, openUnseen } from "../read/directory.ts";
import { documentName, isDocumentNameInAnyCase, isNearMiss } from "../model/document-name.ts";
import { isTracked } from "../git/index-file.ts";
import {
  type IgnoreScope,
  isIgnored,
  readIgnoreFile,
  type ReadIgnoreFile,
  scopeAbove,
  withCompiled,
} from "../git/ignore.ts";
import { joinNative } from "../read/label.ts";
import { joinLabel } from "../core/paths.ts";
import {
  backupsReason,
  isBackup,
  isTemplate,
  isTests,
  reasonToLeaveOut,
  templatesReason,
} from "./left-out.ts";
import { byName, type Name, readNamesOrRecord } from "../read/listing-names.ts";
import { type PassOver, passOverBelow, type PathPatterns } from "./passed-over.ts";
import type { KnownDirectory, KnownPlaces } from "./tracked-names.ts";

/** What a search has found so far. */
export interface Search {
  /** The skills found so far. `real` is a skill's directory without symlinks. A skill may be listed twice. */
  readonly found: Found[];
  /** Symlinks to skills, which are not followed; `real` is their target. */
  readonly links: { readonly label: string; readonly real: string }[];
  readonly unread: Unread[];
  /** Paths that the user excludes. */
  readonly ignore?: PathPatterns;
  /** Directories whose contents are known without reading the disk. */
  readonly known?: KnownPlaces | undefined;
}

interface Found {
  readonly source: SkillSource;
  readonly real: string;
}

export interface NamedDirectory {
  readonly absolute: string;
  /** The directory's path without symlinks. */
  readonly real: string;
  readonly label: string;
}

/** A directory that is searched. */
interface Spot extends NamedDirectory {
  /** Depth below the start of the search. */
  readonly depth: number;
  /** The ignore files that apply to the directory, without its own .gitignore. */
  readonly scope: IgnoreScope;
  /** More of them, which have not been needed yet. */
  readonly pending: readonly ReadIgnoreFile[];
  /** Whether the directory is ignored; then it is searched only for files that git tracks. */
  readonly hidden: boolean;
  readonly passOver?: PassOver | undefined;
  /** Whether the directory is inside a directory of tests. */
  readonly inTests?: boolean;
  readonly known?: KnownDirectory | undefined;
}

/**
 * Finds every skill at or below a directory that the user passed, so that the directory itself is not ignored. A
 * SKILL.md ends the descent. A misnamed file does not: a skill.md next to other directories may not be meant as one,
 * and is not if there are skills below it. A directory that was matched by a pattern may be `hidden`.
 */
export async function searchTree(directory: NamedDirectory, search: Search, hidden = false): Promise<void> {
  const names = readNamesOrRecord(directory.absolute, directory.label, search.unread);
  if (names.some(isDocument)) return addSkill(directory, search, names);
  if (names.some(isMisspelled)) addSkill(directory, search, names);
  const passOver = search.ignore && passOverBelow(search.ignore, directory);
  await visit(
    {
      ...directory,
      depth: 0,
      scope: await scopeAbove(directory.real, search.unread),
      pending: [],
      hidden,
      passOver,
      known: search.known?.(directory.real),
    },
    { names, all: names },
    search,
  );
}

/**
 * Finds a skill in the directory itself under a file name that counts only here: SKILLS.md, or the directory's name
 * with ".md".
 */
export function searchFlat(directory: NamedDirectory, search: Search): void {
  const own = path.basename(directory.absolute);
  const isFlat = ({ text, kind }: Name): boolean => kind !== "directory" && isNearMiss(text, own);
  const names = readNamesOrRecord(directory.absolute, directory.label, search.unread);
  if (names.some(isFlat)) addSkill(directory, search, names);
}

/** `names` is the directory's listing, if known. */
export function addSkill(
  { absolute, real, label }: NamedDirectory,
  { found }: Search,
  names?: readonly Name[],
): void {
  found.push({ source: openDirectory(absolute, label, names, real), real });
}

interface Seen {
  readonly names: readonly Name[];
  /** Absent if the listing is not complete. */
  readonly all?: readonly Name[];
}

async function visit(spot: Spot, { names, all }: Seen, search: Search): Promise<void> {
  const here = await enter(spot, names, search.unread);
  if (hasSkill(names, here)) return addSkill(spot, search, all);
  const above = search.found.length;
  for (const name of names.filter(mayContainSkill).sort(byName)) {
    if (addTracked(name, here, search)) continue;
    const standing = standingOf(name, here);
    const deeper =
      standing === "passed-over" ? undefined : descend(name, here, standing === "hidden", search);
    if (deeper) await deeper;
  }
  if (
    names.some((name) => isMisspelled(name) && standingOf(name, here) !== "passed-over") &&
    search.found.length === above
  )
    addSkill(spot, search, all);
}

/** The directory with the ignore files that are needed for its entries, including its own. */
async function enter(spot: Spot, names: readonly Name[], unread: Unread[]): Promise<Spot> {
  const own = names.some(isIgnoreFile) ? readIgnoreFile(spot.real, unread, spot.label) : undefined;
  const pending = own ? [...spot.pending, own] : spot.pending;
  const isNeeded = (name: Name): boolean =>
    (mayContainSkill(name) || isDocument(name) || isMisspelled(name)) && !isTrackedAsItIs(name, spot);
  return pending.length > 0 && names.some(isNeeded)
    ? { ...spot, scope: await withCompiled(spot.scope, pending), pending: [] }
    : { ...spot, pending };
}

/** Whether git tracks an entry with all that is in it, so that ignore files have no effect. */
function isTrackedAsItIs({ text, kind }: Name, { known }: Spot): boolean {
  return (
    known?.isUnchanged === true ||
    (kind === "directory" && known?.directories.get(text)?.isUnchanged === true)
  );
}

/**
 * Adds the skill in a directory of git's index. Git does not ignore what it tracks, so neither ignore files nor the
 * disk are read. False for a directory that needs a closer look, or has no skill.
 */
function addTracked({ text, kind }: Name, above: Spot, search: Search): boolean {
  if (
    !above.known?.directories.get(text)?.isPlainSkill ||
    kind !== "directory" ||
    above.passOver ||
    above.depth === limits.searchDepth ||
    reasonToLeaveOut(text, above.inTests === true) !== undefined ||
    isTemplate(text)
  )
    return false;
  const real = joinNative(above.real, text);
  const absolute = above.absolute === above.real ? real : joinNative(above.absolute, text);
  search.found.push({ source: openUnseen(absolute, joinLabel(above.label, text), text, real), real });
  return true;
}

/**
 * Searches a directory. Synchronous if a skill is found or no ignore file has to be read, as in most directories of a
 * large collection.
 */
function descend(name: Name, above: Spot, hidden: boolean, search: Search): Promise<void> | undefined {
  const { text, kind, foreign } = name;
  const label = joinLabel(above.label, text);
  const real = joinNative(above.real, text);
  if (foreign !== undefined) search.unread.push({ path: label, reason: foreign });
  else if (kind === "symlink") search.links.push(...linkToSkill(label, real));
  else if (above.depth === limits.searchDepth)
    search.unread.push({ path: label, reason: `more than ${limits.searchDepth} directories deep` });
  else {
    const spot = spotBelow(name, above, hidden);
    const reason = reasonToLeaveOut(text, above.inTests === true);
    if (reason !== undefined) return leaveOut(spot, search, reason);
    const seen = lookInto(spot, search);
    const isSkill = hasSkill(seen.names, spot);
    if (isBackup(text) && !isSkill) return leaveOut(spot, search, backupsReason);
    if (isTemplate(text) && isSkill) return leaveOut(spot, search, templatesReason);
    if (seen.names.some(isIgnoreFile) || !isSkill) return visit(spot, seen, search);
    addSkill(spot, search, seen.all);
  }
  return undefined;
}

function spotBelow({ text }: Name, above: Spot, hidden: boolean): Spot {
  return {
    absolute: joinNative(above.absolute, text),
    real: joinNative(above.real, text),
    label: joinLabel(above.label, text),
    depth: above.depth + 1,
    scope: above.scope,
    pending: above.pending,
    hidden,
    passOver: above.passOver,
    inTests: above.inTests === true || isTests(text),
    known: above.known?.directories.get(text),
  };
}

/**
 * A test may need skills with defects, and templates and backups are not meant to be installed. They are searched
 * for only to report that they were left out.
 */
async function leaveOut(spot: Spot, search: Search, reason: string): Promise<void> {
  const inner: Search = { ...search, found: [], links: [], unread: [] };
  await visit(spot, lookInto(spot, inner), inner);
  if (inner.found.length > 0) search.unread.push({ path: spot.label, reason });
}

function hasSkill(names: readonly Name[], spot: Spot): boolean {
  return names.some((name) => isDocument(name) && standingOf(name, spot) !== "passed-over");
}

/** Whether an entry is ignored; git does not ignore tracked files. */
function standingOf(name: Name, spot: Spot): "open" | "hidden" | "passed-over" {
  const { text, kind } = name;
  const { real, absolute, scope, hidden, passOver } = spot;
  const isDirectory = kind === "directory";
  const ignored =
    hidden ||
    (scope.length > 0 &&
      !isTrackedAsItIs(name, spot) &&
      isIgnored(scope, joinNative(real, text), isDirectory));
  if (ignored && !isTracked(joinNative(real, text), isDirectory)) return "passed-over";
  if (passOver?.({ absolute: joinNative(absolute, text), real: joinNative(real, text) }, isDirectory))
    return "passed-over";
  return ignored ? "hidden" : "open";
}

function lookInto(spot: Spot, search: Search): Seen {
  if (spot.known?.names) return { names: spot.known.names };
  const names = readNamesOrRecord(spot.absolute, spot.label, search.unread);
  return { names, all: names };
}

function linkToSkill(label: string, link: string): Search["links"] {
  try {
    const real = realpathSync.native(link);
    return lstatSync(path.join(real, documentName), { throwIfNoEntry: false }) ? [{ label, real }] : [];
  } catch {
    // A dangling symlink, a file or an unreadable target cannot be a readable skill.
    return [];
  }
}

/** Directories to skip. The last two belong to `skills install` and contain removed or unfinished skills. */
const skipped: ReadonlySet<string> = new Set([
  ".git",
  "node_modules",
  ".skills-backup",
  ".skills-transaction",
]);

function isDocument({ text }: Name): boolean {
  return text === documentName;
}

function isMisspelled({ text, kind }: Name): boolean {
  return kind !== "directory" && isDocumentNameInAnyCase(text);
}

function isIgnoreFile({ text }: Name): boolean {
  return text === ".gitignore";
}

/** Whether a directory entry may be, or point to, a skill. */
function mayContainSkill({ text, kind, foreign }: Name): boolean {
  return (kind === "directory" || kind === "symlink" || foreign !== undefined) && !skipped.has(text);
}
