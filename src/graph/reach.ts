import { latin1 } from "../core/bytes.ts";
import { encodeUtf8 } from "../core/utf8.ts";
import type { Way } from "../model/graph.ts";
import { once } from "../core/once.ts";
import type { Script } from "../model/script.ts";
import { isMarkdown } from "../core/paths.ts";
import type { TextFile } from "../model/text-file.ts";
import { fold } from "../parse/path-index.ts";
import type { GraphMemory, Mentions } from "./graph-memory.ts";
import { resolveImport } from "./resolve-import.ts";
import { directoriesIn, namesIn } from "./scan-mentions.ts";
import { namedDirectoriesIn, unusualIn, type Budget, type Spell } from "./scan-unusual.ts";
import { readSpans, shortPathsIn, spansIn } from "./scan-spans.ts";
import { directoryOf, endingAt, endings, filesBelow, firstAfter, type Targets } from "./targets.ts";

/** The data that a search needs. */
export interface Ground {
  readonly targets: Targets;
  /** The resolved targets of each file's references. */
  readonly linked: ReadonlyMap<string, readonly string[]>;
  readonly texts: ReadonlyMap<string, TextFile>;
  readonly scripts: () => ReadonlyMap<string, Script>;
  readonly exists: (path: string) => boolean;
  readonly budget: Budget;
  /** What was found for the last graph. */
  readonly memory?: GraphMemory | undefined;
}

interface Search {
  readonly ground: Ground;
  readonly wanted: Set<string>;
  /** Number of wanted files at the time when `ends` was computed. */
  counted: number;
  ends: Uint8Array;
  /** Whether some of the wanted files could be imported. */
  importable: boolean;
  readonly reached: Map<string, Way>;
  readonly queue: string[];
  /** The directories that have not been mentioned yet. */
  readonly unnamed: () => Set<string>;
  /** For each of these, the index of the first file below it that is still wanted, as far as that is known. */
  readonly firstBelow: Map<string, number>;
  /** What `pending` found last, and the number of wanted files then. */
  last?: { readonly wanted: number; readonly directories: ReadonlySet<string> };
}

/** Finds how the wanted files are reached from the first ones, level by level. Stops when all are found. */
export function spread(
  ground: Ground,
  from: readonly string[],
  wanted: Iterable<string>,
): ReadonlyMap<string, Way> {
  const first = new Map(from.map((path) => [path, { depth: 0, byDirectory: false }]));
  const search: Search = {
    ground,
    wanted: new Set(wanted),
    counted: 0,
    ends: new Uint8Array(0),
    importable: true,
    reached: first,
    queue: [...from],
    unnamed: once(() => new Set(ground.targets.directories.exact.values())),
    firstBelow: new Map(),
  };
  for (const path of from) search.wanted.delete(path);
  for (let at = 0; at < search.queue.length && search.wanted.size > 0; at++) {
    const file = ground.texts.get(search.queue[at]!);
    if (file) searchText(search, file);
  }
  return search.reached;
}

/**
 * Searches for cheap and common kinds of references first and for directories last, so that a file that is also named
 * itself counts as such.
 */
function searchText(search: Search, file: TextFile): void {
  const { ground, wanted } = search;
  const { targets, budget, linked } = ground;
  const here = fold(directoryOf(file.path));
  const depth = search.reached.get(file.path)!.depth + 1;
  const named = { depth, byDirectory: false };
  for (const path of linked.get(file.path) ?? []) reach(search, path, named);
  if (wanted.size === 0) return;
  const { text, spell } = asRead(file);
  const known = ground.memory?.mentions(file, text, targets);
  for (const { path } of known?.names() ?? namesIn(text, here, targets, endsOf(search)))
    reach(search, path, named);
  if (wanted.size > 0 && search.importable)
    for (const path of importsOf(ground, file.path)) reach(search, path, named);
  if (wanted.size > 0)
    for (const { path } of unusualIn(text, stillWanted(targets.unusual, search), spell, budget))
      reach(search, path, named);
  reachBySpans(search, file, named, known);
  const directories = pending(search);
  if (directories.size === 0) return;
  for (const { path } of known?.directories() ?? directoriesIn(text, here, targets))
    reachBelow(search, path, depth);
  if (wanted.size > 0)
    for (const { path } of namedDirectoriesIn(text, directories, spell, budget))
      reachBelow(search, path, depth);
}

