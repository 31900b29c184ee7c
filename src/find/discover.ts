import { lstatSync } from "node:fs";
import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";
import type { SkillSource, Unread } from "../model/source.ts";
import { lookUp, notFound } from "./discover-named.ts";
import { declaresSkill } from "./declares-skill.ts";
import { outsideReason, searchRest, unreadDocuments, unreadSubmodules } from "./client-search.ts";
import { searchFlat, searchTree } from "./discover-tree.ts";
import { checkoutOf } from "../git/submodules.ts";
import { documentName, isDocumentNameInAnyCase } from "../model/document-name.ts";
import { isTracked } from "../git/index-file.ts";
import { isHiddenBelow, scopeAbove } from "../git/ignore.ts";
import { expandPattern, isPattern, parsePattern } from "./glob.ts";
import { declaresPlugin } from "./plugin-root.ts";
import { toNativePath } from "../read/label.ts";
import { readNamesOrRecord } from "../read/listing-names.ts";
import { joinLabel } from "../core/paths.ts";
import { passOverBelow, type PathPatterns } from "./passed-over.ts";
import { isDirectory, realDirectory } from "../read/there.ts";
import {
  addSkill,
  type LooseDocument,
  type NamedDirectory,
  openClientSearch,
  type Search,
} from "./search.ts";

export interface Discovery {
  /** In the order of the paths, and within a tree in the order of the names; without duplicates. */
  readonly sources: readonly SkillSource[];
  /** The real path of each source. */
  readonly places: ReadonlyMap<SkillSource, string>;
  /** What was skipped. Paths are labels; for a .gitignore above the given directory, they are absolute. */
  readonly unread: readonly Unread[];
  /** Symlinks through which clients read directories, with the real paths of these. */
  readonly followed: readonly { readonly absolute: string; readonly real: string }[];
  /** Files in roots of clients that some client may load although they are not called SKILL.md. */
  readonly loose: readonly LooseDocument[];
  /** Directories with a manifest that ships skills, if they were asked for. */
  readonly plugins: readonly NamedDirectory[];
}

interface DiscoverOptions {
  /** Whether directories with a manifest that ships skills are found, too, and enough. */
  readonly withPlugins?: boolean;
  readonly cwd: string;
  readonly ignore?: PathPatterns;
  /** Whether the roots of clients are searched as clients do it: without ignore files, and through symlinks. */
  readonly asClients?: boolean;
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
  const searches: SearchedPath[] = [];
  const add = ({ search }: SearchedPath): void => {
    for (const { source, real } of search.found) if (!found.has(real)) found.set(real, source);
  };
  for (const written of paths) {
    const searched = await searchPath(written, options);
    searches.push(searched);
    add(searched);
  }
  // A skill is named after its own path rather than after a symlink to it.
  for (const searched of searches) {
    searchRest(searched.search);
    requireFound(searched);
    add(searched);
  }
  const clients = searches.flatMap(({ search }) => search.clients ?? []);
  return {
    sources: Array.from(found.values()),
    places: new Map(Array.from(found, ([real, source]) => [source, real])),
    unread: unreadIn(searches, found),
    followed: clients.flatMap(({ followed }) => followed),
    plugins: Array.from(
      new Map(
        searches.flatMap(({ search }) => (search.plugins ?? []).map((each) => [each.real, each])),
      ).values(),
    ),
    loose: Array.from(
      new Map(clients.flatMap(({ loose }) => loose.map((each) => [each.absolute, each] as const))).values(),
    ),
  };
}

interface SearchedPath {
  readonly written: string;
  /** Absent for a pattern. */
  readonly named: NamedDirectory | undefined;
  readonly search: Search;
}

