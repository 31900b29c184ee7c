import type { JsonNode, JsonObject } from "../../core/json.ts";
import { quote } from "../../core/show.ts";
import { objectIn, type PluginAnswer, type PluginTree, textIn, valueOf } from "../../model/plugin.ts";
import { agentManifest, isAgentManifest } from "./agent-plugin.ts";
import { objectTo, type Objector, requireKind, unreadable } from "./objections.ts";

export const codexMarketplace = ".agents/plugins/marketplace.json";

/** openai/codex marketplace.rs@0324d09f. Any other value makes the whole marketplace unreadable (0.169.0). */
const policies: Readonly<Record<string, readonly string[]>> = {
  installation: ["NOT_AVAILABLE", "AVAILABLE", "INSTALLED_BY_DEFAULT"],
  authentication: ["ON_INSTALL", "ON_USE"],
};

/** Kinds of sources; an entry with another is left out without a message. */
const kinds: readonly string[] = ["local", "url", "git-subdir", "npm"];

/** What `codex plugin marketplace add` refuses, and which entries are then missing or do not install. */
export function examineCodexMarketplace(tree: PluginTree): PluginAnswer {
  const manifest = tree.manifestAt(codexMarketplace)!;
  const unread = unreadable(manifest);
  const root = objectIn(manifest);
  if (unread || !root) return { refusals: unread ? [unread] : [], losses: [] };
  const refusals = objectTo(codexMarketplace);
  const losses = objectTo(codexMarketplace);
  requireKind(root, "name", "a text", { ...refusals, required: true });
  const plugins = requireKind(root, "plugins", "a list", { ...refusals, required: true });
  for (const entry of plugins?.kind === "array" ? plugins.items : []) {
    if (entry.kind !== "object") continue;
    requirePolicy(entry, refusals);
    installEntry(tree, entry, losses);
  }
  return { refusals: refusals.list, losses: losses.list };
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

function installEntry(tree: PluginTree, entry: JsonObject, { say }: Objector): void {
  const source = valueOf(entry, "source");
  const name = valueOf(entry, "name");
  if (!source || name?.kind !== "string") return;
  const shown = quote(name.value, 50);
  if (!/^[\w.-]+$/.test(name.value))
    return say("plugins", name.range, `plugin ${shown} is left out; write letters, digits, "-", "_" and "."`);
  const kind = source.kind === "object" ? (textIn(source, "source") ?? "") : "local";
  if (!kinds.includes(kind))
    return say("plugins", source.range, `plugin ${shown} is left out: source ${quote(kind, 40)} is unknown`);
  if (kind === "local")
    installLocal(tree, { name, path: source.kind === "object" ? valueOf(source, "path") : source }, say);
}

interface LocalEntry {
  readonly name: JsonNode & { readonly kind: "string" };
  readonly path: JsonNode | undefined;
}

function installLocal(tree: PluginTree, { name, path }: LocalEntry, say: Objector["say"]): void {
  if (path?.kind !== "string") return;
  const shown = quote(path.value, 50);
  const segments = path.value.split("/").filter((segment) => segment !== "" && segment !== ".");
  if (!/^\.(?:\/|$)/.test(path.value))
    return say("plugins", path.range, `source ${shown} does not start with "./": the plugin is left out`);
  if (segments.includes(".."))
    return say("plugins", path.range, `source ${shown} contains "..": the plugin is left out`);
  const directory = segments.join("/");
  if (tree.kindOf(directory) !== "directory")
    return say(
      "plugins",
      path.range,
      `source ${shown} is not a directory, so the plugin cannot be installed`,
    );
  const plugin = directory === "" ? tree : tree.below(directory);
  const own = ownName(plugin);
  if (own !== undefined && own !== name.value)
    say(
      "plugins",
      name.range,
      `plugin ${quote(name.value, 40)} is named ${quote(own, 40)} in its manifest: it does not install`,
    );
}

/** The name in the first manifest; without one, that of the directory. Undefined if it cannot be read. */
function ownName(plugin: PluginTree): string | undefined {
  const agent = plugin.manifestAt(agentManifest);
  if (isAgentManifest(agent)) return textIn(objectIn(agent), "name");
  const file = [".codex-plugin/plugin.json", ".claude-plugin/plugin.json"].find(
    (each) => plugin.kindOf(each) !== undefined,
  );
  if (file === undefined) return plugin.name;
  const root = objectIn(plugin.manifestAt(file));
  return root && (textIn(root, "name") || plugin.name);
}