function reachBySpans(search: Search, file: TextFile, named: Way, known: Mentions | undefined): void {
  const { ground, wanted } = search;
  if (wanted.size === 0 || !isMarkdown(file.path)) return;
  const { text } = file.source;
  const spans = known?.spans() ?? readSpans(text, ground.targets);
  for (const { path } of spansIn(spans, ground.targets, ground.budget)) reach(search, path, named);
  if (wanted.size === 0) return;
  for (const { path } of known?.shortPaths() ?? shortPathsIn(text, ground.targets))
    reach(search, path, named);
}

function reach({ wanted, reached, queue }: Search, path: string, how: Way): void {
  if (!wanted.delete(path)) return;
  reached.set(path, how);
  queue.push(path);
}

function reachBelow(search: Search, directory: string, depth: number): void {
  if (search.unnamed().delete(directory))
    for (const path of filesBelow(search.ground.targets, directory))
      reach(search, path, { depth, byDirectory: true });
}

/**
 * The directories that have not been mentioned yet and contain a wanted file, in the order of these files. Wanted files
 * are only ever removed, so no file is looked at twice for a directory.
 */
function pending(search: Search): ReadonlySet<string> {
  const { wanted, unnamed: known, firstBelow, ground, last } = search;
  const unnamed = known();
  ground.budget.left -= wanted.size;
  if (ground.budget.left <= 0) return unnamed;
  if (last?.wanted === wanted.size) return last.directories;
  const { files } = ground.targets;
  const found: { readonly directory: string; readonly first: number }[] = [];
  for (const directory of unnamed) {
    const prefix = `${directory}/`;
    let first = firstBelow.get(directory) ?? firstAfter(files, prefix);
    while (files[first]?.path.startsWith(prefix) && !wanted.has(files[first]!.path)) first++;
    firstBelow.set(directory, first);
    if (files[first]?.path.startsWith(prefix)) found.push({ directory, first });
  }
  found.sort((a, b) => a.first - b.first || b.directory.length - a.directory.length);
  const directories = new Set(found.map(({ directory }) => directory));
  search.last = { wanted: wanted.size, directories };
  return directories;
}

function* stillWanted(paths: readonly string[], { wanted, ground: { budget } }: Search): Generator<string> {
  for (const path of paths) {
    budget.left--;
    if (wanted.has(path)) yield path;
  }
}

/**
 * An index of the endings of wanted file and module names. It is rebuilt only after half of the names have been
 * found.
 */
function endsOf(search: Search): Uint8Array {
  const { wanted, counted } = search;
  if (counted > 0 && wanted.size * 2 > counted) return search.ends;
  const ends = new Uint8Array(endings);
  search.importable = false;
  for (const path of wanted) {
    search.importable ||= mayImport.test(path);
    ends[endingAt(path, path.length)] = 1;
    if (path.endsWith(".py")) ends[endingAt(path, path.length - 3)] = 1;
  }
  search.counted = wanted.size;
  return (search.ends = ends);
}

/** The files that a script imports; empty for other texts. */
function importsOf({ scripts, exists }: Ground, path: string): readonly string[] {
  if (!mayImport.test(path)) return [];
  const script = scripts().get(path);
  return script ? script.imports.flatMap((imported) => resolveImport(script, imported, exists)) : [];
}

/** Recognizes a script by its extension, or else by its first line. */
const mayImport = /(?:^|\/)[^/.]*$|\.(?!md$|json$|txt$|ya?ml$)\w+$/i;

const ascii = /^[\0-\x7f]*$/;

/**
 * The text to search without decoding it, and how names are encoded in it. UTF-16 is decoded, as names in it contain
 * zero bytes.
 */
function asRead(file: TextFile): { readonly text: string; readonly spell: Spell } {
  const { bytes } = file;
  const wide = bytes.startsWith("\xff\xfe") || bytes.startsWith("\xfe\xff");
  return wide
    ? { text: file.source.text, spell: (name) => name }
    : { text: bytes, spell: (name) => (ascii.test(name) ? name : latin1(encodeUtf8(name))) };
}
