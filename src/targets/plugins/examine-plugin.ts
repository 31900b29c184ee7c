import type { ExaminedPlugin, PluginModel, PluginTree } from "../../model/plugin.ts";
import { claudePlugin } from "./claude-plugin.ts";
import { codexPlugin } from "./codex-plugin.ts";
import { copilotPlugin } from "./copilot-plugin.ts";
import { cursorPlugin } from "./cursor-plugin.ts";
import { geminiExtension } from "./gemini-extension.ts";
import {
  declaredIn,
  entriesWithManifests,
  manifestOf,
  marketplaces,
  pluginManifests,
} from "./plugin-declarations.ts";
import { skillsAnywhere } from "./skill-folders.ts";

/** The clients of which it is known what they make of plugins. */
export const pluginModels: readonly PluginModel[] = [
  claudePlugin,
  codexPlugin,
  copilotPlugin,
  geminiExtension,
  cursorPlugin,
];

/**
 * What the clients that a plugin or a marketplace is made for say of it, and what its files declare. `named` are the
 * SKILL.md files of the plugin that its entry in a marketplace around it names, which Claude Code adds to its own.
 */
export function examinePlugin(tree: PluginTree, named: readonly string[] = []): ExaminedPlugin {
  const own = pluginManifests.flatMap((path) => manifestOf(tree, path) ?? []);
  const lists = marketplaces.flatMap((path) => manifestOf(tree, path) ?? []);
  return {
    clients: pluginModels
      .filter((model) => model.isMeant(tree))
      .map((model) => {
        const answer = model.examine(tree);
        const documents = model === claudePlugin && answer.documents && [...answer.documents, ...named];
        return {
          target: model.target,
          title: model.title,
          answer: { ...answer, ...(documents && { documents }) },
        };
      }),
    manifests: [...lists, ...own],
    declarations: [
      own.flatMap((manifest) => declaredIn(manifest)),
      ...lists.flatMap((manifest) => entriesWithManifests(tree, manifest)),
    ].filter((each) => each.length > 1),
    documents: skillsAnywhere(tree, "skills").map(({ document }) => document),
  };
}

/** Whether the directory lists plugins. */
export function isMarketplace(tree: PluginTree): boolean {
  return marketplaces.some((path) => tree.kindOf(path) !== undefined);
}
