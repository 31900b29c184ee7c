import type { JsonNode, JsonObject } from "../../core/json.ts";
import { quote } from "../../core/show.ts";
import {
  objectIn,
  type PluginAnswer,
  type PluginObjection,
  type PluginTree,
  textIn,
  valueOf,
} from "../../model/plugin.ts";
import { agentManifest, isAgentManifest, meansAgentPlugins } from "./agent-plugin.ts";
import { objectTo, type Objector, requireKind, unreadable } from "./objections.ts";

const agentsList = ".agents/plugins/marketplace.json";
const claudeList = ".claude-plugin/marketplace.json";
const codexManifest = ".codex-plugin/plugin.json";

/** openai/codex marketplace.rs@0324d09f. Any other value makes the whole marketplace unreadable (0.169.0). */
const policies: Readonly<Record<string, readonly string[]>> = {
  installation: ["NOT_AVAILABLE", "AVAILABLE", "INSTALLED_BY_DEFAULT"],
  authentication: ["ON_INSTALL", "ON_USE"],
};

/** Kinds of sources; an entry with another is left out without a message. */
const kinds: readonly string[] = ["local", "url", "git-subdir", "npm"];

/** Keys with which an entry does not yet stand in for the manifest of a plugin that has none (0.171.0). */
const entryOnly: readonly string[] = ["name", "source", "policy"];

/**
 * The list of plugins that Codex reads: the first that exists, whatever is in it (0.171.0, fixtures/live/marketplaces).
 * Undefined for one of Claude Code without a plugin that is made for Codex, too.
 */
export function codexMarketplace(tree: PluginTree): string | undefined {
  if (tree.kindOf(agentsList) !== undefined) return agentsList;
  const root = objectIn(tree.manifestAt(claudeList));
  return root && entriesIn(root).some((entry) => isForCodex(tree, root, entry)) ? claudeList : undefined;
}

/**
 * What `codex plugin marketplace add` refuses, and which entries are then missing or do not install. `lostSkills` are
 * those of an entry that is the manifest of its plugin.
 */
export function examineCodexMarketplace(
  tree: PluginTree,
  file: string,
  lostSkills: (plugin: PluginTree, entry: JsonObject) => readonly PluginObjection[],
): PluginAnswer {
  const manifest = tree.manifestAt(file)!;
  const unread = unreadable(manifest);
  const root = objectIn(manifest);
  if (unread || !root) return { refusals: unread ? [unread] : [], losses: [] };
  const refusals = objectTo(file);
  const losses = objectTo(file);
  if (manifest.byteOrderMark) refusals.say("json", undefined, "the file starts with a byte-order mark");
  const name = requireKind(root, "name", "a text", { ...refusals, required: true });
  if (name?.kind === "string" && !/^[\w-]+$/.test(name.value))
    refusals.say("name", name.range, '`name` has other characters than letters, digits, "-" and "_"');
  const plugins = requireKind(root, "plugins", "a list", { ...refusals, required: true });
  for (const [at, entry] of (plugins?.kind === "array" ? plugins.items : []).entries()) {
    if (!requireEntry(entry, `plugins[${at}]`, refusals)) continue;
    requirePolicy(entry, refusals);
    if (file === claudeList && (!isForCodex(tree, root, entry) || isAnother(tree, root, entry))) continue;
    losses.list.push(...installEntry(tree, entry, file, lostSkills));
  }
  return { refusals: refusals.list, losses: losses.list };
}

function entriesIn(root: JsonObject): readonly JsonObject[] {
  const plugins = valueOf(root, "plugins");
  return (plugins?.kind === "array" ? plugins.items : []).filter((entry) => entry.kind === "object");
}

/** Whether the plugin of an entry, as Claude Code finds it, has a manifest that its author wrote for Codex. */
function isForCodex(tree: PluginTree, root: JsonObject, entry: JsonObject): boolean {
  const written = textIn(entry, "source");
  if (written === undefined) return false;
  const metadata = valueOf(root, "metadata");
  const base = metadata?.kind === "object" ? textIn(metadata, "pluginRoot") : undefined;
  const segments = segmentsOf(written.startsWith(".") ? written : `${base ?? ""}/${written}`);
  const at = (path: string): string => [...segments, path].join("/");
  if (segments.includes("..")) return false;
  return (
    tree.kindOf(at(codexManifest)) !== undefined || meansAgentPlugins(tree.manifestAt(at(agentManifest)))
  );
}

