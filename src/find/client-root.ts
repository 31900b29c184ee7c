import { realpathSync, statSync } from "node:fs";
import { compareText } from "../core/order.ts";
import { systemCode, systemReason } from "../core/unreadable.ts";
import type { RootDocument } from "../model/client-roots.ts";
import { documentName, isNearMiss } from "../model/document-name.ts";
import { limits } from "../model/limits.ts";
import type { Unread } from "../model/source.ts";
import { joinNative } from "../read/label.ts";
import { byName, readNamesOrRecord, type Name } from "../read/listing-names.ts";
import { mayBeDirectory, whyLinkAsText } from "./link-as-text.ts";
import { leadsToDirectory } from "../read/there.ts";

export interface ReadRoot {
  /** The root without symlinks. */
  readonly real: string;
  /** Sorted by path. */
  readonly documents: readonly RootDocument[];
  /** Directories that were not searched. */
  readonly unread: readonly Unread[];
}

/** Git's files, and in the user's own root of Codex the skills that come with it. */
function isSkipped(name: string, inner: string, { label }: Search): boolean {
  return name === ".git" || (inner === ".system" && /(?:^|\/)\.codex\/skills$/.test(label));
}

/** Installed packages, which some clients search. They are searched last, as they may be many. */
const packages = "node_modules";
const mostDirectories = 2000;

interface Spot {
  readonly absolute: string;
  /** Relative to the root; "" for the root. */
  readonly inner: string;
  readonly depth: number;
  readonly links: readonly string[];
  /** The real paths of the directory and of those above it, for which a symlink to one of them is a loop. */
  readonly chain: readonly string[];
  /** Whether the directory is inside a skill, where files with similar names belong to that skill. */
  readonly insideSkill: boolean;
}

interface Search {
  readonly label: string;
  readonly documents: RootDocument[];
  readonly unread: Unread[];
}

/**
 * Finds every SKILL.md in a root of clients, and the files that were probably meant to be one, also where only some
 * clients look: in hidden directories, inside other skills and through symlinks; and the other Markdown files outside
 * skills. Opens no file but what may be a symlink that Git checked out as text. Undefined if the root is not a directory.
 */
export function readClientRoot(absolute: string, label: string): ReadRoot | undefined {
  if (!leadsToDirectory(absolute)) {
    const reason = whyLinkAsText(absolute, label);
    return reason === undefined
      ? undefined
      : { real: absolute, documents: [], unread: [{ path: label, reason }] };
  }
  const search: Search = { label, documents: [], unread: [] };
  const real = realPath(absolute);
  if (typeof real !== "string")
    return { real: absolute, documents: [], unread: [{ path: label, reason: real.problem }] };
  // The arrays are queues: they grow during the loops, so that a limit cuts off the deepest directories.
  const spots: Spot[] = [
    { absolute: real, inner: "", depth: 0, links: [], chain: [real], insideSkill: false },
  ];
  const later: Spot[] = [];
  for (const [isLater, queue] of [spots, later].entries())
    for (const spot of queue)
      for (const below of belowSpot(spot, search)) {
        if (spots.length + later.length >= mostDirectories) {
          const path = isLater ? packagesOf(below.inner) : "";
          search.unread.push({ path: join(label, path), reason: `more than ${mostDirectories} directories` });
          return finish(real, search);
        }
        (isLater || below.inner.endsWith(packages) ? later : spots).push(below);
      }
  return finish(real, search);
}

function finish(real: string, { documents, unread }: Search): ReadRoot {
  return { real, documents: documents.sort((a, b) => compareText(a.path, b.path)), unread };
}

/** Records the files of a directory; returns the directories in it to be searched. */
function belowSpot(spot: Spot, search: Search): readonly Spot[] {
  const names = readNamesOrRecord(spot.absolute, join(search.label, spot.inner), search.unread).sort(byName);
  const isSkill = names.some(({ text, kind }) => text === documentName && kind !== "directory");
  return names.flatMap((name) => take(name, spot, isSkill, search) ?? []);
}

