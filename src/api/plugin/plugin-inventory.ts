import { SkillsError } from "../../core/errors.ts";
import { groupBy } from "../../core/group-by.ts";
import { compareText } from "../../core/order.ts";
import { isMarkdown, joinPath, parentOf } from "../../core/paths.ts";
import { decodeUtf8Loosely } from "../../core/utf8.ts";
import { Vocabulary } from "../../core/vocabulary.ts";
import { takeInventory } from "../../inventory/take-inventory.ts";
import { loadSkill } from "../../lint/load-skill.ts";
import type { Fact, FactList, Inventory } from "../../model/inventory.ts";
import { limits } from "../../model/limits.ts";
import { type ListedFile, openMemory } from "../../model/memory-source.ts";
import type { Manifest, PluginTree } from "../../model/plugin.ts";
import type { FileEntry, SkillSource, Unread } from "../../model/source.ts";
import { decodeText } from "../../parse/decode.ts";
import { readManifest } from "../../parse/manifest.ts";
import { parseSkillMd } from "../../parse/skill-md.ts";
import {
  type Started,
  type StartedCommand,
  startedCommands,
} from "../../targets/plugins/started-commands.ts";

/**
 * What a plugin does besides its skills: its hooks, servers, commands and agents, the programs that it puts on the PATH,
 * and the files that these name, and so on. Other files of the plugin are not looked at: they may be anything of the
 * repository that it is in.
 */
export function pluginInventory(source: SkillSource): Inventory {
  const { entries, unread } = source.list();
  const files = new Map(entries.flatMap((entry) => (isFile(entry) ? [[entry.path, entry] as const] : [])));
  const links = new Set(
    entries.flatMap(({ kind, path, link }) => (kind === "symlink" && link?.leads !== "file" ? [path] : [])),
  );
  const directories = new Set(Array.from(files.keys()).flatMap((path) => Array.from(above(parentOf(path)))));
  const all = startedCommands(treeOf({ source, files, directories, links }));
  const excess = all.commands[mostCommands];
  const started = { ...all, commands: all.commands.slice(0, mostCommands) };
  const commands = placed(started.commands, files);
  const documents = Array.from(files.keys()).filter(
    (path) => isMarkdown(path) && isBelow(path, started.documents),
  );
  const named = namedFiles({ source, files, links }, started);
  const content = {
    ...Object.fromEntries(named.found),
    ...Object.fromEntries(documents.map((path) => [path, contentOf(source, files.get(path)!)])),
    ...Object.fromEntries(Array.from(commands, ([path, { script }]) => [path, script])),
  };
  const { skill } = loadSkill(openMemory(source.name, content, source.label), [], { vocabulary: noWords });
  const texts = new Map(skill.texts.map((text) => [text.path, text]));
  const parsed = documents.flatMap((path) => {
    const file = texts.get(path);
    if (!file) return [];
    const { source: text, facts } = decodeText(readIn(source, path) ?? new Uint8Array());
    return [{ document: parseSkillMd(path, text, facts), texts: [file] }];
  });
  const begun = Array.from(commands, ([path, { kind, line }]) => ({ kind, line, file: texts.get(path) }));
  const taken = takeInventory(skill, {
    documents: parsed,
    started: begun.flatMap(({ kind, line, file }) =>
      file && line !== undefined ? [{ name: line, kind, file, start: 0, end: 0 }] : [],
    ),
  });
  return {
    ...inPlace(taken, commands),
    unread: [
      ...taken.unread,
      ...started.broken,
      ...named.unfollowed,
      ...(excess ? [{ path: excess.file, reason: `it has more than ${mostCommands} commands` }] : []),
      ...(Object.keys(content).length > 0 ? unread : []),
    ],
  };
}

/** Maximum number of commands, as of names in a list of the inventory. */
const mostCommands = 1_000;

const noWords = new Vocabulary([]);