async function searchPath(
  written: string,
  { cwd, asClients = false, withPlugins = false, ...options }: DiscoverOptions,
): Promise<SearchedPath> {
  const named = lookUp(written, cwd);
  const start = (): string => named?.real ?? realDirectory(path.resolve(cwd, parsePattern(written).base));
  const clients = asClients ? openClientSearch(checkoutOf(start())) : undefined;
  const plugins = withPlugins ? [] : undefined;
  const search: Search = { found: [], links: [], unread: [], clients, plugins, ...options };
  if (named?.certain) addSkill(named, search);
  else if (named) await searchTree(named, search);
  else if (isPattern(written)) await searchPattern(written, cwd, search);
  else throw notFound(written, cwd);
  const searched = { written, named, search };
  if (!clients || clients.links.length + clients.packages.length === 0) requireFound(searched);
  return searched;
}

/** Throws if a path has no skill; looks for one under another file name first. */
function requireFound(searched: SearchedPath): void {
  const { named, search } = searched;
  if (named && search.found.length === 0) searchFlat(named, search);
  if (search.found.length === 0 && !search.plugins?.length) throw nothingFound(searched);
}

/** What was skipped, each once. */
function unreadIn(
  searches: readonly SearchedPath[],
  found: ReadonlyMap<string, SkillSource>,
): readonly Unread[] {
  const unread = new Map<string, Unread>();
  const note = (passed: Unread): void => void unread.set(JSON.stringify(passed), passed);
  const starts = new Set(searches.flatMap(({ named }) => named?.real ?? []));
  for (const { search } of searches) search.unread.forEach(note);
  // A symlink to a skill that was also found by its own path is not reported.
  for (const { label, real } of searches.flatMap(({ search }) => search.links))
    if (!found.has(real)) unread.set(label, { path: label, reason: linked });
  for (const { named, search } of searches) {
    const { clients } = search;
    if (!clients) continue;
    for (const { label, real } of clients.outside)
      if (!found.has(real) && !starts.has(real)) note({ path: label, reason: outsideReason, needed: true });
    unreadDocuments(clients, (directory) => found.has(directory)).forEach(note);
    if (named) unreadSubmodules(named, clients).forEach(note);
  }
  return Array.from(unread.values());
}

/** The error if no skill was found. */
export class NothingFound extends SkillsError {
  /** The file of the hint, if that has the fields of a skill. */
  readonly loose: LooseDocument | undefined;

  constructor(
    message: string,
    { hint, loose, cause }: Pick<NothingFound, "loose"> & { readonly hint: string; readonly cause?: unknown },
  ) {
    super("not-a-skill", message, { hint, cause });
    this.loose = loose;
  }
}

/** A skipped entry is the most likely reason, so it becomes the hint. */
function nothingFound(searched: SearchedPath): NothingFound {
  const { written, named, search } = searched;
  const unread = unreadIn([searched], new Map());
  const likely =
    unread.find(({ needed }) => needed) ?? unread.find(({ reason }) => reason === linked) ?? unread[0];
  const files = likely ? [] : (search.clients?.loose ?? []).filter(({ isOther }) => isOther !== true);
  const loose = files.find(({ absolute, label }) => declaresSkill(absolute, label) === true);
  const passed = likely ?? [loose ?? files].flat().map(unreadLoose)[0];
  const hint = passed ? `${quote(passed.path)} was not read: ${passed.reason}` : hintFor(named);
  return new NothingFound(
    named ? `no SKILL.md at or below ${quote(written)}` : `no SKILL.md matches ${quote(written)}`,
    { hint, loose },
  );
}

function hintFor(named: NamedDirectory | undefined): string {
  return named && declaresPlugin(named.absolute, readNamesOrRecord(named.absolute, named.label, []))
    ? "this plugin or marketplace brings no skills; `skills check` checks its manifests"
    : "pass a directory that contains a SKILL.md, or a directory above one";
}

function unreadLoose({ label, inner }: LooseDocument): Unread {
  const reason = inner.includes("/")
    ? `it is not named ${documentName}`
    : `a skill is a directory with a ${documentName}, not a single file`;
  return { path: label, reason };
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
