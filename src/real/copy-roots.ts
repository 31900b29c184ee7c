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

interface CopiedSurroundings extends Pick<Copying, "sidecars"> {
  /** The working directory and those above it in its repository. */
  readonly levels: number;
  readonly hasRepository: boolean;
}

const mostFiles = 5_000;

/** Files that decide which skills there are; others may contain secrets, and none of them is copied. */
const markdown = /\.md$/i;
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
  /** The other files that the client reads in a skill, relative to its directory. */
  readonly sidecars: readonly string[];
}

/**
 * Copies the Markdown files of roots, and the other files that decide how the client lists a skill, into an empty home
 * directory and project. A symlink to a copied directory leads to the copy. Throws a SkillsError ("too-large") for more
 * than 5,000 files.
 */
export function copyRoots(
  roots: readonly RootToCopy[],
  { home, project }: SessionPlace,
  { levels, hasRepository, sidecars }: CopiedSurroundings,
): CopiedMachine {
  const directories = Array.from({ length: levels }, (_level, at) =>
    path.join(project, ...Array.from({ length: levels - 1 - at }, (_name, below) => `below-${below + 1}`)),
  );
  const cwd = directories[0]!;
  mkdirSync(cwd, { recursive: true });
  if (hasRepository) makeRepository(project);
  const linked = path.join(project, "..", "linked");
  const copying: Copying = { copies: new Map(), originals: new Map(), work: [], linked, sidecars };
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
      throw new SkillsError("too-large", `more than ${mostFiles} files to copy`);
    const entry = { from: path.join(from, name), to: path.join(to, name) };
    const stats = lstatSync(entry.from);
    if (stats.isDirectory()) copying.work.push(entry);
    else if (stats.isFile()) copyFile(entry.from, entry.to, copying);
    else if (stats.isSymbolicLink()) copyLink(entry.from, entry.to, copying);
  }
}

function isCopied(file: string, { sidecars }: Copying): boolean {
  const slashed = file.split(path.sep).join("/");
  return markdown.test(file) || sidecars.some((sidecar) => slashed.endsWith(`/${sidecar}`));
}

function copyFile(from: string, to: string, copying: Copying): void {
  const { originals } = copying;
  if (!isCopied(from, copying) || lstatSync(from).size > limits.textBytes) return;
  mkdirSync(path.dirname(to), { recursive: true });
  writeFileSync(to, readFileSync(from));
  originals.set(to, from);
}

/** A target outside the roots gets a copy of its own. */
function copyLink(from: string, to: string, copying: Copying): void {
  const target = realPath(from);
  if (target === undefined) return symlinkSync("nowhere", to);
  const stats = lstatSync(target);
  if (!stats.isDirectory() && !isCopied(from, copying)) return;
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