function isFile({ kind, link }: FileEntry): boolean {
  return kind === "file" || link?.leads === "file";
}

type Files = ReadonlyMap<string, FileEntry>;

interface Listed {
  readonly source: SkillSource;
  readonly files: Files;
  readonly directories: ReadonlySet<string>;
  /** Symlinks that do not lead to a file inside; what is below them is not listed. */
  readonly links: ReadonlySet<string>;
}

/** A listed directory as a plugin. */
function treeOf(listed: Listed, base = ""): PluginTree {
  const { source, files, directories, links } = listed;
  const manifests = new Map<string, Manifest>();
  const inner = (path: string): string => joinPath(base, path);
  const tree: PluginTree = {
    name: source.name,
    kindOf: (path) => {
      const at = inner(path);
      if (files.has(at)) return "file";
      if (directories.has(at)) return "directory";
      const isOutside = path.startsWith("/") || at.split("/", 1)[0] === "..";
      return isOutside || Array.from(above(at)).some((each) => links.has(each)) ? "other" : undefined;
    },
    namesIn: (path) => {
      const within = Array.from([...files.keys(), ...directories]).filter(
        (each) => each !== "" && parentOf(each) === inner(path),
      );
      return Array.from(new Set(within.map(lastOf))).sort(compareText);
    },
    read: (path) => (tree.kindOf(path) === "file" ? readIn(source, inner(path)) : undefined),
    manifestAt: (path) => {
      if (tree.kindOf(path) === undefined) return undefined;
      const known = manifests.get(path) ?? readManifest(path, tree.read(path));
      manifests.set(path, known);
      return known;
    },
    below: (path) => treeOf(listed, inner(path)),
  };
  return tree;
}

function readIn(source: SkillSource, path: string): Uint8Array | undefined {
  try {
    return source.read(path);
  } catch (error) {
    if (error instanceof SkillsError) return undefined;
    throw error;
  }
}

interface LoadedFile extends ListedFile {
  readonly content?: Uint8Array;
}

/** A file as it is in memory: without content if it is too large or cannot be read. */
function contentOf(source: SkillSource, { path, size, executable }: FileEntry): LoadedFile {
  const content = size > limits.textBytes ? undefined : readIn(source, path);
  return { kind: "file", size: content?.length ?? size, executable, ...(content && { content }) };
}

/** The commands as files of their own, under names that no file has. */
function placed(commands: readonly StartedCommand[], files: Files): ReadonlyMap<string, StartedCommand> {
  const found = new Map<string, StartedCommand>();
  let number = 0;
  for (const command of commands) {
    do number++;
    while (files.has(`${number}.${command.language}`));
    found.set(`${number}.${command.language}`, command);
  }
  return found;
}

interface NamedFiles {
  readonly found: ReadonlyMap<string, LoadedFile>;
  /** Files with more names than are followed, and symlinks that are named. */
  readonly unfollowed: readonly Unread[];
}

/** Maximum number of paths where the names in a plugin's texts are looked for: those of real plugins take a tenth. */
const mostPaths = 500_000;

/**
 * The files that commands name, those that these name, and so on, and all files on the PATH; without Markdown, which
 * no program runs. A word that is the path of a file counts, from any directory above the text.
 */
