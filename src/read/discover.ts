import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";
import type { SkillSource, Unread } from "../model/source.ts";
import { lookUp, notFound } from "./discover-named.ts";
import { searchPattern } from "./discover-pattern.ts";
import { addSkill, searchFlat, searchTree, type Search } from "./discover-tree.ts";
import { isPattern } from "./glob.ts";
import type { PathPatterns } from "./passed-over.ts";
import type { KnownPlaces } from "./tracked-names.ts";

export interface Discovery {
  /** In the order of the paths, and of the names in a tree; no directory twice. */
  readonly sources: readonly SkillSource[];
  /** Where each of them stands, with no link in the path. */
  readonly places: ReadonlyMap<SkillSource, string>;
  /** What was passed over on the way; paths are labels, but absolute for a .gitignore above what was named. */
  readonly unread: readonly Unread[];
}

export interface DiscoverOptions {
  readonly cwd: string;
  readonly ignore?: PathPatterns;
  /** What need not be asked of the disk. */
  readonly known?: KnownPlaces | undefined;
}

const linked = "a symbolic link to a skill; name it to have it read";

/**
 * The skills that paths name: a skill's directory, its SKILL.md, a tree with skills in it, or a pattern where nothing of that very name exists.
 * Throws a SkillsError for a path that does not exist ("not-found"), that has no skill at or below it ("not-a-skill"), or that is neither file nor directory ("unreadable").
 */
export async function discover(paths: readonly string[], options: DiscoverOptions): Promise<Discovery> {
  if (paths.length === 0)
    throw new SkillsError("bad-usage", "no path was given, expected a skill's directory or one above it");
  const found = new Map<string, SkillSource>();
  const unread = new Map<string, Unread>();
  const links: Search["links"] = [];
  for (const written of paths) {
    const search = await searchPath(written, options);
    for (const { source, real } of search.found) if (!found.has(real)) found.set(real, source);
    for (const passed of search.unread) unread.set(JSON.stringify(passed), passed);
    links.push(...search.links);
  }
  // A skill that was found by its own path is not missed by way of a link to it.
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

/** What was passed over is the likeliest reason, so it is the hint. */
function nothingFound(
  written: string,
  exists: boolean,
  { links: [link], unread: [first] }: Search,
): SkillsError {
  const passed = link ? { path: link.label, reason: linked } : first;
  const hint = passed
    ? `${quote(passed.path)} was not read: ${passed.reason}`
    : "name a directory that holds a SKILL.md, or one above such directories";
  return new SkillsError(
    "not-a-skill",
    exists ? `no SKILL.md at or below ${quote(written)}` : `no SKILL.md where ${quote(written)} matches`,
    { hint },
  );
}
