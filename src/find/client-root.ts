import { lstatSync, realpathSync, statSync } from "node:fs";
import { compareText } from "../core/order.ts";
import { systemCode, systemReason } from "../core/unreadable.ts";
import type { RootDocument } from "../model/client-roots.ts";
import { documentName, isNearMiss } from "../model/document-name.ts";
import { limits } from "../model/limits.ts";
import type { Unread } from "../model/source.ts";
import { joinNative } from "../read/label.ts";
import { byName, readNamesOrRecord, type Name } from "../read/listing-names.ts";

export interface ReadRoot {
  /** The root without symlinks. */
  readonly real: string;
  /** Sorted by path. */
  readonly documents: readonly RootDocument[];
  /** Directories that were not searched. */
  readonly unread: readonly Unread[];
}

/**
 * Directories that no client takes skills from: git's files, installed packages, and the skills that Codex brings
 * along.
 */
const skipped: ReadonlySet<string> = new Set([".git", "node_modules", ".system"]);
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
 * clients look: in hidden directories, inside other skills and through symlinks. Opens no file. Undefined if the root
 * is not a directory.
 */
export function readClientRoot(absolute: string, label: string): ReadRoot | undefined {
  if (!isDirectory(absolute)) return undefined;
  const search: Search = { label, documents: [], unread: [] };
  const real = realPath(absolute);
  if (typeof real !== "string")
    return { real: absolute, documents: [], unread: [{ path: label, reason: real.problem }] };
  // The array is a queue: it grows during the loop, so that a limit cuts off the deepest directories.
  const spots: Spot[] = [
    { absolute: real, inner: "", depth: 0, links: [], chain: [real], insideSkill: false },
  ];
  for (const spot of spots) {
    const names = readNamesOrRecord(spot.absolute, join(label, spot.inner), search.unread).sort(byName);
    const isSkill = names.some(({ text, kind }) => text === documentName && kind !== "directory");
    for (const name of names) {
      const below = take(name, spot, isSkill, search);
      if (below && spots.length >= mostDirectories) {
        search.unread.push({ path: label, reason: `more than ${mostDirectories} directories` });
        return finish(real, search);
      }
      if (below) spots.push(below);
    }
  }
  return finish(real, search);
}

function finish(real: string, { documents, unread }: Search): ReadRoot {
  return { real, documents: documents.sort((a, b) => compareText(a.path, b.path)), unread };
}

/** Records a file; returns a directory to be searched. */
function take(name: Name, spot: Spot, isSkill: boolean, search: Search): Spot | undefined {
  const { text, kind, foreign } = name;
  const inner = join(spot.inner, text);
  const absolute = joinNative(spot.absolute, text);
  if (foreign !== undefined) search.unread.push({ path: join(search.label, inner), reason: foreign });
  if (skipped.has(text) || kind === "other") return undefined;
  const links = kind === "symlink" ? [...spot.links, inner] : spot.links;
  const end = kind === "symlink" ? endOf(absolute) : kind;
  if (end === "directory") return enter({ ...spot, absolute, inner, links }, isSkill, search);
  if (isDocument(text, spot, isSkill) || (end === "nowhere" && spot.depth === 0))
    search.documents.push({ path: inner, links, ...identify(absolute, end) });
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

function isDocument(name: string, { inner, depth, insideSkill }: Spot, isSkill: boolean): boolean {
  if (name === documentName) return true;
  if (insideSkill || isSkill) return false;
  if (isNearMiss(name, inner.slice(inner.lastIndexOf("/") + 1))) return true;
  return depth === 0 && name.endsWith(".md") && !projectFile.test(name);
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

function isDirectory(absolute: string): boolean {
  try {
    return lstatSync(absolute).isDirectory() || statSync(absolute).isDirectory();
  } catch {
    // It does not exist, is a dangling symlink or may not be reached; then clients do not read it either.
    return false;
  }
}

function join(directory: string, name: string): string {
  return directory === "" ? name : name === "" ? directory : `${directory}/${name}`;
}
