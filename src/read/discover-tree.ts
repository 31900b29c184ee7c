import { lstatSync, realpathSync } from "node:fs";
import path from "node:path";
import { limits } from "../core/limits.ts";
import type { SkillSource, Unread } from "../core/source.ts";
import { openDirectory } from "./directory.ts";
import { documentName, isDocumentNameInAnyCase, isNearMiss } from "./document-name.ts";
import { enter, isIgnored, scopeAbove, type IgnoreScope } from "./gitignore.ts";
import { joinLabel, joinNative } from "./label.ts";
import { byName, readNames, type Name } from "./listing-names.ts";
import { passOverBelow, type PassOver, type PathPatterns } from "./passed-over.ts";
import { systemReason } from "./unreadable.ts";

/** What a search has come upon so far. */
export interface Search {
  /** `real` is the skill's directory with no link in it. A skill may stand here twice. */
  readonly found: Found[];
  /** Links to skills, not followed; `real` is where they lead. */
  readonly links: { readonly label: string; readonly real: string }[];
  readonly unread: Unread[];
  /** Where the user wants nothing to be looked for. */
  readonly ignore?: PathPatterns;
}

export interface Found {
  readonly source: SkillSource;
  readonly real: string;
}

export interface NamedDirectory {
  readonly absolute: string;
  /** The same directory with no link in it. */
  readonly real: string;
  readonly label: string;
}

/** A directory on a search's way. */
interface Spot extends NamedDirectory {
  /** Directories from where the search began. */
  readonly depth: number;
  /** What ignores things in it, its own .gitignore aside. */
  readonly scope: IgnoreScope;
  readonly passOver?: PassOver | undefined;
}

/** The last two are what `skills install` keeps beside installed skills: such as are no longer there, or not yet. */
const skipped: ReadonlySet<string> = new Set([".git", "node_modules", ".skills-backup", ".skills-transaction"]);

/**
 * Every skill at or below a directory that was named outright, and so is not ignored itself. A SKILL.md ends the way down;
 * a near miss does not, as a skill.md beside other directories need not have been meant as one, and was not where skills lie below it.
 */
export async function searchTree(directory: NamedDirectory, search: Search): Promise<void> {
  const names = readNamesOrSay(directory, search);
  if (names.some(isDocument)) return addSkill(directory, search, names);
  if (names.some(isMisspelt)) addSkill(directory, search, names);
  const passOver = search.ignore && passOverBelow(search.ignore, directory);
  await visit({ ...directory, depth: 0, scope: await scopeAbove(directory.real, search.unread), passOver }, names, search);
}

/** The directory itself, by a name that means nothing further down a tree: SKILLS.md, or its own with ".md". */
export function searchFlat(directory: NamedDirectory, search: Search): void {
  const own = path.basename(directory.absolute);
  const isFlat = ({ text, kind }: Name): boolean => kind !== "directory" && isNearMiss(text, own);
  const names = readNamesOrSay(directory, search);
  if (names.some(isFlat)) addSkill(directory, search, names);
}

/** `names` are what the directory holds, where that is known. */
export function addSkill(directory: NamedDirectory, { found }: Search, names?: readonly Name[]): void {
  found.push(toFound(directory, names));
}

function toFound({ absolute, real, label }: NamedDirectory, names?: readonly Name[]): Found {
  return { source: openDirectory(absolute, label, names), real };
}

async function visit(spot: Spot, names: readonly Name[], search: Search): Promise<void> {
  const scope = names.some(({ text }) => text === ".gitignore") ? await enter(spot.scope, spot.real, search.unread, spot.label) : spot.scope;
  const isKept = (name: Name): boolean => (scope.length === 0 || !isIgnored(scope, joinNative(spot.real, name.text), name.kind === "directory")) && !isPassedOver(name, spot);
  const kept = names.filter((name) => (isDocument(name) || isMisspelt(name) || isWay(name)) && isKept(name));
  if (kept.some(isDocument)) return addSkill(spot, search, names);
  const above = search.found.length;
  for (const name of kept.filter(isWay).sort(byName)) await descend(name, { ...spot, scope }, search);
  if (kept.some(isMisspelt) && search.found.length === above) search.found.push(toFound(spot, names));
}

async function descend({ text, kind, foreign }: Name, above: Spot, search: Search): Promise<void> {
  const label = joinLabel(above.label, text);
  const real = joinNative(above.real, text);
  if (foreign !== undefined) search.unread.push({ path: label, reason: foreign });
  else if (kind === "symlink") search.links.push(...linkToSkill(label, real));
  else if (above.depth === limits.searchDepth) search.unread.push({ path: label, reason: `more than ${limits.searchDepth} directories down` });
  else {
    const spot = { ...above, absolute: joinNative(above.absolute, text), real, label, depth: above.depth + 1 };
    await visit(spot, readNamesOrSay(spot, search), search);
  }
}

function linkToSkill(label: string, link: string): Search["links"] {
  try {
    const real = realpathSync.native(link);
    return lstatSync(path.join(real, documentName), { throwIfNoEntry: false }) ? [{ label, real }] : [];
  } catch {
    // It leads nowhere, or to a file, or where nobody may look: to no skill that could be read.
    return [];
  }
}

function isPassedOver({ text, kind }: Name, { absolute, real, passOver }: Spot): boolean {
  return passOver !== undefined && passOver({ absolute: joinNative(absolute, text), real: joinNative(real, text) }, kind === "directory");
}

function isDocument({ text }: Name): boolean {
  return text === documentName;
}

function isMisspelt({ text, kind }: Name): boolean {
  return kind !== "directory" && isDocumentNameInAnyCase(text);
}

/** Whether a skill could lie behind a name. */
function isWay({ text, kind, foreign }: Name): boolean {
  return (kind === "directory" || kind === "symlink" || foreign !== undefined) && !skipped.has(text);
}

function readNamesOrSay({ absolute, label }: NamedDirectory, { unread }: Search): Name[] {
  try {
    return readNames(absolute);
  } catch (error) {
    unread.push({ path: label, reason: systemReason(error) });
    return [];
  }
}
