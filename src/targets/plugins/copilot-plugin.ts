import {
  objectIn,
  type PluginAnswer,
  type PluginModel,
  type PluginObjection,
  type PluginTree,
  textsIn,
  valueOf,
} from "../../model/plugin.ts";
import { copilotCli } from "../clients/copilot-cli.ts";
import {
  agentVersion,
  ignoredParts,
  isAgentManifest,
  manifestProblems,
  meansAgentPlugins,
} from "./agent-plugin.ts";
import { loadSkills, skillIn, skillsAnywhere } from "./skill-folders.ts";

/** github/docs cli-plugin-reference.md@0afe69c8; the program names the same order. */
const manifests = [
  ".plugin/plugin.json",
  "plugin.json",
  ".github/plugin/plugin.json",
  ".claude-plugin/plugin.json",
] as const;

/** Versions of Agent Plugins that it reads. */
const versions: readonly string[] = ["1.0.0", "1.1.0"];

/** Copilot CLI: it says that a plugin is installed even if it then lists no skill. */
export const copilotPlugin: PluginModel = {
  target: "copilot-cli",
  title: "Copilot CLI",
  version: "1.0.102",
  sources: ["npm @github/copilot 1.0.102", "github/docs cli-plugin-reference.md@0afe69c8"],
  isMeant: (tree) =>
    tree.kindOf(manifests[0]) !== undefined ||
    tree.kindOf(manifests[2]) !== undefined ||
    meansAgentPlugins(tree.manifestAt(manifests[1])),
  examine,
};

function examine(tree: PluginTree): PluginAnswer {
  const file = manifests.find((path) => tree.kindOf(path) !== undefined);
  const manifest = file === undefined ? undefined : tree.manifestAt(file);
  const refuse = (key: string, path: string, message: string): PluginAnswer => ({
    refusals: [{ key, file: path, range: manifest?.broken?.range, message }],
    losses: [],
  });
  if (!manifest) return refuse("directory", "", "there is no manifest");
  if (manifest.broken || manifest.byteOrderMark)
    return refuse(
      "json",
      manifest.path,
      manifest.broken?.message ?? "the file starts with a byte-order mark",
    );
  if (tree.kindOf("skills") === "file") return refuse("directory", "skills", "`skills` is not a directory");
  const version = agentVersion(manifest) ?? "";
  let ignored: readonly PluginObjection[] = [];
  if (manifest.path === "plugin.json" && isAgentManifest(manifest)) {
    const schema = `https://agent-plugins.org/schemas/${versions.includes(version) ? version : versions[0]!}/plugin.schema.json`;
    const lost = manifestProblems(manifest, schema).filter(({ effect }) => effect === "reject-plugin");
    ignored = ignoredParts(tree, manifest, schema).filter((each) => each.file === manifest.path);
    if (lost.length > 0)
      return {
        refusals: [],
        losses: lost.map((each) => ({ ...each, key: "root" })),
        skills: [],
        documents: [],
      };
  }
  const declared = textsIn(valueOf(objectIn(manifest), "skills")).map(({ value }) => value);
  const roots = declared.length > 0 && !isAgentManifest(manifest) ? declared : ["skills"];
  const skills = roots.map(plain).flatMap((root) => {
    const own = skillIn(tree, root);
    return own.length > 0 ? own : skillsAnywhere(tree, root);
  });
  return { refusals: [], losses: [], ignored, ...loadSkills(tree, skills, copilotCli.versions[0]!.load) };
}

function plain(path: string): string {
  return path
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".")
    .join("/");
}
