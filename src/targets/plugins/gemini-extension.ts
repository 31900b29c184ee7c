import type { JsonNode, JsonObject } from "../../core/json.ts";
import { memberOf } from "../../core/json.ts";
import { quote } from "../../core/show.ts";
import {
  objectIn,
  type PluginAnswer,
  type PluginModel,
  type PluginObjection,
  type PluginTree,
  valueOf,
} from "../../model/plugin.ts";
import { geminiCli } from "../clients/gemini-cli.ts";
import { objectAs, type Objector, objectTo, unreadable } from "./objections.ts";
import { loadSkills, skillIn, skillsBelow } from "./skill-folders.ts";

const file = "gemini-extension.json";

/**
 * Gemini CLI: `gemini extensions validate`, which looks at the name, the version and the context files alone, and
 * `gemini extensions install`, as fixtures/live/gemini-extensions has them. Read in 0.61.0: bundle/chunk-HPLZM7PQ.js
 * (loadExtensionConfig, extensionConsentString, getMissingSettings, registerExtensionThemes) and
 * bundle/chunk-JDPZ4CE3.js (loadSkillsFromDir, getExcludeTools).
 */
export const geminiExtension: PluginModel = {
  target: "gemini-cli",
  title: "Gemini CLI",
  version: "0.61.0",
  sources: [
    "npm @google/gemini-cli 0.61.0",
    "google-gemini/gemini-cli docs/extensions/reference.md@5411f113",
  ],
  // "in the absolute root of the repository or the release archive" (docs/extensions/releasing.md).
  archived: file,
  isMeant: (tree) => tree.kindOf(file) !== undefined,
  examine,
};

function examine(tree: PluginTree): PluginAnswer {
  const manifest = tree.manifestAt(file);
  if (!manifest)
    return { refusals: [{ key: "directory", file: "", message: "there is no manifest" }], losses: [] };
  const root = objectIn(manifest);
  const marked = { key: "json", file, message: "the file starts with a byte-order mark" };
  const unread = unreadable(manifest) ?? (manifest.byteOrderMark ? marked : undefined);
  if (unread || !root) return { refusals: unread ? [unread] : [], losses: [] };
  const refusals = objectTo(file);
  const losses = objectTo(file);
  judgeName(root, refusals, losses);
  const version = valueOf(root, "version");
  // Any other value passes, even where an install compares versions.
  if (isFalsy(version))
    refusals.say("version", version?.range ?? root.range, `\`version\` is ${emptyOrMissing(version)}`);
  judgeContextFiles(tree, root, objectAs(refusals, { partial: true }));
  judgeServers(root, losses);
  judgeLists(root, losses);
  const found = { refusals: refusals.list, losses: losses.list };
  const isWhole = (objection: PluginObjection): boolean => objection.partial === undefined;
  if ([...found.refusals, ...found.losses].some(isWhole)) return found;
  const listed = memberOf(root, "skills");
  const message = "`skills` is not read; skills are found in the directory skills/";
  const ignored = listed ? [{ key: "skills", file, range: listed.keyRange, message }] : [];
  const { skills, documents } = loadSkills(tree, skillsOf(tree), geminiCli.versions[0]!.load);
  // Variables in names are replaced after the characters that a name may not have.
  const names = skills.map((name) => name.replaceAll("${pathSeparator}", "/"));
  // Of several skills with a name, a session has the last one that it finds.
  return { ...found, ignored, skills: Array.from(new Set(names)), documents };
}

/** `skills` itself counts, too; hidden directories and node_modules do not. */
function skillsOf(tree: PluginTree) {
  const below = skillsBelow(tree, "skills");
  const isSeen = ({ directory }: { readonly directory: string }): boolean =>
    !/^skills\/(?:\.|node_modules$)/.test(directory);
  return [...skillIn(tree, "skills"), ...below.filter(isSeen)];
}

/** Any value passes whose text has the characters of a name; an install needs a text, which names its directory. */
function judgeName(root: JsonObject, refusals: Objector, losses: Objector): void {
  const name = valueOf(root, "name");
  if (!name || isFalsy(name))
    return refusals.say("name", name?.range ?? root.range, `\`name\` is ${emptyOrMissing(name)}`);
  const passes = /^[A-Za-z0-9-]+$/.test(textOf(name));
  if (name.kind !== "string")
    return (passes ? losses : refusals).say("name", name.range, "`name` is not a text");
  if (!passes)
    refusals.say(
      "name",
      name.range,
      `\`name\` ${quote(name.value, 50)} is invalid; write letters, digits and "-"`,
    );
  else if (name.value.length > longestName)
    losses.say(
      "name",
      name.range,
      `\`name\` is longer than ${longestName} characters, as a directory's may be`,
    );
}

