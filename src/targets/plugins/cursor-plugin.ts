import type { JsonObject } from "../../core/json.ts";
import { quote } from "../../core/show.ts";
import {
  objectIn,
  type PluginAnswer,
  type PluginModel,
  type PluginObjection,
  type PluginTree,
  textsIn,
  valueOf,
} from "../../model/plugin.ts";
import { cursor } from "../clients/cursor.ts";
import { requireAuthor, requireHomepage } from "./claude-fields.ts";
import { objectTo, type Objector, requireKind, unreadable } from "./objections.ts";
import { inDirectory, loadSkills, type PluginSkill, skillIn, skillsBelow } from "./skill-folders.ts";

const file = ".cursor-plugin/plugin.json";

/**
 * Cursor: it installs a plugin whatever its manifest says. One that its schema refuses is passed over without a message,
 * and with it the paths of the skills. Read in the bundle of the SDK, which has the loader of the editor; not run.
 */
export const cursorPlugin: PluginModel = {
  target: "cursor",
  title: "Cursor",
  version: "sdk-1.0.32",
  sources: [
    "npm @cursor/sdk 1.0.32 dist/bundled/index.js",
    "cursor/plugins schemas/plugin.schema.json@100d651c",
    "https://cursor.com/docs/plugins/building",
  ],
  isMeant: (tree) => tree.kindOf(file) !== undefined,
  examine,
};

function examine(tree: PluginTree): PluginAnswer {
  const manifest = tree.manifestAt(file);
  if (!manifest)
    return { refusals: [], losses: [{ key: "directory", file: "", message: "there is no manifest" }] };
  const root = objectIn(manifest);
  const unread = manifest.byteOrderMark
    ? { key: "json", file, message: "the file starts with a byte-order mark" }
    : unreadable(manifest);
  const wrong = unread ? [unread] : root ? wrongFields(root) : [];
  const losses = wrong.map((each) => ({ ...each, message: `the manifest is not read: ${each.message}` }));
  const paths = objectTo(file);
  const declared = wrong.length === 0 ? valueOf(root, "skills") : undefined;
  const skills = declared ? skillsAt(tree, root!, paths) : usualSkills(tree);
  return {
    refusals: [],
    losses: [...losses, ...paths.list],
    ignored: wrong.length === 0 && root ? unknownKeys(root) : [],
    ...loadSkills(tree, skills, cursor.versions[0]!.load),
  };
}

/** What the schema refuses. The schema that is published is closed; the one that loads manifests is not. */
function wrongFields(root: JsonObject): readonly PluginObjection[] {
  const objector = objectTo(file);
  const { say } = objector;
  const name = requireKind(root, "name", "a text", { say, required: true });
  if (name?.kind === "string" && !/^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/.test(name.value))
    say(
      "name",
      name.range,
      `\`name\` ${quote(name.value, 40)} is not of lower-case letters, digits, "-" and "."`,
    );
  for (const key of ["displayName", "description", "version", "publisher", "license", "logo"] as const)
    requireKind(root, key, "a text", objector);
  requireAuthor(root, objector);
  requireHomepage(root, objector);
  requireKind(root, "repository", "a text", objector);
  requireKind(root, "keywords", "a list of texts", objector);
  for (const key of ["skills", "commands", "agents", "rules"] as const)
    requireKind(root, key, "a text or a list of texts", objector);
  return objector.list;
}

/** Without `skills`: the directories in skills/, and a SKILL.md at the root, too. */
function usualSkills(tree: PluginTree): readonly PluginSkill[] {
  return [...skillIn(tree, ""), ...skillsBelow(tree, "skills")];
}

/**
 * `skills` replaces skills/. A text is a directory of skills; an entry of a list is one, a skill or its SKILL.md. A path
 * that does not exist is passed over without a message.
 */
function skillsAt(tree: PluginTree, root: JsonObject, { say }: Objector): readonly PluginSkill[] {
  const isList = valueOf(root, "skills")?.kind === "array";
  const found = textsIn(valueOf(root, "skills")).flatMap(({ value, range }) => {
    const path = value.replace(/^\.\//, "").replace(/\/$/, "");
    const shown = `skills path ${quote(value, 50)}`;
    if (value.includes("..") || value.startsWith("/") || value.includes("://")) {
      say("skills", range, `${shown} is not a path in the plugin: no skill is loaded from it`);
      return [];
    }
    const own = isList ? skillIn(tree, path.replace(/(?:^|\/)SKILL\.md$/, "")) : [];
    const all = own.length > 0 ? own : skillsBelow(tree, path);
    if (all.length === 0 && !hasLinks(tree, path))
      say("skills", range, `${shown} ${whyNone(tree, path, isList)}`);
    return all;
  });
  return Array.from(new Map(found.map((skill) => [skill.document, skill])).values());
}

/** Whether a directory holds symlinks out of the plugin: what Cursor makes of those is unknown. */
function hasLinks(tree: PluginTree, directory: string): boolean {
  return tree.namesIn(directory).some((name) => tree.kindOf(inDirectory(directory, name)) === "other");
}

function whyNone(tree: PluginTree, path: string, isList: boolean): string {
  if (tree.kindOf(path) === undefined) return "does not exist: no skill is loaded from it";
  return !isList && skillIn(tree, path).length > 0
    ? `is a skill, and only a list may name one; write ["${path}"]`
    : "holds no skill: none is loaded from it";
}

const known: ReadonlySet<string> = new Set([
  ...["$schema", "name", "displayName", "description", "version", "author", "publisher", "homepage"],
  ...["repository", "license", "logo", "keywords", "category", "tags", "commands", "agents", "skills"],
  ...["rules", "hooks", "variables", "mcpServers", "capabilities", "minClientVersions"],
]);

function unknownKeys(root: JsonObject): readonly PluginObjection[] {
  return root.members
    .filter(({ key }) => !known.has(key))
    .map(({ key, keyRange }) => ({
      key,
      file,
      range: keyRange,
      message: `unknown key ${quote(key, 50)} is ignored, and refused by the schema of Cursor's marketplace`,
    }));
}
