import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { limits } from "../model/limits.ts";
import { makeRepository } from "./stage-files.ts";
import type { SessionPlace } from "./workspace.ts";

/** A directory of skills on this machine, and where a client looks for it. */
export interface RootToCopy {
  /** As in the rules of the client: ".claude/skills", or "~/.claude/skills" in the home directory. */
  readonly root: string;
  /** Number of directories between the working directory and the one that contains the root. */
  readonly level: number;
  /** The directory without symlinks. */
  readonly real: string;
}

export interface CopiedMachine {
  /** The working directory, which is below `project` if the roots are on several levels. */
  readonly cwd: string;
  /** The path of a copied file → the file that it is a copy of. */
  originalOf(file: string): string | undefined;
}

const mostFiles = 5_000;

/** Files that decide which skills there are; others may contain secrets, and none of them is copied. */
const copied = /\.md$/i;
const skipped: ReadonlySet<string> = new Set([".git", "node_modules", ".system"]);

/** The state of a run. */
interface Copying {
  /** Directories without symlinks → their copies. */
  readonly copies: Map<string, string>;
  /** Copied files → their originals. */
  readonly originals: Map<string, string>;
  /** The directories whose entries are still to be copied. */
  readonly work: { readonly from: string; readonly to: string }[];
  /** For the targets of symlinks out of the roots. */
  readonly linked: string;
}

/**
 * Copies the Markdown files of roots into an empty home directory and project. A symlink to a copied directory leads
 * to the copy. Throws a SkillsError ("too-large") for more than 5,000 files.
 */
export function copyRoots(
  roots: readonly RootToCopy[],
  { home, project }: SessionPlace,
  { levels, hasRepository }: { readonly levels: number; readonly hasRepository: boolean },
): CopiedMachine {
  const directories = Array.from({ length: levels }, (_level, at) =>
    path.join(project, ...Array.from({ length: levels - 1 - at }, (_name, below) => `below-${below + 1}`)),
  );
  const cwd = directories[0]!;
  mkdirSync(cwd, { recursive: true });
  if (hasRepository) makeRepository(project);
  const linked = path.join(project, "..", "linked");
  const copying: Copying = { copies: new Map(), originals: new Map(), work: [], linked };
  for (const { root, level, real } of roots) {
    const base = root.startsWith("~/") ? home : directories[level]!;
    copyDirectory(real, path.join(base, root.replace(/^~\//, "")), copying);
  }
  for (const { from, to } of copying.work) copyEntries(from, to, copying);
  return { cwd, originalOf: (file) => copying.originals.get(realPath(file) ?? file) };
}

function copyDirectory(from: string, to: string, { copies, work }: Copying): void {
  copies.set(from, to);
  work.push({ from, to });
}

function copyEntries(from: string, to: string, copying: Copying): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).sort()) {
    if (skipped.has(name)) continue;
    if (copying.originals.size >= mostFiles)
      throw new SkillsError("too-large", `more than ${mostFiles} Markdown files to copy`);
    const entry = { from: path.join(from, name), to: path.join(to, name) };
    const stats = lstatSync(entry.from);
    if (stats.isDirectory()) copying.work.push(entry);
    else if (stats.isFile()) copyFile(entry.from, entry.to, copying);
    else if (stats.isSymbolicLink()) copyLink(entry.from, entry.to, copying);
  }
}

function copyFile(from: string, to: string, { originals }: Copying): void {
  if (!copied.test(from) || lstatSync(from).size > limits.textBytes) return;
  mkdirSync(path.dirname(to), { recursive: true });
  writeFileSync(to, readFileSync(from));
  originals.set(to, from);
}

/** A target outside the roots gets a copy of its own. */
function copyLink(from: string, to: string, copying: Copying): void {
  const target = realPath(from);
  if (target === undefined) return symlinkSync("nowhere", to);
  const stats = lstatSync(target);
  if (!stats.isDirectory() && !copied.test(from)) return;
  const known = Array.from(copying.copies).find(([source]) => isWithin(target, source));
  const copy = known
    ? path.join(known[1], path.relative(known[0], target))
    : path.join(copying.linked, String(copying.copies.size + copying.originals.size), path.basename(target));
  if (!known && stats.isDirectory()) copyDirectory(target, copy, copying);
  if (!known && stats.isFile()) copyFile(target, copy, copying);
  symlinkSync(copy, to);
}

function isWithin(file: string, directory: string): boolean {
  return file === directory || file.startsWith(directory + path.sep);
}

function realPath(link: string): string | undefined {
  try {
    return realpathSync.native(link);
  } catch {
    return undefined;
  }
}
