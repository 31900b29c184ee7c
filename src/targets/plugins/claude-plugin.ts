import type { JsonNode, JsonObject } from "../../core/json.ts";
import { compareText } from "../../core/order.ts";
import { quote } from "../../core/show.ts";
import { documentName } from "../../model/document-name.ts";
import { decodeUtf8Loosely } from "../../core/utf8.ts";
import {
  objectIn,
  type PluginAnswer,
  type PluginModel,
  type PluginObjection,
  type PluginTree,
  textIn,
  textsIn,
  valueOf,
} from "../../model/plugin.ts";
import { readBunYaml } from "../../yaml/theirs/js/bun.ts";
import { splitAtAnyDashes } from "../reading/fences.ts";
import { claudeParts, refusedFiles } from "./claude-parts.ts";
import {
  claudeValidator,
  isInstallableName,
  requireAuthor,
  requireHomepage,
  requirePluginName,
} from "./claude-fields.ts";
import { examineMarketplace } from "./claude-marketplace.ts";
import { objectAs, objectTo, type Objector, requireKind, unreadable, withMarketplace } from "./objections.ts";
import { inDirectory, type PluginSkill, skillIn, skillsBelow } from "./skill-folders.ts";

const manifest = ".claude-plugin/plugin.json";
const marketplace = ".claude-plugin/marketplace.json";

/**
 * Claude Code: what `claude plugin validate` refuses, and what an install then loses. The program is closed: the rules
 * are what it did in 207 probes, and with the manifests of live/claude-plugins.js.
 */
export const claudePlugin: PluginModel = {
  target: "claude-code",
  title: "Claude Code",
  version: "2.1.332",
  sources: ["npm @anthropic-ai/claude-code 2.1.330", "npm @anthropic-ai/claude-code 2.1.332"],
  // Also in the only directory of the zip (`--plugin-dir`, 2.1.332; live/plugin-archive.js).
  archived: manifest,
  isMeant: (tree) => tree.kindOf(marketplace) !== undefined || tree.kindOf(manifest) !== undefined,
  examine,
};

/** A marketplace comes first; without any manifest, the skills of a directory are accepted as they are. */
function examine(tree: PluginTree): PluginAnswer {
  if (tree.kindOf(marketplace) !== undefined) {
    const listed = examineMarketplace(tree, marketplace, examinePlugin);
    if (tree.kindOf(manifest) === undefined) return listed;
    return withMarketplace(listed, examinePlugin(tree));
  }
  if (tree.kindOf(manifest) !== undefined) return examinePlugin(tree);
  const skills = skillsBelow(tree, "skills");
  if (skills.length > 0) return { refusals: [], losses: [], ...named(tree, tree.name, skills) };
  return { refusals: [{ key: "directory", file: "", message: "there is no manifest" }], losses: [] };
}

/** A directory with a plugin.json. */
function examinePlugin(tree: PluginTree): PluginAnswer {
  const read = tree.manifestAt(manifest);
  if (!read) return { refusals: [], losses: [] };
  const unread = unreadable(read);
  const root = objectIn(read);
  if (unread || !root) return { refusals: unread ? [unread] : [], losses: [] };
  const objector = objectTo(manifest);
  requireFields(root, objector);
  if (objector.list.length === 0) {
    requirePaths(tree, root, objector);
    objector.list.push(...refusedFiles(tree));
  }
  const name = textIn(root, "name") ?? "";
  const skills = skillsOf(tree, root);
  const agents = tree
    .namesIn("agents")
    .filter((each) => each.endsWith(".md"))
    .map((each) => inDirectory("agents", each));
  const refusals = [
    ...objector.list,
    ...skills.flatMap(({ document }) =>
      refusedFields(tree, document, ["description", "name", "allowed-tools"]),
    ),
    ...agents.flatMap((agent) => refusedFields(tree, agent, ["name"])),
  ];
  // Without a part, or where only the validator refuses, it installs with its skills.
  if (refusals.some(({ validator, partial }) => validator === undefined && !partial))
    return { refusals, losses: [] };
  const losses = isInstallableName(name)
    ? []
    : [
        {
          key: "name",
          file: manifest,
          range: valueOf(root, "name")?.range,
          message: `name ${quote(name, 60)} cannot be installed; write letters, digits, "-", "_" and "."`,
        },
      ];
  return { refusals, losses, ...named(tree, name, skills) };
}

function requireFields(root: JsonObject, objector: Objector): void {
  const validator = objectAs(objector, { validator: claudeValidator });
  requirePluginName(root, { ...objector, validator });
  requireKind(root, "version", "a text", objector);
  for (const key of ["$schema", "displayName", "description", "repository", "license"] as const)
    requireKind(root, key, "a text", validator);
  requireAuthor(root, validator);
  requireHomepage(root, validator);
  requireKind(root, "keywords", "a list of texts", validator);
  for (const key of ["skills", "agents"] as const) {
    const value = requireKind(root, key, "a text or a list of texts", objector);
    for (const item of textsIn(value)) {
      if (!item.value.startsWith("./") && !(key === "skills" && item.value === "."))
        objector.say(
          key,
          item.range,
          `path ${quote(item.value, 60)} does not start with "./"; ${pathFix(key, item.value)}`,
        );
      else if (key === "agents" && !item.value.endsWith(".md"))
        objector.say(key, item.range, `path ${quote(item.value, 60)} is no Markdown file`);
    }
  }
  requireParts(root, objector);
}

/** The parts that may also be in `experimental`. */
const trials: readonly string[] = ["themes", "monitors"];

