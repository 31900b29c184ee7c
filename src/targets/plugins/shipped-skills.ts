import { objectIn, type PluginModel, type PluginTree, valueOf } from "../../model/plugin.ts";
import type { Target } from "../../model/target.ts";
import { pluginModels } from "./examine-plugin.ts";
import { type ListedPlugin, listedPlugins, pluginManifests } from "./plugin-declarations.ts";
import { inDirectory, skillIn, skillsBelow } from "./skill-folders.ts";

/** A skill that a plugin gives to its clients. Paths are relative to the directory that was looked at. */
export interface ShippedSkill {
  /** The skill's directory; "" for the one that was looked at. */
  readonly directory: string;
  /** The plugin's. */
  readonly plugin: string;
  /** What the plugin has besides skills, in words. */
  readonly others: readonly string[];
}

/**
 * The skills of a plugin, or of the plugins that a marketplace lists beside it, as the manifests give them to a client;
 * to all clients that a plugin is made for if it is not made for this one. Empty for a directory without manifests.
 */
export function shippedSkills(tree: PluginTree, client: Target | undefined): readonly ShippedSkill[] {
  const own = pluginModels.some((model) => model.isMeant(tree)) ? [{ directory: "", skills: [] }] : [];
  const shipped = [...own, ...listedPlugins(tree)].flatMap((plugin) => skillsOf(tree, plugin, client));
  return Array.from(new Map(shipped.map((skill) => [skill.directory, skill])).values());
}

function skillsOf(
  tree: PluginTree,
  { directory, skills: listed }: ListedPlugin,
  client: Target | undefined,
): readonly ShippedSkill[] {
  if (directory !== "" && tree.kindOf(directory) !== "directory") return [];
  const plugin = directory === "" ? tree : tree.below(directory);
  const meant = pluginModels.filter((model) => model.isMeant(plugin));
  const chosen = meant.filter(({ target }) => target === client);
  const documents = [
    ...(chosen.length > 0 ? chosen : meant).flatMap((model) => documentsFor(model, plugin)),
    ...(meant.length > 0 ? [] : skillsBelow(plugin, "skills").map(({ document }) => document)),
    ...listed.flatMap((path) => documentsAt(plugin, path)),
  ];
  const others = partsOf(plugin);
  return Array.from(new Set(documents), (document) => {
    const own = document.includes("/") ? document.slice(0, document.lastIndexOf("/")) : "";
    return { directory: [directory, own].filter((each) => each !== "").join("/"), plugin: directory, others };
  });
}

function documentsFor(model: PluginModel, plugin: PluginTree): readonly string[] {
  return model.examine(plugin).documents ?? [];
}

/** The skills at a path of an entry: a skill, or a directory of skills. */
function documentsAt(plugin: PluginTree, path: string): readonly string[] {
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".");
  if (path.startsWith("/") || segments.includes("..")) return [];
  const directory = segments.join("/");
  const own = skillIn(plugin, directory);
  return (own.length > 0 ? own : skillsBelow(plugin, directory)).map(({ document }) => document);
}

/** What an install of skills leaves out: files and directories where clients look, and keys of manifests. */
const parts: readonly (readonly [name: string, paths: readonly string[], key: string])[] = [
  ["hooks", ["hooks"], "hooks"],
  ["MCP servers", [".mcp.json", "mcp.json"], "mcpServers"],
  ["LSP servers", [".lsp.json"], "lspServers"],
  ["commands", ["commands"], "commands"],
  ["agents", ["agents"], "agents"],
  ["rules", ["rules"], "rules"],
];

function partsOf(plugin: PluginTree): readonly string[] {
  const roots = pluginManifests.map((path) => objectIn(plugin.manifestAt(path)));
  return parts.flatMap(([name, paths, key]) =>
    paths.some((path) => plugin.kindOf(inDirectory("", path)) !== undefined) ||
    roots.some((root) => valueOf(root, key) !== undefined)
      ? [name]
      : [],
  );
}
