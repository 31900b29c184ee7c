import type { JsonObject } from "../../core/json.ts";
import {
  type ExaminedPlugin,
  type Manifest,
  objectIn,
  type PluginDeclaration,
  type PluginModel,
  type PluginTree,
  textIn,
  valueOf,
} from "../../model/plugin.ts";
import { isAgentManifest, meansAgentPlugins } from "./agent-plugin.ts";
import { claudePlugin } from "./claude-plugin.ts";
import { codexPlugin } from "./codex-plugin.ts";
import { copilotPlugin } from "./copilot-plugin.ts";
import { geminiExtension } from "./gemini-extension.ts";
import { skillsAnywhere } from "./skill-folders.ts";

/** The clients of which it is known what they make of plugins. */
const models: readonly PluginModel[] = [claudePlugin, codexPlugin, copilotPlugin, geminiExtension];

/** Manifests of one plugin. The first that exists is the one that the others have to follow. */
const manifests = [
  "plugin.json",
  ".claude-plugin/plugin.json",
  ".codex-plugin/plugin.json",
  ".cursor-plugin/plugin.json",
  ".plugin/plugin.json",
  ".github/plugin/plugin.json",
  "gemini-extension.json",
] as const;

const marketplaces = [".claude-plugin/marketplace.json", ".agents/plugins/marketplace.json"] as const;

/** What the clients that a plugin or a marketplace is made for say of it, and what its files declare. */
export function examinePlugin(tree: PluginTree): ExaminedPlugin {
  const read = (path: string): readonly Manifest[] => {
    const manifest = tree.manifestAt(path);
    // A plugin.json at the root may belong to any program.
    return manifest && (path !== "plugin.json" || meansAgentPlugins(manifest)) ? [manifest] : [];
  };
  const own = manifests.flatMap(read);
  const lists = marketplaces.flatMap(read);
  return {
    clients: models
      .filter((model) => model.isMeant(tree))
      .map((model) => ({ target: model.target, title: model.title, answer: model.examine(tree) })),
    manifests: [...lists, ...own],
    declarations: [
      own.flatMap((manifest) => declaredIn(manifest)),
      ...lists.flatMap((manifest) => entriesOf(tree, manifest)),
    ].filter((each) => each.length > 1),
    documents: skillsAnywhere(tree, "skills").map(({ document }) => document),
  };
}

/** Whether the directory lists plugins. */
export function isMarketplace(tree: PluginTree): boolean {
  return marketplaces.some((path) => tree.kindOf(path) !== undefined);
}

function declaredIn(manifest: Manifest): readonly PluginDeclaration[] {
  const object = objectIn(manifest);
  if (!object || (manifest.path === "plugin.json" && !isAgentManifest(manifest))) return [];
  return [{ file: manifest.path, object }];
}

/** Each entry with a directory, after the manifest of that directory, which wins. */
function entriesOf(tree: PluginTree, manifest: Manifest): readonly (readonly PluginDeclaration[])[] {
  const plugins = valueOf(objectIn(manifest), "plugins");
  const entries = plugins?.kind === "array" ? plugins.items : [];
  const client = manifest.path.startsWith(".agents/") ? ".codex-plugin" : ".claude-plugin";
  return entries.flatMap((entry) => {
    if (entry.kind !== "object") return [];
    const directory = directoryOf(entry);
    if (directory === undefined) return [];
    const file = [directory, client, "plugin.json"].filter((segment) => segment !== "").join("/");
    const own = objectIn(tree.manifestAt(file));
    return own
      ? [
          [
            { file, object: own },
            { file: manifest.path, object: entry },
          ],
        ]
      : [];
  });
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
