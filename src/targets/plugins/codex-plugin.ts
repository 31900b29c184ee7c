import type { JsonObject } from "../../core/json.ts";
import { quote } from "../../core/show.ts";
import {
  objectIn,
  type PluginAnswer,
  type PluginModel,
  type PluginObjection,
  type PluginTree,
  textIn,
  valueOf,
} from "../../model/plugin.ts";
import { codex } from "../clients/codex.ts";
import {
  agentManifest,
  ignoredParts,
  isAgentManifest,
  manifestProblems,
  meansAgentPlugins,
} from "./agent-plugin.ts";
import { ignoredInterface } from "./codex-interface.ts";
import { codexMarketplace, examineCodexMarketplace } from "./codex-marketplace.ts";
import { unreadable, withMarketplace } from "./objections.ts";
import { inDirectory, loadSkills, type PluginSkill, skillIn, skillsAnywhere } from "./skill-folders.ts";

const own = [".codex-plugin/plugin.json", ".claude-plugin/plugin.json"] as const;

/** Codex CLI: the first manifest decides, and nothing else is tried if it is wrong. */
export const codexPlugin: PluginModel = {
  target: "codex",
  title: "Codex CLI",
  version: "0.169.0",
  sources: ["npm @openai/codex 0.169.0", "openai/codex core-plugins/src/manifest.rs@01b4840b"],
  isMeant: (tree) =>
    tree.kindOf(codexMarketplace) !== undefined ||
    tree.kindOf(own[0]) !== undefined ||
    meansAgentPlugins(tree.manifestAt(agentManifest)),
  examine,
};

const schema = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json";

/** A marketplace may be a plugin, too. */
function examine(tree: PluginTree): PluginAnswer {
  if (tree.kindOf(codexMarketplace) === undefined) return examinePlugin(tree);
  const listed = examineCodexMarketplace(tree);
  if (![agentManifest, own[0]].some((path) => tree.kindOf(path) !== undefined)) return listed;
  return withMarketplace(listed, examinePlugin(tree));
}

function examinePlugin(tree: PluginTree): PluginAnswer {
  const agent = tree.manifestAt(agentManifest);
  if (agent && isAgentManifest(agent)) {
    const refusals = manifestProblems(agent, schema).filter(
      ({ effect, disputed }) => effect === "reject-plugin" && !disputed,
    );
    if (refusals.length > 0) {
      const unread = own.filter((path) => tree.kindOf(path) !== undefined);
      return { refusals: refusals.map((each) => ({ ...each, key: "root", unread })), losses: [] };
    }
    const skills = tree.namesIn("skills").flatMap((name) => skillIn(tree, inDirectory("skills", name)));
    const ignored = ignoredParts(tree, agent, schema);
    return { refusals: [], losses: [], ignored, ...loaded(tree, textIn(objectIn(agent), "name")!, skills) };
  }
  const file = own.find((path) => tree.kindOf(path) !== undefined);
  const manifest = file === undefined ? undefined : tree.manifestAt(file);
  if (!manifest)
    return { refusals: [], losses: [], ...loaded(tree, tree.name, skillsAnywhere(tree, "skills")) };
  const root = objectIn(manifest);
  const unread = unreadable(manifest);
  if (unread || !root) return { refusals: unread ? [unread] : [], losses: [] };
  const { losses, directory } = skillsDirectory(tree, manifest.path, root);
  const skills = directory === undefined ? [] : skillsAnywhere(tree, directory);
  const ignored = ignoredInterface(tree, manifest.path, root);
  return { refusals: [], losses, ignored, ...loaded(tree, textIn(root, "name") || tree.name, skills) };
}

/** A custom directory replaces `skills`. A path that is not understood is dropped without a message. */
function skillsDirectory(
  tree: PluginTree,
  file: string,
  root: JsonObject,
): { readonly losses: readonly PluginObjection[]; readonly directory: string | undefined } {
  const value = valueOf(root, "skills");
  if (!value) return { losses: [], directory: "skills" };
  const lost = (message: string, directory?: string) => ({
    losses: [{ key: "skills", file, range: value.range, message }],
    directory,
  });
  if (value.kind !== "string") return lost("`skills` is not a text and is ignored", "skills");
  // A template of plugins with other parts only; nothing is lost.
  if (skillsAnywhere(tree, "").length === 0) return { losses: [], directory: undefined };
  const shown = `skills path ${quote(value.value, 60)}`;
  if (value.value.split("/").includes("..")) return lost(`${shown} contains ".." and is ignored`, "skills");
  const path = value.value.split("/").filter((segment) => segment !== "" && segment !== ".");
  if (!value.value.startsWith("./")) return lost(`${shown} does not start with "./": no skill is loaded`);
  if (path.length === 0) return lost(`${shown} is the plugin itself: no skill is loaded`);
  const directory = path.join("/");
  return tree.kindOf(directory) === "directory"
    ? { losses: [], directory }
    : lost(`${shown} is not a directory: no skill is loaded`);
}

function loaded(
  tree: PluginTree,
  plugin: string,
  skills: readonly PluginSkill[],
): Required<Pick<PluginAnswer, "skills" | "documents">> {
  return loadSkills(tree, skills, codex.versions[0]!.load, `${plugin}:`);
}
