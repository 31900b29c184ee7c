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
import { anything, byKind, listOf, objectOf, type Shape, text, textThat } from "./shapes.ts";
import { inDirectory, loadSkills, type PluginSkill, skillIn, skillsThroughout } from "./skill-folders.ts";

const own = [".codex-plugin/plugin.json", ".claude-plugin/plugin.json"] as const;

/** Codex CLI: the first manifest decides, and nothing else is tried if it is wrong. */
export const codexPlugin: PluginModel = {
  target: "codex",
  title: "Codex CLI",
  version: "0.171.0",
  sources: ["npm @openai/codex 0.171.0", "openai/codex core-plugins/src/manifest.rs@01b4840b"],
  isMeant: (tree) =>
    codexMarketplace(tree) !== undefined ||
    tree.kindOf(own[0]) !== undefined ||
    meansAgentPlugins(tree.manifestAt(agentManifest)),
  examine,
};

const schema = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json";

/** A marketplace may be a plugin, too. Its entry is the manifest of a plugin that has none. */
function examine(tree: PluginTree): PluginAnswer {
  const file = codexMarketplace(tree);
  if (file === undefined) return examinePlugin(tree);
  const listed = examineCodexMarketplace(
    tree,
    file,
    (plugin, entry) => skillsDirectories(plugin, file, entry).losses,
  );
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
  // It then installs only by an entry of a marketplace that describes it; codex-marketplace.ts.
  if (!manifest)
    return { refusals: [], losses: [], ...loaded(tree, tree.name, skillsThroughout(tree, "skills")) };
  const root = objectIn(manifest);
  const unread = unreadable(manifest);
  if (unread || !root) return { refusals: unread ? [unread] : [], losses: [] };
  const refusals = wrongFields(manifest.path, root);
  if (refusals.length > 0) return { refusals, losses: [] };
  const { losses, directories } = skillsDirectories(tree, manifest.path, root);
  const found = Array.from(new Set(directories)).flatMap((directory) => skillsThroughout(tree, directory));
  // One directory may be in another.
  const skills = Array.from(new Map(found.map((skill) => [skill.document, skill])).values());
  const ignored = ignoredInterface(tree, manifest.path, root);
  return { refusals: [], losses, ignored, ...loaded(tree, textIn(root, "name") || tree.name, skills) };
}

const orNull = byKind({ string: anything, null: anything });

/** What the manifest may have; for another value Codex does not install the plugin (fixtures/live/codex-plugins). */
const fields: Readonly<Record<string, Shape>> = {
  name: text,
  version: byKind({
    string: textThat((version) =>
      /^[\w.+-]+$/.test(version) && !/^\.{1,2}$/.test(version) ? undefined : "is no version for Codex",
    ),
    null: anything,
  }),
  description: orNull,
  keywords: listOf(text),
  apps: orNull,
  interface: byKind({
    null: anything,
    array: (value, path) =>
      value.kind === "array" ? value.items.slice(0, 1).flatMap((each) => orNull(each, path)) : [],
    object: objectOf({
      optional: {
        ...Object.fromEntries(
          [
            ...[
              "displayName",
              "shortDescription",
              "longDescription",
              "developerName",
              "category",
              "websiteURL",
            ],
            ...["privacyPolicyURL", "termsOfServiceURL", "brandColor", "composerIcon", "logo"],
          ].map((key) => [key, orNull]),
        ),
        capabilities: listOf(text),
        screenshots: listOf(text),
      },
    }),
  }),
};

function wrongFields(file: string, root: JsonObject): readonly PluginObjection[] {
  return Object.entries(fields).flatMap(([key, shape]) => {
    const value = valueOf(root, key);
    return value ? shape(value, key).map((misfit) => ({ key, file, ...misfit })) : [];
  });
}

/**
 * Directories of one's own replace `skills`: a text, or a list of texts. Those that are not understood are dropped without
 * a message, and `skills` is searched if none is left (fixtures/live/plugin-skills).
 */
function skillsDirectories(
  tree: PluginTree,
  file: string,
  root: JsonObject,
): { readonly losses: readonly PluginObjection[]; readonly directories: readonly string[] } {
  const value = valueOf(root, "skills");
  if (!value || value.kind === "null") return { losses: [], directories: ["skills"] };
  const lost = (message: string, { range } = value): PluginObjection => ({
    key: "skills",
    file,
    range,
    message,
  });
  const written = value.kind === "array" ? value.items : [value];
  if (!written.every((each) => each.kind === "string"))
    return {
      losses: [lost("`skills` is neither a text nor a list of texts: Codex searches `skills/` instead")],
      directories: ["skills"],
    };
  // A template of plugins with other parts only; nothing is lost.
  if (skillsThroughout(tree, "").length === 0) return { losses: [], directories: [] };
  const problems = written.map((each) => pathProblem(each.value));
  const valid = written.filter((_, at) => problems[at] === undefined);
  const instead = valid.length === 0 ? ": Codex searches `skills/` instead" : " and is ignored";
  const inSkills = new Set(skillsThroughout(tree, "skills").map(({ document }) => document));
  const losses = written.flatMap((each, at) => {
    // Nothing is lost of skills that are found instead.
    const named = valid.length === 0 ? skillsThroughout(tree, directoryOf(each.value)) : [];
    if (named.length > 0 && named.every(({ document }) => inSkills.has(document))) return [];
    const shown = `skills path ${quote(each.value, 60)}`;
    if (problems[at] !== undefined) return [lost(`${shown} ${problems[at]}${instead}`, each)];
    const isThere = tree.kindOf(directoryOf(each.value)) === "directory";
    return isThere ? [] : [lost(`${shown} is not a directory: no skill is loaded from it`, each)];
  });
  return {
    losses,
    directories: valid.length === 0 ? ["skills"] : valid.map((each) => directoryOf(each.value)),
  };
}

function pathProblem(path: string): string | undefined {
  if (path.split("/").includes("..")) return 'contains ".."';
  if (!path.startsWith("./")) return 'does not start with "./"';
  return directoryOf(path) === "" ? "is the plugin itself" : undefined;
}

function directoryOf(path: string): string {
  return path
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".")
    .join("/");
}

/** Of a plugin with a longer name, no skill is listed (fixtures/live/codex-plugins). */
const longestName = 127;

function loaded(
  tree: PluginTree,
  plugin: string,
  skills: readonly PluginSkill[],
): Required<Pick<PluginAnswer, "skills" | "documents">> {
  return loadSkills(tree, plugin.length > longestName ? [] : skills, codex.versions[0]!.load, `${plugin}:`);
}
