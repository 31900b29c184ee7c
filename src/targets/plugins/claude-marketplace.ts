import type { JsonArray, JsonNode, JsonObject } from "../../core/json.ts";
import { quote } from "../../core/show.ts";
import {
  objectIn,
  type PluginAnswer,
  type PluginTree,
  textIn,
  textsIn,
  valueOf,
} from "../../model/plugin.ts";
import {
  claudeValidator,
  isInstallableName,
  requireAuthor,
  requireHomepage,
  requirePluginName,
} from "./claude-fields.ts";
import { objectAs, objectTo, type Objector, requireKind, unreadable } from "./objections.ts";

/** Kinds of sources besides a path, with a key that each needs (2.1.330; `archive` read in skillsaw@a3eb1778). */
const sources: ReadonlyMap<string, string | undefined> = new Map([
  ["github", "repo"],
  ["url", "url"],
  ["git-subdir", "path"],
  ["npm", "package"],
  ["archive", undefined],
]);

/** Names that `marketplace add` leaves to Anthropic, as far as seen (2.1.330). */
const reserved: ReadonlySet<string> = new Set(["anthropic-plugins", "claude-plugins-official"]);

/** Lists of a plugin's parts, in its own manifest and in an entry. */
const parts = ["skills", "agents", "commands", "hooks"] as const;

/** What the validator says of a marketplace and the plugins below it, and what an install then loses. */
export function examineMarketplace(
  tree: PluginTree,
  file: string,
  examinePlugin: (plugin: PluginTree) => PluginAnswer,
): PluginAnswer {
  const read = tree.manifestAt(file)!;
  const unread = unreadable(read);
  const root = objectIn(read);
  if (unread || !root) return { refusals: unread ? [unread] : [], losses: [] };
  const objector = objectTo(file);
  const losses = objectTo(file);
  requireName(root, objector, losses);
  requireAuthor(root, objector, "owner");
  const plugins = requireKind(root, "plugins", "a list", { ...objector, required: true });
  const entries = plugins?.kind === "array" ? plugins : undefined;
  const pluginRoot = textIn(objectOf(valueOf(root, "metadata")), "pluginRoot");
  if (entries) requireEntries(entries, objector, pluginRoot);
  const own = (entries?.items ?? []).flatMap((entry) => {
    if (entry.kind !== "object") return [];
    const source = localSource(entry, pluginRoot);
    if (source === undefined) return [];
    const refusals = source === "" ? [] : ownRefusals(tree, source, examinePlugin);
    installEntry(tree, { entry, source }, losses);
    return refusals;
  });
  return { refusals: [...objector.list, ...own], losses: losses.list };
}

function requireName(root: JsonObject, { say }: Objector, losses: Objector): void {
  const value = requireKind(root, "name", "a text", { say, required: true });
  if (value?.kind !== "string") return;
  const { value: name, range } = value;
  const shown = `\`name\` ${quote(name, 60)}`;
  if (name === "") say("name", range, "`name` is empty");
  else if (/\s/.test(name)) say("name", range, `${shown} contains white space; write "-"`);
  else if (/[/\\]|\.\./.test(name) || name === ".") say("name", range, `${shown} contains a path separator`);
  else if (name === "inline") say("name", range, `${shown} is reserved`);
  else if (reserved.has(name))
    losses.say("name", range, `${shown} is reserved: the marketplace cannot be added; choose another`);
}

function requireEntries(entries: JsonArray, objector: Objector, pluginRoot: string | undefined): void {
  const { say } = objectAs(objector, { entry: true });
  const validator = objectAs(objector, { entry: true, validator: claudeValidator });
  const names = new Set<string>();
  for (const [at, entry] of entries.items.entries()) {
    const prefix = `plugins[${at}].`;
    if (entry.kind !== "object") {
      say("plugins", entry.range, `\`plugins[${at}]\` is not an object`);
      continue;
    }
    requirePluginName(entry, { say, validator, prefix });
    requireAuthor(entry, { say, prefix });
    requireHomepage(entry, { say, prefix });
    for (const key of ["version", "description", "category"] as const)
      requireKind(entry, key, "a text", { say, path: prefix + key });
    for (const key of ["keywords", "tags"] as const)
      requireKind(entry, key, "a list of texts", { say, path: prefix + key });
    requireKind(entry, "strict", "a boolean", { say, path: `${prefix}strict` });
    const skills = requireKind(entry, "skills", "a text or a list of texts", {
      say,
      path: `${prefix}skills`,
    });
    for (const { value, range } of textsIn(skills))
      if (!value.startsWith("./"))
        say(
          "plugins",
          range,
          `\`${prefix}skills\` path ${quote(value, 50)} does not start with "./"; add it`,
        );
    requireSource(entry, { say, prefix, pluginRoot });
    const name = textIn(entry, "name");
    if (name !== undefined && names.has(name))
      say("plugins", valueOf(entry, "name")?.range, `\`${prefix}name\` ${quote(name, 50)} occurs twice`);
    if (name !== undefined) names.add(name);
  }
}

