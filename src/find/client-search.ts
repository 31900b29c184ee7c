import { readlinkSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { joinLabel, leadsIntoGit } from "../core/paths.ts";
import { systemCode, systemReason } from "../core/unreadable.ts";
import { isTracked } from "../git/index-file.ts";
import { chooseDocument, documentName, isDocumentNameInAnyCase } from "../model/document-name.ts";
import { limits } from "../model/limits.ts";
import type { Unread } from "../model/source.ts";
import { directoryAbove, joinNative, parentLabel, toInnerPath, toNativePath } from "../read/label.ts";
import { byName, readNames, type Name } from "../read/listing-names.ts";
import { leadsToDirectory } from "../read/there.ts";
import { isMeantAsDocument, isOtherDocument } from "./client-root.ts";
import { declaresSkill } from "./declares-skill.ts";
import { type ClientRoot, isOnAWay, rootAmong, type Ways, waysThrough } from "./client-places.ts";
import { mayBeDirectory, whyLinkAsText } from "./link-as-text.ts";
import { submoduleReason } from "./left-out.ts";
import {
  addSkill,
  type ClientSearch,
  type Excluding,
  type NamedDirectory,
  type Place,
  type Search,
  type Way,
} from "./search.ts";

/** More directories than the roots of a project have, installed packages aside. */
const mostDirectories = 20_000;

/**
 * Finds every SKILL.md in a root of clients, which read no ignore files and know none of the names for which other
 * directories are left out. What may not be read is unread and needed, as clients may load it.
 */
export function searchRoot(directory: NamedDirectory & Excluding, root: ClientRoot, search: Search): void {
  const { absolute, real, label, passOver } = directory;
  searchPlace({ absolute, real, label, passOver, root, inner: "", depth: 0, insideSkill: false }, search);
}

/** Searches what was put off. Symlinks lead no further than to the checkout. */
export function searchRest(search: Search): void {
  const { clients } = search;
  if (!clients) return;
  const { links, packages } = clients;
  // Both arrays grow during the loop.
  for (let [link, place] = [0, 0]; link < links.length || place < packages.length; )
    if (link < links.length) follow(links[link++]!, search, clients);
    else searchPlace(packages[place++]!, search);
}

function searchPlace(place: Place, search: Search): void {
  const { clients, unread } = search;
  if (!clients || isOverLimit(place, search, clients) || !isNew(place, clients)) return;
  const names = namesIn(place, place.insideSkill ? [] : unread)
    .filter((name) => !isExcluded(name, place))
    .sort(byName);
  const document = names.find(({ text }) => text === documentName);
  if (document) addSkill(place, search, names);
  // A directory of this name is reported, but clients look for skills in it and beside it.
  const isSkill = document !== undefined && !isDirectory(joinNative(place.absolute, documentName), document);
  noteDocuments(place, names, isSkill, clients);
  const above = search.found.length;
  // A SKILL.md in the root itself ends the search of no client that ignores it.
  if (!isSkill || place.root.insideSkills || place.inner === "")
    for (const name of names) searchBelow(place, name, isSkill, search);
  // As elsewhere, a misspelled file in the root itself is no skill if there are skills below it.
  if (!document && names.some(isMisspelled) && (place.inner !== "" || search.found.length === above))
    addSkill(place, search, names);
  else if (isMeantAsSkill(place, names)) addSkill(place, search, names);
}

/** Whether a directory below a root has a file with the fields of a skill, but another name than SKILL.md. */
function isMeantAsSkill({ absolute, label, inner, insideSkill }: Place, names: readonly Name[]): boolean {
  const document = chooseDocument(
    names.filter(({ kind }) => kind === "file").map(({ text }) => text),
    path.basename(absolute),
  );
  if (inner === "" || insideSkill || document === undefined || isDocumentNameInAnyCase(document))
    return false;
  return declaresSkill(joinNative(absolute, document), joinLabel(label, document)) === true;
}

/** Whether a directory has not been searched as a part of the same root, to which symlinks may lead twice. */
function isNew({ real, root }: Place, { searched }: ClientSearch): boolean {
  const key = `${root.root}\0${real}`;
  if (searched.has(key)) return false;
  searched.add(key);
  return true;
}

function isOverLimit(place: Place, { unread }: Search, { searched }: ClientSearch): boolean {
  if (searched.size < mostDirectories) return false;
  unread.push(cutOff(place, `more than ${mostDirectories} directories`));
  return true;
}

/**
 * What is not searched because of a limit: the root, or installed packages. Packages that git does not track did not
 * come with the project, and clients have limits for them, too.
 */
function cutOff({ label, inner, real }: Place, reason: string): Unread {
  const names = inner === "" ? [] : inner.split("/");
  const kept = names.indexOf(installed) + 1;
  const left = names.slice(kept);
  const path = left.reduce((at) => parentLabel(at), label);
  const isNeeded =
    kept === 0 ||
    isTracked(
      left.reduce((at) => directoryAbove(at), real),
      true,
    );
  return { path, reason, ...(isNeeded && { needed: true }) };
}

const installed = "node_modules";

function namesIn({ absolute, label }: NamedDirectory, unread: Unread[]): Name[] {
  try {
    return readNames(absolute);
  } catch (error) {
    unread.push({ path: label, reason: systemReason(error), needed: true });
    return [];
  }
}

function noteDocuments(place: Place, names: readonly Name[], isSkill: boolean, clients: ClientSearch): void {
  const { absolute, label, real, root, inner, depth, insideSkill } = place;
  for (const { text, kind } of names) {
    const file = { absolute: joinNative(absolute, text), label: joinLabel(label, text) };
    if (isDocumentNameInAnyCase(text)) {
      if (kind === "symlink") clients.linkedDocuments.push({ ...file, skill: real });
      continue;
    }
    const isMeant = isMeantAsDocument(text, { inner, depth, insideSkill }, isSkill);
    if (!isMeant && !isOtherDocument(text, { insideSkill }, isSkill)) continue;
    if (kind === "file" || (kind === "symlink" && endOf(file.absolute).kind === "file"))
      clients.loose.push({
        ...file,
        ...(!isMeant && { isOther: true }),
        directory: real,
        root: root.root,
        inner: inner === "" ? text : `${inner}/${text}`,
      });
  }
}

function searchBelow(above: Place, name: Name, isSkill: boolean, search: Search): void {
  const { text, kind, foreign } = name;
  const label = joinLabel(above.label, text);
  const absolute = joinNative(above.absolute, text);
  const insideSkill = above.insideSkill || (isSkill && above.depth > 0);
  // What cannot be listed in a skill is reported with the skill.
  if (foreign !== undefined && !insideSkill)
    search.unread.push({ path: label, reason: foreign, needed: true });
  if (kind === "file" && above.depth === 0 && mayBeDirectory(text)) {
    const reason = whyLinkAsText(absolute, label);
    if (reason !== undefined) search.unread.push({ path: label, reason, needed: true });
  }
  if (text === ".git" || (kind !== "directory" && kind !== "symlink")) return;
  const below: Place = {
    absolute,
    label,
    real: joinNative(above.real, text),
    root: above.root,
    passOver: above.passOver,
    inner: above.inner === "" ? text : `${above.inner}/${text}`,
    depth: above.depth + 1,
    insideSkill,
  };
  if (above.depth === limits.searchDepth) {
    if (insideSkill ? isTracked(below.real, true) : isDirectory(absolute, name))
      search.unread.push(cutOff(below, `more than ${limits.searchDepth} directories deep`));
  } else if (kind === "symlink")
    search.clients?.links.push({ absolute, label, passOver: above.passOver, ways: [], from: below });
  // As they may be many, the shallow ones come first.
  else if (below.inner.split("/").includes(installed)) search.clients?.packages.push(below);
  else searchPlace(below, search);
}

function isExcluded({ text, kind }: Name, { absolute, real, passOver }: Place): boolean {
  const place = { absolute: joinNative(absolute, text), real: joinNative(real, text) };
  return passOver?.(place, kind === "directory") ?? false;
}

function isDirectory(absolute: string, { kind }: Name): boolean {
  return kind === "directory" || (kind === "symlink" && leadsToDirectory(absolute));
}

function isMisspelled({ text, kind }: Name): boolean {
  return kind !== "directory" && isDocumentNameInAnyCase(text);
}

function follow(way: Way, search: Search, clients: ClientSearch): void {
  const { absolute, label, passOver, ways, from } = way;
  const end = endOf(absolute);
  const reason = end.kind === "file" ? undefined : whyNotFollowed(end, clients);
  if (reason === outsideReason) {
    if (from || mayLead(absolute, ways)) clients.outside.push({ label, real: end.real });
  } else if (reason !== undefined) search.unread.push({ path: label, reason, needed: true });
  if (reason !== undefined || end.kind !== "directory") return;
  const directory = { absolute, label, real: end.real, passOver };
  clients.followed.push({ absolute, real: end.real });
  if (from) return searchPlace({ ...from, ...directory }, search);
  const root = rootAmong(ways);
  if (root) searchRoot(directory, root, search);
  if (ways.every(({ rest }) => rest === "")) return;
  for (const { text, kind } of namesIn(directory, search.unread).sort(byName)) {
    const next = { absolute: joinNative(absolute, text), label: joinLabel(label, text), passOver };
    const through = kind === "directory" || kind === "symlink" ? waysThrough(ways, text) : [];
    if (through.length > 0) follow({ ...next, ways: through }, search, clients);
  }
}

/** What is outside is not opened; whether one of the roots is there can be asked without that. */
function mayLead(absolute: string, ways: Ways): boolean {
  return ways.some(({ rest }) => leadsToDirectory(path.join(absolute, ...rest.split("/"))));
}

/** Where a path leads: to a directory, to something else, or to a path at which nothing is. */
interface End {
  readonly kind: "directory" | "file" | "nowhere";
  readonly real: string;
}

function endOf(absolute: string): End {
  try {
    const real = realpathSync.native(absolute);
    return { kind: statSync(real).isDirectory() ? "directory" : "file", real };
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return { kind: "nowhere", real: targetOf(absolute) };
  }
}

/** The path to which a symlink leads in which nothing is, as far as that can be found out. */
function targetOf(absolute: string): string {
  try {
    const above = realpathSync.native(path.dirname(absolute));
    return path.resolve(above, readlinkSync(absolute));
  } catch {
    return absolute;
  }
}

function whyNotFollowed({ kind, real }: End, { root, absent }: ClientSearch): string | undefined {
  if (absent.some((place) => toInnerPath(place, real) !== undefined))
    return `it leads into ${submoduleReason}`;
  if (kind === "nowhere") return undefined;
  const inner = toInnerPath(root, real);
  if (inner === undefined) return outsideReason;
  return leadsIntoGit(inner) ? "it leads into the files of git" : undefined;
}

export const outsideReason =
  "it is a symlink out of the project, which clients follow; pass its path to read it";

/**
 * Each SKILL.md that is a symlink to another file than the SKILL.md of a skill that was found. It is not read, but most
 * clients follow it.
 */
export function unreadDocuments(
  clients: ClientSearch,
  isFound: (directory: string) => boolean,
): readonly Unread[] {
  return clients.linkedDocuments.flatMap(({ absolute, label, skill }) => {
    const end = endOf(absolute);
    const isKnown =
      toInnerPath(skill, end.real) !== undefined ||
      (path.basename(end.real) === documentName && isFound(path.dirname(end.real)));
    const leads = end.kind === "file" ? !isKnown : whyNotFollowed(end, clients) !== undefined;
    const reason = "it is a symlink out of the skill, which most clients follow";
    return leads ? [{ path: label, reason, needed: true as const }] : [];
  });
}

/** Submodules below a directory that are not checked out. */
export function unreadSubmodules(
  { absolute, real, label }: NamedDirectory,
  { absent }: ClientSearch,
): readonly Unread[] {
  return absent.flatMap((place) => {
    const inner = toInnerPath(real, place);
    if (!inner) return [];
    const path = inner.split("/").reduce(joinLabel, label);
    const isNeeded = isOnAWay(toNativePath(absolute, inner));
    return [{ path, reason: submoduleReason, ...(isNeeded && { needed: true as const }) }];
  });
}
