import path from "node:path";
import { once } from "../core/once.ts";
import type { ContextReader, OutsideFile, SkillContext } from "../model/skill.ts";
import type { FileEntry } from "../model/source.ts";
import { systemCode } from "../core/unreadable.ts";
import { gitIndexOpener, trackedLinks } from "../git/index-file.ts";
import { documentName } from "../model/document-name.ts";
import { openNameUses } from "./names-in-use.ts";
import { pluginFinder } from "./plugin-root.ts";
import { joinNative } from "../read/label.ts";
import { readNames } from "../read/listing-names.ts";
import { isThere, nearestAbove } from "../read/there.ts";

/** What a run reads of the surroundings of skills. */
export interface Surroundings {
  readonly contextOf: ContextReader;
  /** Returns the names of the skills next to one. */
  readonly namesBeside: (directory: string) => ReadonlySet<string>;
}

/** For one run, as each directory is inspected once. */
export function openSurroundings(): Surroundings {
  const namesBeside = besideFinder();
  return { contextOf: contextReader(namesBeside), namesBeside };
}

/**
 * Returns a reader that reads the context of skills from disk. Each directory is inspected once, so a reader must be
 * used for one run only.
 */
export function contextReader(namesBeside = besideFinder()): ContextReader {
  const checkoutOf = nearestAbove(holder(".git"));
  // An unpacked archive of a repository; nothing else has this directory.
  const unpackedOf = nearestAbove(holder(".github"));
  const pluginOf = pluginFinder();
  const isOfClaudeUser = claudeUserFinder();
  const openIndex = gitIndexOpener();
  const useOf = openNameUses();
  return ({ directory }, files, { surroundings, paths, scripts, links = false, name }) => {
    if (directory === undefined) return { executable: new Map() };
    const executable = scripts.length === 0 ? noModes : modesOf(openIndex(directory), files, scripts);
    const own = { executable, ...(links && { trackedLinks: trackedLinks(directory, linksAmong(files)) }) };
    if (!surroundings && paths.length === 0 && name === undefined) return own;
    const [checkout, plugin] = [checkoutOf(directory), pluginOf(directory)];
    const repository = checkout ?? unpackedOf(directory);
    const roots = { repository, plugin };
    const nameUse =
      name === undefined
        ? undefined
        : useOf(directory, repository ?? plugin ?? path.dirname(directory), name);
    return {
      ...own,
      ...(surroundings && { siblings: namesBeside(directory) }),
      ...(surroundings && isOfClaudeUser(directory, repository) && { ofClaudeUser: true }),
      ...(repository !== undefined && { repository }),
      ...nameByChance(directory, { checkout, name }),
      ...(plugin !== undefined && { plugin }),
      outside: new Map(paths.flatMap((written) => lookUpOutside(directory, written, roots))),
      ...(nameUse !== undefined && { nameUse }),
    };
  };
}

function holder(name: string): (directory: string) => string | undefined {
  return (directory) => (isThere(path.join(directory, name)) ? directory : undefined);
}

function nameByChance(
  directory: string,
  { checkout, name }: { readonly checkout: string | undefined; readonly name: string | undefined },
): Pick<SkillContext, "nameByChance"> {
  const above = path.basename(path.dirname(directory));
  // Where clients look for skills.
  if (above === "skills") return {};
  if (checkout === directory || (name !== undefined && path.basename(directory).endsWith(`@${name}`)))
    return { nameByChance: "checkout" };
  return name !== undefined && /^_?templates?$/.test(above) ? { nameByChance: "template" } : {};
}

/**
 * Returns a function that says whether a skill's repository is a user's `~/.claude`, which has settings beside the memory
 * and is no plugin, or whether the skill is in the directory of the repository that dotfiles put there.
 */
function claudeUserFinder(): (directory: string, repository: string | undefined) => boolean {
  const known = new Map<string, boolean>();
  return (directory, repository) => {
    if (repository === undefined) return false;
    if (dotfiles.test(path.relative(repository, directory))) return true;
    const has = (name: string): boolean => isThere(path.join(repository, name));
    const found =
      known.get(repository) ??
      (has("CLAUDE.md") &&
        ["settings.json", "keybindings.json", "output-styles"].some(has) &&
        !has(".claude-plugin/plugin.json"));
    known.set(repository, found);
    return found;
  };
}

const dotfiles = /(?:^|[\\/])(?:\.config[\\/]claude|dot_claude|claude[\\/]\.claude)[\\/]/;

interface Roots {
  readonly repository: string | undefined;
  readonly plugin: string | undefined;
}

/** Paths outside both roots are not looked up. A path without ".." is relative to the roots themselves. */
function lookUpOutside(
  directory: string,
  written: string,
  { plugin, repository }: Roots,
): readonly (readonly [string, OutsideFile])[] {
  const around = isProjectSkill(directory, repository) ? "project" : "repository";
  const roots = [
    { root: plugin, within: isProjectSkill(directory, plugin) ? "project" : "plugin" },
    { root: repository, within: around },
  ] as const;
  const leadsOut = written.startsWith("..");
  const places = roots.flatMap(({ root, within }) => {
    if (root === undefined) return [];
    const place = path.resolve(leadsOut ? directory : root, written);
    return place.startsWith(root + path.sep) ? [{ within, exists: isThere(place) }] : [];
  });
  const found = places.find(({ exists }) => exists) ?? (leadsOut ? places[0] : undefined);
  return found ? [[written, found]] : [];
}

/**
 * Whether clients load the skill for work on the repository itself, for example from `.claude/skills`. Then paths are
 * relative to the repository's root.
 */
function isProjectSkill(directory: string, root: string | undefined): boolean {
  return root !== undefined && /^\.(?:[\w-]+[\\/])?skills[\\/]/.test(path.relative(root, directory));
}

function linksAmong(files: readonly FileEntry[]): readonly string[] {
  return files.filter(({ kind }) => kind === "symlink").map(({ path: link }) => link);
}

const noModes: ReadonlyMap<string, boolean> = new Map();

/** The executable bits in git, or else on disk; Windows has none. */
function modesOf(
  tracked: (file: string) => boolean | undefined,
  files: readonly FileEntry[],
  scripts: readonly string[],
): ReadonlyMap<string, boolean> {
  const listed = once(() => new Map(files.map((file) => [file.path, file.executable])));
  return new Map(
    scripts.flatMap((file) => {
      const mode = tracked(file) ?? (process.platform === "win32" ? undefined : listed().get(file));
      return mode === undefined ? [] : [[file, mode] as const];
    }),
  );
}

/**
 * Returns a function that lists the sibling directories of a skill that contain a SKILL.md, the skill's own
 * included. No file is opened; each directory is listed once.
 */
function besideFinder(): (directory: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  return (directory) => {
    const above = path.dirname(directory);
    const names = known.get(above) ?? skillsIn(above);
    known.set(above, names);
    return names;
  };
}

function skillsIn(above: string): ReadonlySet<string> {
  try {
    const directories = readNames(above).filter(({ kind }) => kind === "directory" || kind === "symlink");
    return new Set(
      directories
        .map(({ text }) => text)
        .filter((name) => isThere(joinNative(joinNative(above, name), documentName))),
    );
  } catch (error) {
    // A directory that cannot be read counts as empty.
    if (systemCode(error) === undefined) throw error;
    return new Set();
  }
}