interface SourceAt extends Pick<Objector, "say"> {
  readonly prefix: string;
  readonly pluginRoot: string | undefined;
}

function requireSource(entry: JsonObject, { say, prefix, pluginRoot }: SourceAt): void {
  const source = valueOf(entry, "source");
  const path = `\`${prefix}source\``;
  if (!source) say("plugins", entry.range, `${path} is missing`);
  else if (source.kind === "string") {
    const problem = pathProblem(source.value, pluginRoot);
    if (problem) say("plugins", source.range, `${path} ${quote(source.value, 50)} ${problem}`);
  } else if (source.kind !== "object")
    say("plugins", source.range, `${path} is neither a path nor an object`);
  else {
    const kind = textIn(source, "source") ?? "";
    const needed = sources.get(kind);
    const sha = valueOf(source, "sha");
    if (!sources.has(kind)) say("plugins", source.range, `${path} has an unknown kind ${quote(kind, 50)}`);
    else if (needed !== undefined && textIn(source, needed) === undefined)
      say("plugins", source.range, `${path} lacks \`${needed}\``);
    else if (sha && !(sha.kind === "string" && /^[\da-f]{40}$/i.test(sha.value)))
      say("plugins", sha.range, `${path} has a \`sha\` that is not 40 hexadecimal digits`);
  }
}

function pathProblem(path: string, pluginRoot: string | undefined): string | undefined {
  if (path.split(/[/\\]/).includes("..")) return `contains ".."`;
  if (path === "." || path.startsWith("./")) return path.includes("\\") ? "contains a backslash" : undefined;
  if (/[/\\:]/.test(path) || path === "") return `does not start with "./"; add it`;
  return pluginRoot === undefined ? `does not start with "./"; add it` : undefined;
}

/** The directory of an entry with a valid path, "" for the marketplace's own. */
function localSource(entry: JsonObject, pluginRoot: string | undefined): string | undefined {
  const written = textIn(entry, "source");
  if (written === undefined || pathProblem(written, pluginRoot) !== undefined) return undefined;
  const path = written.startsWith(".") ? written : `${pluginRoot ?? "."}/${written}`;
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".");
  return segments.includes("..") ? undefined : segments.join("/");
}

/** The objections to the plugin.json of a plugin, which become those of the marketplace. */
function ownRefusals(
  tree: PluginTree,
  source: string,
  examinePlugin: (plugin: PluginTree) => PluginAnswer,
): PluginAnswer["refusals"] {
  if (tree.kindOf(source) !== "directory") return [];
  const manifest = ".claude-plugin/plugin.json";
  return examinePlugin(tree.below(source))
    .refusals.filter(({ file }) => file === manifest)
    .map((each) => ({ ...each, key: "plugins", file: `${source}/${each.file}` }));
}

interface LocalEntry {
  readonly entry: JsonObject;
  readonly source: string;
}

/** What only an install notices: paths, and two manifests that list parts although only one may. */
function installEntry(tree: PluginTree, { entry, source }: LocalEntry, { say }: Objector): void {
  const name = valueOf(entry, "name");
  if (name?.kind === "string" && name.value !== "" && !isInstallableName(name.value))
    say("plugins", name.range, `plugin ${quote(name.value, 50)} cannot be installed under this name`);
  const kind = tree.kindOf(source);
  const written = valueOf(entry, "source")!;
  if (kind !== "directory") {
    const shown = written.kind === "string" ? quote(written.value, 50) : "the source";
    const what = kind === undefined ? "does not exist" : "is no directory";
    say("plugins", written.range, `source ${shown} ${what}, so the plugin cannot be installed`);
    return;
  }
  const plugin = source === "" ? tree : tree.below(source);
  for (const { value, range } of textsIn(valueOf(entry, "skills"))) {
    if (!value.startsWith("./")) continue;
    const found = plugin.kindOf(value);
    if (found !== "directory")
      say(
        "plugins",
        range,
        `skills path ${quote(value, 50)} ${found ? "is no directory" : "does not exist"}`,
      );
  }
  requireOneList(plugin, entry, say);
}

function requireOneList(plugin: PluginTree, entry: JsonObject, say: Objector["say"]): void {
  const strict = valueOf(entry, "strict");
  if (strict?.kind !== "boolean" || strict.value) return;
  const own = objectIn(plugin.manifestAt(".claude-plugin/plugin.json"));
  const listsParts = (object: JsonObject | undefined): boolean =>
    parts.some((key) => valueOf(object, key) !== undefined);
  if (own && listsParts(entry) && listsParts(own))
    say("plugins", strict.range, "`strict` is false, but plugin.json lists parts too: nothing is loaded");
}

function objectOf(value: JsonNode | undefined): JsonObject | undefined {
  return value?.kind === "object" ? value : undefined;
}