/** Records a file; returns a directory to be searched. */
function take(name: Name, spot: Spot, isSkill: boolean, search: Search): Spot | undefined {
  const { text, kind, foreign } = name;
  const inner = join(spot.inner, text);
  const absolute = joinNative(spot.absolute, text);
  if (foreign !== undefined) search.unread.push({ path: join(search.label, inner), reason: foreign });
  if (isSkipped(text, inner, search) || kind === "other") return undefined;
  const links = kind === "symlink" ? [...spot.links, inner] : spot.links;
  const end = kind === "symlink" ? endOf(absolute) : kind;
  if (end === "directory") return enter({ ...spot, absolute, inner, links }, isSkill, search);
  if (end === "file" && spot.depth === 0 && mayBeDirectory(text)) {
    const reason = whyLinkAsText(absolute, join(search.label, inner));
    if (reason !== undefined) search.unread.push({ path: join(search.label, inner), reason });
  }
  if (isDocument(text, spot, isSkill) || (end === "nowhere" && spot.depth === 0))
    search.documents.push({ path: inner, links, ...identify(absolute, end) });
  else if (end === "file" && isOtherDocument(text, spot, isSkill))
    search.documents.push({ path: inner, links, isOther: true, ...identify(absolute, end) });
  return undefined;
}

/** The directory below `spot`, which has the path of the directory and the depth of its parent. */
function enter(spot: Spot, isSkill: boolean, { label, unread }: Search): Spot | undefined {
  const { absolute, inner, depth, chain } = spot;
  if (depth >= limits.searchDepth) {
    unread.push({ path: join(label, inner), reason: `more than ${limits.searchDepth} directories deep` });
    return undefined;
  }
  const real = realPath(absolute);
  if (typeof real !== "string") {
    unread.push({ path: join(label, inner), reason: real.problem });
    return undefined;
  }
  if (chain.includes(real)) return undefined;
  return {
    ...spot,
    depth: depth + 1,
    chain: [...chain, real],
    insideSkill: spot.insideSkill || (isSkill && depth > 0),
  };
}

/** Files that Markdown projects have in every directory; their names are in upper case. */
const projectFile = /^[A-Z_-]+\.md$/;

function isDocument(name: string, spot: Spot, isSkill: boolean): boolean {
  return name === documentName || isMeantAsDocument(name, spot, isSkill);
}

/**
 * Whether a file that is no SKILL.md was probably meant to be a skill. `isSkill`: whether its directory, `inner` of
 * the root, has a SKILL.md.
 */
export function isMeantAsDocument(
  name: string,
  { inner, depth, insideSkill }: Pick<Spot, "inner" | "depth" | "insideSkill">,
  isSkill: boolean,
): boolean {
  if (insideSkill || isSkill) return false;
  if (isNearMiss(name, inner.slice(inner.lastIndexOf("/") + 1))) return true;
  return depth === 0 && name.endsWith(".md") && !projectFile.test(name);
}

/** Whether it is a Markdown file outside skills, which some client may load all the same. */
export function isOtherDocument(
  name: string,
  { insideSkill }: Pick<Spot, "insideSkill">,
  isSkill: boolean,
): boolean {
  return name.endsWith(".md") && !insideSkill && !isSkill;
}

function identify(
  absolute: string,
  end: "file" | "nowhere" | "other",
): Pick<RootDocument, "file" | "problem"> {
  if (end === "nowhere") return { problem: "nowhere" };
  const real = realPath(absolute);
  return typeof real === "string" ? { file: real } : real;
}

function endOf(absolute: string): "file" | "directory" | "nowhere" | "other" {
  try {
    const stats = statSync(absolute);
    return stats.isDirectory() ? "directory" : stats.isFile() ? "file" : "other";
  } catch (error) {
    return systemCode(error) === "EACCES" ? "other" : "nowhere";
  }
}

function realPath(absolute: string): string | { readonly problem: string } {
  try {
    return realpathSync.native(absolute);
  } catch (error) {
    return { problem: systemReason(error) };
  }
}

/** The part of a path that ends with the first directory of installed packages. */
function packagesOf(inner: string): string {
  const names = inner.split("/");
  return names.slice(0, names.indexOf(packages) + 1).join("/");
}

function join(directory: string, name: string): string {
  return directory === "" ? name : name === "" ? directory : `${directory}/${name}`;
}