/** The other parts. */
function requireParts(root: JsonObject, objector: Objector): void {
  const validator = objectAs(objector, { validator: claudeValidator });
  const early = valueOf(root, "experimental");
  for (const [key, shape] of Object.entries(claudeParts)) {
    const value = valueOf(root, key);
    const trial = early?.kind === "object" && trials.includes(key) ? valueOf(early, key) : undefined;
    const misfits = [
      ...(value ? shape(value, key) : []),
      ...(trial ? shape(trial, `experimental.${key}`) : []),
    ];
    for (const { range, message, lenient } of misfits)
      (lenient ? validator : objector).say(key, range, message);
  }
}

/** What to write for a path without "./": it has to be a directory for skills, and a Markdown file for agents. */
function pathFix(key: "skills" | "agents", path: string): string {
  const segments = trimmed(path).split("/");
  if (key === "agents" && !path.endsWith(".md")) return "list the files, or leave out the key for ./agents";
  const wild = segments.findIndex((segment) => segment.includes("*"));
  const named = wild === -1 ? segments : segments.slice(0, wild);
  const directory = named.at(-1) === documentName ? named.slice(0, -1) : named;
  return `write ${quote(`./${(key === "skills" ? directory : segments).join("/")}`, 60)}`;
}

const partsWithPaths = [
  ...["skills", "agents", "commands", "hooks"],
  ...["mcpServers", "lspServers", "outputStyles", "themes", "monitors"],
];

/** The paths of a part: texts, and the `source` of commands. Addresses are no paths. */
function pathsIn(value: JsonNode | undefined): ReturnType<typeof textsIn> {
  const sources =
    value?.kind === "object"
      ? value.members.flatMap(({ value: each }) =>
          each.kind === "object" ? textsIn(valueOf(each, "source")) : [],
        )
      : textsIn(value);
  return sources.filter((each) => !each.value.includes("://"));
}

/** Paths are looked at only if all fields are right. An install leaves out what is at a wrong one (2.1.332). */
function requirePaths(tree: PluginTree, root: JsonObject, objector: Objector): void {
  const { say } = objectAs(objector, { partial: true });
  for (const key of partsWithPaths)
    for (const { value, range } of pathsIn(valueOf(root, key))) {
      if (value.split("/").includes("..")) {
        say(key, range, `path ${quote(value, 60)} contains ".."`);
        continue;
      }
      const kind = tree.kindOf(value);
      if (kind === undefined) say(key, range, `path ${quote(value, 60)} does not exist`);
      else if (kind === "other") say(key, range, `path ${quote(value, 60)} does not lead into the plugin`);
      else if (
        key === "hooks" &&
        kind === "file" &&
        valueOf(objectIn(tree.manifestAt(value)), "hooks")?.kind !== "object"
      )
        say(key, range, `path ${quote(value, 60)} is a file without an object \`hooks\``);
      else if (key === "skills" && kind !== "directory")
        say(key, range, `path ${quote(value, 60)} is a file; write the directory that contains SKILL.md`);
    }
}

/**
 * `skills` adds to the directory `skills`, each path a skill or a directory of skills. A SKILL.md at the root counts
 * only without the directory.
 */
function skillsOf(tree: PluginTree, root: JsonObject): readonly PluginSkill[] {
  const declared = textsIn(valueOf(root, "skills")).flatMap(({ value }) => {
    const own = skillIn(tree, trimmed(value));
    return own.length > 0 ? own : skillsBelow(tree, trimmed(value));
  });
  const own = tree.kindOf("skills") === undefined ? skillIn(tree, "") : skillsBelow(tree, "skills");
  const all = new Map([...own, ...declared].map((skill) => [skill.document, skill]));
  return Array.from(all.values());
}

/** "./a/" as "a". */
function trimmed(path: string): string {
  return path
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".")
    .join("/");
}

/** A skill has the name of its directory; one at the root that of its frontmatter. */
function named(
  tree: PluginTree,
  plugin: string,
  skills: readonly PluginSkill[],
): Required<Pick<PluginAnswer, "skills" | "documents">> {
  const names = skills.map(({ directory, document }) => {
    const own = directory === "" ? fieldsOf(tree, document)?.["name"] : undefined;
    const name = typeof own === "string" ? own : directory.slice(directory.lastIndexOf("/") + 1) || tree.name;
    return `${plugin}:${name.replaceAll(" ", "-")}`;
  });
  return { skills: names.toSorted(compareText), documents: skills.map(({ document }) => document) };
}

function fieldsOf(tree: PluginTree, document: string): Readonly<Record<string, unknown>> | undefined {
  const bytes = tree.read(document);
  const split = bytes && splitAtAnyDashes(decodeUtf8Loosely(bytes));
  const read = split && readBunYaml(split.frontmatter);
  const value = read?.outcome === "value" ? read.value : undefined;
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

/** Values of the wrong type, which the validator refuses although a session drops only them. */
function refusedFields(
  tree: PluginTree,
  document: string,
  keys: readonly string[],
): readonly PluginObjection[] {
  const fields = fieldsOf(tree, document) ?? {};
  const isWrong = (key: string): boolean => {
    const value = fields[key];
    if (value === undefined || value === null || typeof value === "string") return false;
    if (key === "name") return true;
    return key === "allowed-tools" ? typeof value === "number" : typeof value === "object";
  };
  return keys.filter(isWrong).map((key) => ({
    key,
    file: inDirectory("", document),
    message: `\`${key}\` is not a text`,
    validator: claudeValidator,
  }));
}
