import { lstatSync, realpathSync } from "node:fs";
import path from "node:path";
import { limits } from "../model/limits.ts";
import type { Unread } from "../model/source.ts";
import { documentName, isDocumentNameInAnyCase, isNearMiss } from "../model/document-name.ts";
import { isOwnDirectory } from "../model/own-directory.ts";
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
  copiesReason,
  installedReason,
  isAmongTemplates,
  isBackup,
  isOfCopies,
  isTemplate,
  isTests,
  reasonToLeaveOut,
  skippedDirectories,
  sourcesReason,
  templatesReason,
} from "./left-out.ts";
import { mayBeDirectory, whyLinkAsText } from "./link-as-text.ts";
import { byName, type Name, readNamesOrRecord } from "../read/listing-names.ts";
import { type PassOver, passOverBelow } from "./passed-over.ts";
import { isBare, rootAmong, rootAround, waysFrom } from "./client-places.ts";
import { declaresPlugin } from "./plugin-root.ts";
import { searchRoot } from "./client-search.ts";
import { declaresSkill, hasUnfilledName, namesSkill } from "./declares-skill.ts";
import { addSkill, type ClientSearch, type NamedDirectory, type Search } from "./search.ts";

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
  readonly passOver: PassOver | undefined;
  /** Whether the directory is inside a directory of tests. */
  readonly inTests?: boolean;
  /** Whether the directory is inside a skill. */
  readonly inSkill?: boolean;
  /** The outermost directory around this one that holds plugins of others, if there is one. */
  readonly copies?: string | undefined;
  /** Whether the directory is inside a hidden one in which no client looks for skills. */
  readonly aside?: boolean;
}

/**
 * Finds every skill at or below a directory that the user passed, so that the directory itself is not ignored. A
 * SKILL.md ends the descent, unless roots are searched as clients do it: then skills inside skills are found too, as
 * some clients load them, and the outer one may be no more than an index. A misnamed file does not: a skill.md next to
 * other directories may not be meant as one, and is not if there are skills below it. A directory that was matched by a
 * pattern may be `hidden`.
 */
export async function searchTree(directory: NamedDirectory, search: Search, hidden = false): Promise<void> {
  const names = namesIn(directory, search);
  const { clients } = search;
  const isSkill = names.some(isDocument);
  if (isSkill) addSkill(directory, search, names);
  const root =
    clients && (rootAmong(waysFrom(directory.absolute)) ?? rootAround(directory.real, clients.root));
  const passOver = search.ignore && passOverBelow(search.ignore, directory);
  if (root && !isBare(root))
    return isSkill ? undefined : searchRoot({ ...directory, passOver }, root, search);
  if (!isSkill && names.some(isMisspelled)) addSkill(directory, search, names);
  const spot = { ...directory, depth: 0, pending: [], hidden, passOver };
  if (isSkill && !clients) return;
  await visit({ ...spot, scope: await scopeAbove(directory.real, search.unread) }, names, search, isSkill);
}

/**
 * Finds a skill in the directory itself under a file name that counts only here: SKILLS.md, or the directory's name
 * with ".md".
 */
export function searchFlat(directory: NamedDirectory, search: Search): void {
  const own = path.basename(directory.absolute);
  const isFlat = ({ text, kind }: Name): boolean => kind !== "directory" && isNearMiss(text, own);
  const names = namesIn(directory, search);
  if (names.some(isFlat)) addSkill(directory, search, names);
}

/** Searches below a directory, which is added if it is a skill and not `known` to be one. */
async function visit(spot: Spot, names: readonly Name[], search: Search, known = false): Promise<void> {
  const entered = await enter(spot, names, search.unread);
  const isSkill = known || hasSkill(names, entered);
  if (search.plugins && !spot.hidden && declaresPlugin(spot.absolute, names)) {
    // What a marketplace outside installs from there is reported at the marketplace.
    if (spot.copies === undefined) search.plugins.push(spot);
    else search.unread.push({ path: spot.copies, reason: copiesReason });
  }
  if (isSkill && !known) addSkill(spot, search, names);
  if (isSkill && !search.clients) return;
  const here = isSkill ? { ...entered, inSkill: true } : entered;
  const above = search.found.length;
  if (search.clients) noteLinksAsText(names, here, search);
  for (const name of names.filter(mayContainSkill).sort(byName)) {
    if (search.clients && takeWay(name, here, search, search.clients)) continue;
    if (here.inSkill && isOwnDirectory(name.text)) continue;
    const standing = standingOf(name, here);
    const deeper =
      standing === "passed-over" ? undefined : descend(name, here, standing === "hidden", search);
    if (deeper) await deeper;
  }
  if (
    !isSkill &&
    search.found.length === above &&
    names.some(
      (name) => isMisspelled(name) && standingOf(name, here) !== "passed-over" && isMeant(name, here),
    )
  )
    addSkill(spot, search, names);
}

