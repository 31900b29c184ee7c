import { realpathSync, statSync } from "node:fs";
import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { compareText } from "../core/order.ts";
import { reasonOf, systemCode, systemReason } from "../core/unreadable.ts";
import { userRoots, type RootDocument, type RootListing, type RootRules } from "../model/client-roots.ts";
import { documentName, isNearMiss } from "../model/document-name.ts";
import { limits } from "../model/limits.ts";
import type { Unread } from "../model/source.ts";
import { joinNative, toInnerPath } from "../read/label.ts";
import { byName, readNamesOrRecord, type Name } from "../read/listing-names.ts";
import { readFile } from "../read/open-file.ts";
import { isThere, leadsToDirectory, projectDirectories } from "../read/there.ts";

/** Where clients are assumed to run. */
export interface MachineOptions {
  /** The directory that paths are relative to. */
  readonly cwd: string;
  /** The working directory of the clients; by default `cwd`. */
  readonly project?: string;
  /** Replaces the home directory of `env`; variables that move directories are then ignored. */
  readonly home?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

interface Surroundings {
  readonly cwd: string;
  readonly project: string;
  readonly home: string | undefined;
  /** The home directory that "~" means to the user's shell. */
  readonly tilde: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A root of a client on this machine. */
export interface MachineRoot extends RootListing {
  readonly scope: "project" | "user";
  readonly present: boolean;
  /** The directory without symlinks; equal for two paths to one directory. */
  readonly real: string;
}

/** Reads the roots of clients, each directory and each file once. */
export interface Machine {
  /** The roots that a client reads, also those that do not exist. */
  rootsOf(rules: RootRules): readonly MachineRoot[];
  /** The bytes of a file of a root, or why it cannot be read. */
  read(file: string): Uint8Array | { readonly problem: string };
  readonly unread: readonly Unread[];
  /** The working directory and those above it in its repository. */
  readonly levels: number;
  /** Whether the last of the levels is the root of a repository. */
  readonly hasRepository: boolean;
}

export function openMachine(options: MachineOptions): Machine {
  const surroundings = resolve(options);
  const { project, home, env } = surroundings;
  const levels = levelsOf(project, home);
  const unread: Unread[] = [];
  const found = new Map<string, ReturnType<typeof readClientRoot>>();
  const files = new Map<string, ReturnType<Machine["read"]>>();
  const open = (root: string, absolute: string, rest: Pick<MachineRoot, "scope" | "level">): MachineRoot => {
    const label = shownPath(absolute, rest.scope, surroundings);
    if (!found.has(absolute)) {
      const read = readClientRoot(absolute, label);
      unread.push(...(read?.unread ?? []));
      found.set(absolute, read);
    }
    const read = found.get(absolute);
    const { real = absolute, documents = [] } = read ?? {};
    return { root, label, ...rest, present: read !== undefined, real, documents };
  };
  const rootsOf = (rules: RootRules): readonly MachineRoot[] => {
    const ofProject = rules.project.flatMap((root) =>
      levelsRead(rules, root, levels.length).map((level) =>
        open(root, path.join(levels[level]!, root), { scope: "project", level }),
      ),
    );
    const ofUser = userRoots(rules, env).flatMap(({ root, path: written }) => {
      const absolute = written.startsWith("~/") ? home && path.join(home, written.slice(2)) : written;
      return absolute ? [open(root, path.resolve(project, absolute), { scope: "user", level: 0 })] : [];
    });
    return withoutRepeats([...ofProject, ...ofUser]);
  };
  const read = (file: string): ReturnType<Machine["read"]> => {
    const known = files.get(file);
    if (known) return known;
    const now = readOnce(file);
    files.set(file, now);
    return now;
  };
  const hasRepository = isThere(path.join(levels.at(-1)!, ".git"));
  return { rootsOf, read, unread, levels: levels.length, hasRepository };
}

function resolve({ cwd, project = ".", home, env = {} }: MachineOptions): Surroundings {
  const variable = env[process.platform === "win32" ? "USERPROFILE" : "HOME"];
  const tilde = variable !== undefined && path.isAbsolute(variable) ? variable : undefined;
  return {
    cwd,
    project: path.resolve(cwd, project),
    ...(home === undefined
      ? { home: tilde, tilde, env }
      : { home: path.resolve(cwd, home), tilde: undefined, env: {} }),
  };
}

/** The working directory and the directories above it in its repository; without a repository, only itself. */
function levelsOf(project: string, home: string | undefined): readonly string[] {
  const chain = projectDirectories(project, home);
  return isThere(path.join(chain.at(-1)!, ".git")) ? chain : [project];
}

/** The levels at which a client reads a project root; 0 is the working directory, the last the repository's root. */
function levelsRead({ above, onlyInCwd }: RootRules, root: string, levels: number): readonly number[] {
  if (above === "cwd" || onlyInCwd?.includes(root)) return [0];
  if (above === "root") return [levels - 1];
  const all = Array.from({ length: levels }, (_level, at) => at);
  return above === "up-to-root" ? all : all.filter((level) => level === 0 || level === levels - 1);
}

/** If the project is the home directory, the same directories are roots of both. */
function withoutRepeats(roots: readonly MachineRoot[]): readonly MachineRoot[] {
  const seen = new Set<string>();
  return roots.filter(({ real, present }) => {
    const isNew = !present || !seen.has(real);
    seen.add(real);
    return isNew;
  });
}

function readOnce(file: string): ReturnType<Machine["read"]> {
  try {
    return readFile(file, file);
  } catch (error) {
    if (error instanceof SkillsError) return { problem: reasonOf(error, file) };
    throw error;
  }
}

/** A path for pages and for commands: relative to the working directory, or to the home directory, or absolute. */
function shownPath(absolute: string, scope: MachineRoot["scope"], { cwd, tilde }: Surroundings): string {
  const inner = toInnerPath(cwd, absolute);
  if (inner !== undefined) return inner === "" ? "." : inner;
  const atHome = tilde === undefined ? undefined : toInnerPath(tilde, absolute);
  if (atHome !== undefined && scope === "user") return `~/${atHome}`;
  return (scope === "project" ? path.relative(cwd, absolute) : absolute).split(path.sep).join("/");
}

interface ReadRoot {
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
function readClientRoot(absolute: string, label: string): ReadRoot | undefined {
  if (!leadsToDirectory(absolute)) return undefined;
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

function join(directory: string, name: string): string {
  return directory === "" ? name : name === "" ? directory : `${directory}/${name}`;
}