/** Whether the plugin of an entry has one under its own name, too: the other is for Claude Code, which takes any name. */
function isAnother(tree: PluginTree, root: JsonObject, entry: JsonObject): boolean {
  const written = textIn(entry, "source");
  if (written === undefined) return false;
  const directory = segmentsOf(written).join("/");
  const own = ownName(directory === "" ? tree : tree.below(directory));
  return (
    own !== "no manifest" &&
    own.name !== undefined &&
    own.name !== textIn(entry, "name") &&
    entriesIn(root).some((each) => textIn(each, "source") === written && textIn(each, "name") === own.name)
  );
}

function segmentsOf(path: string): readonly string[] {
  return path.split("/").filter((segment) => segment !== "" && segment !== ".");
}

/** Whether an entry can be read; the whole marketplace is refused for one that cannot. */
function requireEntry(entry: JsonNode, path: string, { say }: Objector): entry is JsonObject {
  if (entry.kind !== "object") {
    say("plugins", entry.range, `\`${path}\` is not an object`);
    return false;
  }
  requireKind(entry, "name", "a text", { say, path: `${path}.name`, required: true });
  requireKind(entry, "category", "a text", { say, path: `${path}.category` });
  requireKind(entry, "policy", "an object", { say, path: `${path}.policy` });
  if (!valueOf(entry, "source")) say("plugins", entry.range, `\`${path}.source\` is missing`);
  return true;
}

function requirePolicy(entry: JsonObject, { say }: Objector): void {
  const policy = valueOf(entry, "policy");
  if (policy?.kind !== "object") return;
  for (const [key, allowed] of Object.entries(policies)) {
    const value = valueOf(policy, key);
    if (value && !(value.kind === "string" && allowed.includes(value.value)))
      say("plugins", value.range, `policy \`${key}\` is unknown; write one of ${allowed.join(", ")}`);
  }
}

function installEntry(
  tree: PluginTree,
  entry: JsonObject,
  file: string,
  lostSkills: (plugin: PluginTree, entry: JsonObject) => readonly PluginObjection[],
): readonly PluginObjection[] {
  const source = valueOf(entry, "source");
  const name = valueOf(entry, "name");
  if (!source || name?.kind !== "string") return [];
  const lost = (message: string, { range }: JsonNode = source): readonly PluginObjection[] => [
    { key: "plugins", file, range, message },
  ];
  const shown = quote(name.value, 50);
  if (!/^[\w.-]+$/.test(name.value))
    return lost(`plugin ${shown} is left out; write letters, digits, "-", "_" and "."`, name);
  const kind = source.kind === "object" ? (textIn(source, "source") ?? "") : "local";
  if (!kinds.includes(kind)) return lost(`plugin ${shown} is left out: source ${quote(kind, 40)} is unknown`);
  const path = source.kind === "object" ? valueOf(source, "path") : source;
  if (kind !== "local" || path?.kind !== "string") return [];
  const problem = pathProblem(tree, path.value);
  if (problem !== undefined) return lost(`source ${quote(path.value, 50)} ${problem}`, path);
  const directory = segmentsOf(path.value).join("/");
  const plugin = directory === "" ? tree : tree.below(directory);
  const own = ownName(plugin);
  if (own === "no manifest")
    return entry.members.every(({ key }) => entryOnly.includes(key))
      ? lost(`plugin ${shown} does not install: it has no manifest, and its entry only a source`, name)
      : lostSkills(plugin, entry);
  return own.name === undefined || own.name === name.value
    ? []
    : lost(
        `plugin ${quote(name.value, 40)} is named ${quote(own.name, 40)} in its manifest: it does not install`,
        name,
      );
}

/** Why the plugin at a path does not install; continues a message. */
function pathProblem(tree: PluginTree, path: string): string | undefined {
  if (!/^\.(?:\/|$)/.test(path)) return 'does not start with "./": the plugin is left out';
  const segments = segmentsOf(path);
  if (segments.includes("..")) return 'contains "..": the plugin is left out';
  return tree.kindOf(segments.join("/")) === "directory"
    ? undefined
    : "is not a directory, so the plugin cannot be installed";
}

/** The name in the first manifest, or else that of the directory; undefined if it cannot be read. */
function ownName(plugin: PluginTree): { readonly name: string | undefined } | "no manifest" {
  const agent = plugin.manifestAt(agentManifest);
  if (isAgentManifest(agent)) return { name: textIn(objectIn(agent), "name") };
  const file = [codexManifest, ".claude-plugin/plugin.json"].find(
    (each) => plugin.kindOf(each) !== undefined,
  );
  if (file === undefined) return "no manifest";
  const root = objectIn(plugin.manifestAt(file));
  return { name: root && (textIn(root, "name") || plugin.name) };
}