/**
 * Whether a skill.md is meant as a skill rather than a page about skills: by its location, or by its frontmatter. One
 * that cannot be read is, so that it is reported.
 */
function isMeant({ text }: Name, { absolute, label }: Spot): boolean {
  if (path.basename(path.dirname(absolute)) === "skills") return true;
  return declaresSkill(joinNative(absolute, text), joinLabel(label, text)) ?? true;
}

/**
 * Takes a name that leads to a root of clients: a root is searched as clients do it, a symlink later. Returns whether
 * there is no more to search.
 */
function takeWay(name: Name, above: Spot, search: Search, clients: ClientSearch): boolean {
  const { text, kind } = name;
  const below = { ...above, absolute: joinNative(above.absolute, text) };
  const ways = kind === "directory" || kind === "symlink" ? waysFrom(below.absolute) : [];
  if (ways.length === 0 || isExcluded(name, above)) return false;
  const root = rootAmong(ways);
  if (root && !isBare(root) && kind === "directory") {
    searchRoot(
      { ...below, real: joinNative(above.real, text), label: joinLabel(above.label, text) },
      root,
      search,
    );
    return true;
  }
  if (kind === "symlink" || standingOf(name, above) === "passed-over") putOff(name, above, clients);
  return kind === "symlink";
}

/** Records the files in place of a root of clients, or of a directory above one, that are symlinks for Git. */
function noteLinksAsText(names: readonly Name[], above: Spot, { unread }: Search): void {
  for (const name of names) {
    const { text, kind } = name;
    if (kind !== "file" || !mayBeDirectory(text)) continue;
    const absolute = joinNative(above.absolute, text);
    const label = joinLabel(above.label, text);
    if (waysFrom(absolute).length === 0 || isExcluded(name, above)) continue;
    const reason = whyLinkAsText(absolute, label);
    if (reason !== undefined) unread.push({ path: label, reason, needed: true });
  }
}

function putOff({ text }: Name, { absolute: directory, label, passOver }: Spot, clients: ClientSearch): void {
  const absolute = joinNative(directory, text);
  const ways = waysFrom(absolute);
  if (ways.length > 0) clients.links.push({ absolute, label: joinLabel(label, text), passOver, ways });
}

/** The directory with the ignore files that are needed for its entries, including its own. */
async function enter(spot: Spot, names: readonly Name[], unread: Unread[]): Promise<Spot> {
  const own = names.some(isIgnoreFile) ? readIgnoreFile(spot.real, unread, spot.label) : undefined;
  const pending = own ? [...spot.pending, own] : spot.pending;
  const isNeeded = (name: Name): boolean => mayContainSkill(name) || isDocument(name) || isMisspelled(name);
  return pending.length > 0 && names.some(isNeeded)
    ? { ...spot, scope: await withCompiled(spot.scope, pending), pending: [] }
    : { ...spot, pending };
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
  else if (skippedDirectories.has(text)) search.unread.push(...skipped(name, above));
  else if (kind === "symlink") search.links.push(...linkToSkill(label, real));
  else if (above.depth === limits.searchDepth)
    search.unread.push({ path: label, reason: `more than ${limits.searchDepth} directories deep` });
  else {
    const spot = spotBelow(name, above, hidden);
    const reason = reasonToLeaveOut(text, above.inTests === true);
    if (reason !== undefined) return leaveOut(spot, search, reason);
    const names = namesIn(spot, search);
    const isSkill = hasSkill(names, spot);
    if (isBackup(text) && !isSkill) return leaveOut(spot, search, backupsReason);
    if (isSkill && (isTemplate(text) || isScaffold(spot))) return leaveOut(spot, search, templatesReason);
    if (isSkill && isSource(spot)) return leaveOut(spot, search, sourcesReason);
    if (names.some(isIgnoreFile) || !isSkill || (search.clients && names.some(mayContainOther)))
      return visit(spot, names, search);
    addSkill(spot, search, names);
  }
  return undefined;
}

