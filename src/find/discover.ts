import { lstatSync } from "node:fs";
import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";
import type { SkillSource, Unread } from "../model/source.ts";
import { lookUp, notFound } from "./discover-named.ts";
import { addSkill, type NamedDirectory, type Search, searchFlat, searchTree } from "./discover-tree.ts";
import { documentName, isDocumentNameInAnyCase } from "../model/document-name.ts";
import { isTracked } from "../git/index-file.ts";
import { isHiddenBelow, scopeAbove } from "../git/ignore.ts";
import { expandPattern, isPattern, parsePattern } from "./glob.ts";
import { toNativePath } from "../read/label.ts";
import { joinLabel } from "../core/paths.ts";
import { passOverBelow, type PathPatterns } from "./passed-over.ts";
import { isDirectory } from "../read/there.ts";

export interface Discovery {
  /** In the order of the paths, and within a tree in the order of the names; without duplicates. */
  readonly sources: readonly SkillSource[];
  /** The real path of each source. */
  readonly places: ReadonlyMap<SkillSource, string>;
  /** What was skipped. Paths are labels; for a .gitignore above the given directory, they are absolute. */
  readonly unread: readonly Unread[];
}

interface DiscoverOptions {
  readonly cwd: string;
  readonly ignore?: PathPatterns;
}

const linked = "it is a symlink to a skill; pass its path to read it";

/**
 * The skills that paths refer to: a skill's directory, its SKILL.md, a tree with skills, or a glob pattern if
 * no such path exists. Throws a SkillsError for a path that does not exist ("not-found"), that has no skill
 * at or below it ("not-a-skill"), or that is neither file nor directory ("unreadable").
 */
export async function discover(paths: readonly string[], options: DiscoverOptions): Promise<Discovery> {
  if (paths.length === 0)
    throw new SkillsError("bad-usage", "no path given; pass a skill directory or a directory above one");
  const found = new Map<string, SkillSource>();
  const unread = new Map<string, Unread>();
  const links: Search["links"] = [];
  for (const written of paths) {
    const search = await searchPath(written, options);
    for (const { source, real } of search.found) if (!found.has(real)) found.set(real, source);
    for (const passed of search.unread) unread.set(JSON.stringify(passed), passed);
    links.push(...search.links);
  }
  // A symlink to a skill that was also found by its own path is not reported.
  for (const { label, real } of links)
    if (!found.has(real)) unread.set(label, { path: label, reason: linked });
  return {
    sources: Array.from(found.values()),
    places: new Map(Array.from(found, ([real, source]) => [source, real])),
    unread: Array.from(unread.values()),
  };
}

async function searchPath(written: string, { cwd, ...options }: DiscoverOptions): Promise<Search> {
  const search: Search = { found: [], links: [], unread: [], ...options };
  const named = lookUp(written, cwd);
  if (named?.certain) addSkill(named, search);
  else if (named) await searchTree(named, search);
  else if (isPattern(written)) await searchPattern(written, cwd, search);
  else throw notFound(written, cwd);
  if (named && search.found.length === 0) searchFlat(named, search);
  if (search.found.length === 0) throw nothingFound(written, named !== undefined, search);
  return search;
}

/** The error if no skill was found. A skipped entry is the most likely reason, so it becomes the hint. */
function nothingFound(
  written: string,
  exists: boolean,
  { links: [link], unread: [first] }: Search,
): SkillsError {
  const passed = link ? { path: link.label, reason: linked } : first;
  const hint = passed
    ? `${quote(passed.path)} was not read: ${passed.reason}`
    : "pass a directory that contains a SKILL.md, or a directory above one";
  return new SkillsError(
    "not-a-skill",
    exists ? `no SKILL.md at or below ${quote(written)}` : `no SKILL.md matches ${quote(written)}`,
    { hint },
  );
}

/**
 * Finds the skills at or below the matches of a pattern. As the user did not pass the matches explicitly, .gitignore
 * applies. A file counts if it is a SKILL.md in any case. Matches inside a skill that was already matched belong to
 * that skill.
 */
async function searchPattern(written: string, cwd: string, search: Search): Promise<void> {
  const { base, rest } = parsePattern(written);
  const top = lookUp(base, cwd);
  if (!top || top.certain) return;
  const scope = await scopeAbove(top.real, search.unread);
  const passOver = search.ignore && passOverBelow(search.ignore, top);
  const skills = new Set<string>();
  for (const match of await expandPattern(rest, top.real)) {
    if (ancestors(match).some((above) => skills.has(above)) || passOver?.(below(top, match), true)) continue;
    const real = toNativePath(top.real, match);
    const hidden = await isHiddenBelow(scope, top.real, match, search.unread);
    if (hidden && !isTracked(real, isDirectory(real))) continue;
    const skill = await searchMatch(match, top, search, hidden);
    if (skill !== undefined) skills.add(skill);
  }
}

/** The directory, relative to the pattern's base, whose exact SKILL.md the pattern matched. */
async function searchMatch(
  match: string,
  top: NamedDirectory,
  search: Search,
  hidden: boolean,
): Promise<string | undefined> {
  const stats = lstatSync(toNativePath(top.real, match), { throwIfNoEntry: false });
  if (stats?.isDirectory()) {
    const directory = below(top, match);
    await searchTree(directory, search, hidden);
    return search.found.at(-1)?.real === directory.real ? match : undefined;
  }
  const name = path.posix.basename(match);
  const [above] = ancestors(match);
  if (!stats || above === undefined || !isDocumentNameInAnyCase(name)) return undefined;
  addSkill(below(top, above), search);
  return name === documentName ? above : undefined;
}

function below({ absolute, real, label }: NamedDirectory, inner: string): NamedDirectory {
  if (inner === "") return { absolute, real, label };
  return {
    absolute: toNativePath(absolute, inner),
    real: toNativePath(real, inner),
    label: joinLabel(label, inner),
  };
}

/** The parent directories of a match: "a/b", "a" and "" for "a/b/c". */
function ancestors(match: string): string[] {
  const parts = match.split("/").slice(0, -1);
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join("/")), ""];
}
