import type { JsonObject } from "../../core/json.ts";
import {
  type Manifest,
  objectIn,
  type PluginDeclaration,
  type PluginTree,
  textIn,
  textsIn,
  valueOf,
} from "../../model/plugin.ts";
import { isAgentManifest, meansAgentPlugins } from "./agent-plugin.ts";

/** Manifests of one plugin. The first that exists is the one that the others have to follow. */
export const pluginManifests = [
  "plugin.json",
  ".claude-plugin/plugin.json",
  ".codex-plugin/plugin.json",
  ".cursor-plugin/plugin.json",
  ".plugin/plugin.json",
  ".github/plugin/plugin.json",
  "gemini-extension.json",
] as const;

export const marketplaces = [".claude-plugin/marketplace.json", ".agents/plugins/marketplace.json"] as const;

/** The manifest at a path, unless it is of another program. */
export function manifestOf(tree: PluginTree, path: string): Manifest | undefined {
  const manifest = tree.manifestAt(path);
  // A plugin.json at the root may belong to any program.
  return manifest && path === "plugin.json" && !meansAgentPlugins(manifest) ? undefined : manifest;
}

/** What the manifests of a directory declare. A root plugin.json counts only if it is read as an Agent Plugin. */
export function declaredIn(manifest: Manifest): readonly PluginDeclaration[] {
  const object = objectIn(manifest);
  if (!object || (manifest.path === "plugin.json" && !isAgentManifest(manifest))) return [];
  return [{ file: manifest.path, object }];
}

/** An entry of a marketplace whose plugin is in a directory beside it: "" is the marketplace's own. */
export interface LocalEntry extends PluginDeclaration {
  readonly directory: string;
}

/** The entries of a marketplace, except of directories that several entries share: these are no one plugin. */
function localEntries(manifest: Manifest): readonly LocalEntry[] {
  const entries = localEntriesOf(manifest);
  const counts = new Map<string, number>();
  for (const { directory } of entries) counts.set(directory, (counts.get(directory) ?? 0) + 1);
  return entries.filter(({ directory }) => counts.get(directory) === 1);
}

function localEntriesOf(manifest: Manifest): readonly LocalEntry[] {
  const plugins = valueOf(objectIn(manifest), "plugins");
  return (plugins?.kind === "array" ? plugins.items : []).flatMap((object): readonly LocalEntry[] => {
    const directory = object.kind === "object" ? directoryOf(object) : undefined;
    return object.kind === "object" && directory !== undefined
      ? [{ file: manifest.path, object, directory }]
      : [];
  });
}

/** A plugin that a marketplace lists, in a directory beside it; with the paths of skills in the entry. */
export interface ListedPlugin {
  readonly directory: string;
  readonly skills: readonly string[];
}

/** The plugins in directories that the marketplaces of a directory list. */
export function listedPlugins(tree: PluginTree): readonly ListedPlugin[] {
  return listedEntries(tree).map(({ directory, object }) => ({
    directory,
    skills: textsIn(valueOf(object, "skills")).map(({ value }) => value),
  }));
}

/** Every entry of the marketplaces of a directory whose plugin is beside it. */
export function listedEntries(tree: PluginTree): readonly LocalEntry[] {
  return marketplaces.flatMap((path) => {
    const manifest = manifestOf(tree, path);
    return manifest ? localEntriesOf(manifest) : [];
  });
}

/** Each entry with a directory, after the manifest of that directory, which wins. */
export function entriesWithManifests(
  tree: PluginTree,
  manifest: Manifest,
): readonly (readonly PluginDeclaration[])[] {
  const client = manifest.path.startsWith(".agents/") ? ".codex-plugin" : ".claude-plugin";
  return localEntries(manifest).flatMap(({ directory, file, object }) => {
    const path = inside(directory, `${client}/plugin.json`);
    const own = objectIn(tree.manifestAt(path));
    return own
      ? [
          [
            { file: path, object: own },
            { file, object },
          ],
        ]
      : [];
  });
}

/** A plugin with all texts that declare it. Paths are relative to the directory that was looked at. */
export interface DeclaredPlugin {
  readonly directory: string;
  /** Its manifests; the first is the one that the others have to follow. */
  readonly manifests: readonly PluginDeclaration[];
  readonly entries: readonly LocalEntry[];
}

/** The plugins in some directories, and those that the marketplaces there list; and the files that are no JSON objects. */
export function declaredPlugins(
  tree: PluginTree,
  directories: readonly string[],
): { readonly plugins: readonly DeclaredPlugin[]; readonly broken: readonly Manifest[] } {
  const lists = directories.flatMap((directory) => manifestsIn(tree, directory, marketplaces));
  const entries = lists.flatMap(({ directory, manifest }) =>
    localEntries(manifest).map((entry) => ({
      ...entry,
      file: inside(directory, entry.file),
      directory: inside(directory, entry.directory),
    })),
  );
  const all = Array.from(new Set([...directories, ...entries.map(({ directory }) => directory)]));
  const own = all.map((directory) => manifestsIn(tree, directory, pluginManifests));
  const plugins = all.map((directory, at) => ({
    directory,
    manifests: own[at]!.flatMap(({ manifest }) =>
      declaredIn(manifest).map(({ file, object }) => ({ file: inside(directory, file), object })),
    ),
    entries: entries.filter((entry) => entry.directory === directory),
  }));
  return {
    plugins: plugins.filter(({ manifests }) => manifests.length > 0),
    broken: [...lists, ...own.flat()]
      .filter(({ manifest }) => objectIn(manifest) === undefined)
      .map(({ directory, manifest }) => ({ ...manifest, path: inside(directory, manifest.path) })),
  };
}

interface ManifestIn {
  readonly directory: string;
  readonly manifest: Manifest;
}

function manifestsIn(tree: PluginTree, directory: string, paths: readonly string[]): readonly ManifestIn[] {
  const own = directory === "" ? tree : tree.below(directory);
  return paths.flatMap((path) => {
    const manifest = manifestOf(own, path);
    return manifest ? [{ directory, manifest }] : [];
  });
}

function inside(directory: string, path: string): string {
  return [directory, path].filter((each) => each !== "").join("/");
}

/** The directory of an entry, "" for the marketplace's own; undefined if it is elsewhere. */
function directoryOf(entry: JsonObject): string | undefined {
  const source = valueOf(entry, "source");
  const path = source?.kind === "object" ? textIn(source, "path") : textIn(entry, "source");
  if (source?.kind === "object" && textIn(source, "source") !== "local") return undefined;
  if (path === undefined || !/^\.(?:\/|$)/.test(path)) return undefined;
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".");
  return segments.includes("..") ? undefined : segments.join("/");
}
