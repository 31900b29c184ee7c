import type { JsonNode, JsonObject, JsonProblem } from "../core/json.ts";
import { memberOf } from "../core/json.ts";
import type { Range } from "../core/place.ts";
import type { SourceText } from "../core/source-text.ts";
import type { Target } from "./target.ts";

/**
 * A directory that clients install as a whole. Paths are relative to it, with "/"; "" is the directory itself. A
 * symlink is what it leads to if that is inside, otherwise "other".
 */
export interface PluginTree {
  /** The directory's name. */
  readonly name: string;
  kindOf(path: string): "file" | "directory" | "other" | undefined;
  /** The names in a directory, sorted; empty if it cannot be listed. */
  namesIn(path: string): readonly string[];
  /** The bytes of a file; undefined if it cannot be read. */
  read(path: string): Uint8Array | undefined;
  /** The JSON file at a path; undefined if there is no such entry. The same value for the same path. */
  manifestAt(path: string): Manifest | undefined;
  /** A directory of this one as a plugin of its own. */
  below(path: string): PluginTree;
}

/** A JSON file that declares a plugin or lists plugins, with the range of every key and value. */
export interface Manifest {
  readonly path: string;
  /** Absent if the file cannot be read. */
  readonly source?: SourceText;
  /** Whatever could be parsed, unless no program reads the file. */
  readonly root?: JsonNode;
  /** Why JSON.parse refuses the file, not counting a byte-order mark: the first problem. */
  readonly broken?: Pick<JsonProblem, "message"> & { readonly range?: Range };
  readonly byteOrderMark: boolean;
  /** Keys that occur twice, of which programs use one silently. */
  readonly duplicates: readonly JsonProblem[];
}

/** What a client, its validator or its installer objects to. */
export interface PluginObjection {
  /** The first key of the path in the manifest, or "json", "root", "directory" for the file itself. */
  readonly key: string;
  /** Relative to the plugin. */
  readonly file: string;
  readonly range?: Range | undefined;
  /** The problem, lower-case, without a full stop. */
  readonly message: string;
  /** The program of the client that alone refuses the plugin for this; the client installs it as it is. */
  readonly validator?: string;
  /** Whether the client installs the plugin without the part that this is about. */
  readonly partial?: true;
  /** Whether it costs only the plugin of an entry, and not the marketplace. */
  readonly entry?: true;
  /** Other manifests that the client would read without this one. */
  readonly unread?: readonly string[];
}

/** What a client makes of a plugin: two answers, as a validator that accepts it says nothing about an install. */
export interface PluginAnswer {
  /** Why the validator refuses it; for a client without one, why it does not install. Empty if it is accepted. */
  readonly refusals: readonly PluginObjection[];
  /** Why it does not install, or installs without what it declares, although it is accepted. */
  readonly losses: readonly PluginObjection[];
  /** What it leaves out of a plugin that installs, without a message to the author. Absent if nothing is known. */
  readonly ignored?: readonly PluginObjection[];
  /** The names of the skills that a session lists from SKILL.md files, sorted; undefined if the plugin is refused. */
  readonly skills?: readonly string[];
  /** The SKILL.md files that the client finds, whether it loads them or not. */
  readonly documents?: readonly string[];
}

/** A model of what one client makes of plugins. */
export interface PluginModel {
  /** The client, which is the target that refuses. */
  readonly target: Target;
  readonly title: string;
  readonly version: string;
  /** Each with a version or commit. */
  readonly sources: readonly string[];
  /** The manifest at the root of a zip from which the client installs a plugin; absent if it takes none. */
  readonly archived?: string;
  /** Whether the author made the plugin for this client, which may also read what was made for others. */
  isMeant(tree: PluginTree): boolean;
  examine(tree: PluginTree): PluginAnswer;
}

/** What one client for which a plugin was made says of it. */
export interface ClientOfPlugin extends Pick<PluginModel, "target" | "title"> {
  readonly answer: PluginAnswer;
}

/** One of several texts that declare the same plugin: a manifest, or an entry of a marketplace. */
export interface PluginDeclaration {
  readonly file: string;
  readonly object: JsonObject;
}

/** A plugin or a marketplace, as rules see it. */
export interface ExaminedPlugin {
  readonly clients: readonly ClientOfPlugin[];
  /** The JSON files that exist. */
  readonly manifests: readonly Manifest[];
  /** Texts that declare the same plugin; the first is the one that the others have to follow. */
  readonly declarations: readonly (readonly PluginDeclaration[])[];
  /** SKILL.md files below `skills`, at any depth. */
  readonly documents: readonly string[];
}

/** The root of a manifest if it is an object that JSON.parse reads. */
export function objectIn(manifest: Manifest | undefined): JsonObject | undefined {
  const root = manifest && !manifest.broken ? manifest.root : undefined;
  return root?.kind === "object" ? root : undefined;
}

/** The value of a key. */
export function valueOf(object: JsonObject | undefined, key: string): JsonNode | undefined {
  return object && memberOf(object, key)?.value;
}

/** The text of a key, if its value is one. */
export function textIn(object: JsonObject | undefined, key: string): string | undefined {
  const value = valueOf(object, key);
  return value?.kind === "string" ? value.value : undefined;
}

/** A text, or the texts of a list; other items of the list are left out. */
export function textsIn(value: JsonNode | undefined): readonly (JsonNode & { readonly kind: "string" })[] {
  const items = value?.kind === "array" ? value.items : value ? [value] : [];
  return items.flatMap((item) => (item.kind === "string" ? [item] : []));
}

/** A version without its build metadata, which does not count in a comparison (semver.org, section 10). */
export function withoutBuild(version: string): string {
  return version.split("+", 1)[0]!;
}

/** A version that a release fills in. */
export function isPlaceholder(value: string): boolean {
  return value === "0.0.0" || /placeholder/i.test(value);
}