function namedFiles(
  { source, files, links }: Omit<Listed, "directories">,
  { commands, programs, documents, manifests }: Started,
): NamedFiles {
  const runnable = Array.from(files.keys()).filter((path) => !isMarkdown(path) && !manifests.has(path));
  const byName = groupBy(
    runnable.flatMap((path) => shortPaths(path).map((name) => ({ name, path }))),
    ({ name }) => name,
  );
  const lastNames = new Set(Array.from(byName.keys(), lastOf));
  const linkNames = new Set(Array.from(links, lastOf));
  const isKnown = (word: string): boolean =>
    lastNames.has(lastOf(word)) ||
    (linkNames.size > 0 && word.split("/").some((segment) => linkNames.has(segment)));
  const linked = new Set(
    Array.from(links).filter((path) => isBelow(path, programs) || isBelow(path, documents)),
  );
  const found = new Map<string, LoadedFile>();
  const unfollowed: Unread[] = [];
  const left: { readonly text: string; readonly file: string }[] = [];
  const add = (path: string): void => {
    if (found.has(path)) return;
    const file = contentOf(source, files.get(path)!);
    found.set(path, file);
    if (file.content) left.push({ text: decodeUtf8Loosely(file.content), file: path });
  };
  for (const path of runnable) if (isBelow(path, programs)) add(path);
  for (const { script, file } of commands) left.push({ text: script, file });
  let paths = 0;
  for (let next = left.pop(); next; next = left.pop()) {
    const directories = Array.from(above(parentOf(next.file)));
    const words = Array.from(wordsIn(next.text)).filter(isKnown);
    paths += words.length * directories.length;
    if (paths > mostPaths) {
      unfollowed.push({ path: next.file, reason: "its names of files are too many to follow" });
      continue;
    }
    for (const word of words)
      for (const directory of directories) {
        const named = joinPath(directory, word);
        for (const { path } of byName.get(named) ?? []) add(path);
        for (const at of links.size > 0 ? above(named) : []) if (links.has(at)) linked.add(at);
      }
  }
  const notFollowed = Array.from(linked, (path) => ({
    path,
    reason: "it is a symlink, which is not followed",
  }));
  return { found, unfollowed: [...unfollowed, ...notFollowed] };
}

/** A path and what programs may call it instead: without an extension, or by its directory. */
function shortPaths(path: string): readonly string[] {
  const bare = path.replace(/\.(?:[cm]?js|ts|py|sh)$/, "");
  if (bare === path) return [path];
  return /^(?:index|__init__)$/.test(lastOf(bare)) ? [path, bare, parentOf(path)] : [path, bare];
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Whether a path is one of these or below one. */
function isBelow(path: string, places: ReadonlySet<string>): boolean {
  return Array.from(above(path)).some((each) => each !== "" && places.has(each));
}

/** The parts of a text that may be paths. "${/}" is a slash for Gemini CLI, and dots are in Python. */
function wordsIn(text: string): ReadonlySet<string> {
  const plain = text.replaceAll("${/}", "/").replace(/\\+/g, "/");
  const words = new Set(Array.from(plain.matchAll(/[^\s"'`$(){}<>|;&,=:*?[\]]+/g), ([word]) => word));
  for (const word of Array.from(words))
    if (/^[\w.]+$/.test(word) && word.includes(".")) words.add(word.replaceAll(".", "/"));
  return words;
}

/** A directory and those around it. */
function* above(directory: string): Generator<string> {
  for (let at = directory; at !== ""; at = parentOf(at)) yield at;
  yield "";
}

/** With the positions of the commands in their JSON files, and without the files that were made of them. */
function inPlace(inventory: Inventory, commands: ReadonlyMap<string, StartedCommand>): Inventory {
  const moved = <Listed extends Fact>({ facts, omitted }: FactList<Listed>): FactList<Listed> => ({
    omitted,
    facts: facts.map((fact) => {
      const command = commands.get(fact.place.file);
      if (!command) return fact;
      const { start, end } = command.range;
      return { ...fact, place: { file: command.file, range: { start, end } } };
    }),
  });
  const { executables } = inventory;
  return {
    automaticCommands: moved(inventory.automaticCommands),
    executables: {
      ...executables,
      facts: executables.facts.filter(({ path }) => !commands.has(path)),
    },
    programs: moved(inventory.programs),
    hosts: moved(inventory.hosts),
    variables: moved(inventory.variables),
    paths: moved(inventory.paths),
    tools: moved(inventory.tools),
    agentFiles: moved(inventory.agentFiles),
    packages: moved(inventory.packages),
    unread: inventory.unread,
  };
}