/** Of a directory, on most file systems. */
const longestName = 255;

/** Refused by the validator; an install leaves them out. */
function judgeContextFiles(tree: PluginTree, root: JsonObject, { say }: Objector): void {
  const written = valueOf(root, "contextFileName");
  if (!written || isFalsy(written)) return;
  for (const each of written.kind === "array" ? written.items : [written]) {
    const problem = contextProblem(tree, each);
    if (problem !== undefined) say("contextFileName", each.range, problem);
  }
}

function contextProblem(tree: PluginTree, node: JsonNode): string | undefined {
  if (node.kind !== "string") return "`contextFileName` is not a text or a list of texts";
  const shown = quote(node.value, 60);
  const path = node.value.replaceAll(/\$\{(?:\/|pathSeparator)\}/g, "/");
  if (/^(?:[/\\]|[A-Za-z]:[/\\])/.test(path)) return `context file ${shown} is an absolute path`;
  if (/(?:\.|%2e){2}/i.test(path)) return `context file ${shown} contains ".."`;
  const isThere = path.trim() !== "" && !/[\\\0]/.test(path) && tree.kindOf(path) !== undefined;
  return isThere ? undefined : `context file ${shown} does not exist in the extension`;
}

/** What the text that asks for consent cannot be made of; an install makes it even with --consent. */
function judgeServers(root: JsonObject, { say }: Objector): void {
  const servers = valueOf(root, "mcpServers");
  const entries =
    servers?.kind === "object"
      ? servers.members.map(({ key, value }) => [key, value] as const)
      : servers?.kind === "array"
        ? servers.items.map((value, index) => [String(index), value] as const)
        : [];
  for (const [name, server] of entries) {
    const at = `server ${quote(name, 40)}`;
    if (server.kind === "null") say("mcpServers", server.range, `${at} is null`);
    if (server.kind !== "object") continue;
    const url = valueOf(server, "httpUrl");
    const args = valueOf(server, "args");
    if (args && args.kind !== "array" && !isFalsy(args) && (!url || url.kind === "null"))
      say("mcpServers", args.range, `\`args\` of ${at} is not a list`);
    for (const key of ["includeTools", "excludeTools"]) {
      const tools = valueOf(server, key);
      if (tools?.kind === "string" && tools.value !== "")
        say("mcpServers", tools.range, `\`${key}\` of ${at} is not a list`);
    }
  }
}

/** What an install goes through, and what each later start of the program does: a text will do for both. */
function judgeLists(root: JsonObject, losses: Objector): void {
  for (const [key, effect] of iterated) {
    const list = valueOf(root, key);
    if (!list || isFalsy(list)) continue;
    const nothing = list.kind === "array" ? list.items.find(({ kind }) => kind === "null") : undefined;
    if (nothing && key !== "excludeTools")
      losses.say(key, nothing.range, `\`${key}\` contains null${effect}`);
    if (list.kind === "array") continue;
    if (list.kind !== "string") losses.say(key, list.range, `\`${key}\` is not a list${effect}`);
    else if (key === "excludeTools")
      objectAs(losses, { partial: true }).say(
        key,
        list.range,
        "`excludeTools` is not a list; `gemini extensions list` fails once this is installed",
      );
  }
}

const afterwards = "; Gemini CLI does not start once this is installed";
const iterated = [
  ["settings", ""],
  ["themes", afterwards],
  ["excludeTools", afterwards],
] as const;

/** Whether JavaScript takes a value for false. */
function isFalsy(node: JsonNode | undefined): boolean {
  if (!node || node.kind === "null") return true;
  return node.kind !== "array" && node.kind !== "object" && !node.value;
}

function emptyOrMissing(node: JsonNode | undefined): string {
  return node?.kind === "string" ? "empty" : "missing";
}

/** As JavaScript turns a value into a text. */
function textOf(node: JsonNode): string {
  if (node.kind === "array")
    return node.items.map((item) => (item.kind === "null" ? "" : textOf(item))).join(",");
  return node.kind === "object" || node.kind === "null" ? "" : String(node.value);
}