/**
 * Whether a skill is a source from which a program makes the skills that clients load: it lacks the name that the
 * program adds, and no client looks there. One that cannot be read is not, so that it is reported.
 */
function isSource({ aside = false, absolute, label }: Spot): boolean {
  return aside && namesSkill(joinNative(absolute, documentName), joinLabel(label, documentName)) === false;
}

/** Whether a program fills in the skill's name: it is among templates, and has a placeholder. */
function isScaffold({ absolute, label }: Spot): boolean {
  return (
    label.split("/").slice(-2).some(isAmongTemplates) &&
    hasUnfilledName(joinNative(absolute, documentName), joinLabel(label, documentName))
  );
}

function spotBelow({ text }: Name, above: Spot, hidden: boolean): Spot {
  const label = joinLabel(above.label, text);
  return {
    absolute: joinNative(above.absolute, text),
    real: joinNative(above.real, text),
    label,
    depth: above.depth + 1,
    scope: above.scope,
    pending: above.pending,
    hidden,
    passOver: above.passOver,
    inTests: above.inTests === true || isTests(text),
    inSkill: above.inSkill === true,
    copies: above.copies ?? (isOfCopies(path.basename(above.absolute), text) ? label : undefined),
    aside:
      above.aside === true ||
      (text.startsWith(".") && waysFrom(joinNative(above.absolute, text)).length === 0),
  };
}

/** Installed packages are not searched, but reported if git tracks a skill among them. */
function skipped({ text, kind }: Name, { real, label }: Spot): readonly Unread[] {
  return kind === "directory" && isTracked(joinNative(real, text), true)
    ? [{ path: joinLabel(label, text), reason: installedReason }]
    : [];
}

/**
 * A test may need skills with defects, and templates and backups are not meant to be installed. They are searched
 * for only to report that they were left out.
 */
async function leaveOut(spot: Spot, search: Search, reason: string): Promise<void> {
  const inner: Search = {
    ...search,
    found: [],
    links: [],
    unread: [],
    clients: undefined,
    plugins: undefined,
  };
  await visit(spot, namesIn(spot, inner), inner);
  if (inner.found.length > 0 || inner.unread.some((each) => each.reason === installedReason))
    search.unread.push({ path: spot.label, reason });
}

function hasSkill(names: readonly Name[], spot: Spot): boolean {
  return names.some((name) => isDocument(name) && standingOf(name, spot) !== "passed-over");
}

/** Whether an entry is ignored; git does not ignore tracked files. */
function standingOf(name: Name, spot: Spot): "open" | "hidden" | "passed-over" {
  const { text, kind } = name;
  const { real, scope, hidden } = spot;
  const isDirectory = kind === "directory";
  const ignored = hidden || (scope.length > 0 && isIgnored(scope, joinNative(real, text), isDirectory));
  if (ignored && !isTracked(joinNative(real, text), isDirectory)) return "passed-over";
  if (isExcluded(name, spot)) return "passed-over";
  return ignored ? "hidden" : "open";
}

/** Whether the user excludes an entry. */
function isExcluded({ text, kind }: Name, { absolute, real, passOver }: Spot): boolean {
  const place = { absolute: joinNative(absolute, text), real: joinNative(real, text) };
  return passOver?.(place, kind === "directory") ?? false;
}

function namesIn({ absolute, label }: NamedDirectory, { unread }: Search): readonly Name[] {
  return readNamesOrRecord(absolute, label, unread);
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

function isDocument({ text }: Name): boolean {
  return text === documentName;
}

function isMisspelled({ text, kind }: Name): boolean {
  return kind !== "directory" && isDocumentNameInAnyCase(text);
}

function isIgnoreFile({ text }: Name): boolean {
  return text === ".gitignore";
}

/** Whether an entry of a skill's directory may be, or point to, another skill. */
function mayContainOther(name: Name): boolean {
  return mayContainSkill(name) && !isOwnDirectory(name.text);
}

/** Whether a directory entry may be, or point to, a skill. */
function mayContainSkill({ text, kind, foreign }: Name): boolean {
  return (kind === "directory" || kind === "symlink" || foreign !== undefined) && text !== ".git";
}
