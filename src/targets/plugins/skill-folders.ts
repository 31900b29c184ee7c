import { compareText } from "../../core/order.ts";
import { joinLabel } from "../../core/paths.ts";
import { documentName } from "../../model/document-name.ts";
import { limits } from "../../model/limits.ts";
import type { LoadInput, LoadResult } from "../../model/loader.ts";
import type { PluginAnswer, PluginTree } from "../../model/plugin.ts";

/** A skill in a plugin; its directory is relative to the plugin, "" for the plugin itself. */
export interface PluginSkill {
  readonly directory: string;
  readonly document: string;
}

/** The path of an entry of a directory; "" is the root. */
export function inDirectory(directory: string, name: string): string {
  return joinLabel(directory === "" ? "." : directory, name);
}

/** The directory as a skill, if it has a SKILL.md in this case. */
export function skillIn(tree: PluginTree, directory: string): readonly PluginSkill[] {
  const document = inDirectory(directory, documentName);
  // The listing has the exact case, on all file systems.
  const isThere = tree.namesIn(directory).includes(documentName) && tree.kindOf(document) === "file";
  return isThere ? [{ directory, document }] : [];
}

/** The skills that are immediate children of a directory. */
export function skillsBelow(tree: PluginTree, directory: string): readonly PluginSkill[] {
  return directoriesIn(tree, directory).flatMap((child) => skillIn(tree, child));
}

/** The directory as a skill and the skills in it at any depth, also inside a skill; hidden directories are passed over. */
export function skillsThroughout(tree: PluginTree, directory: string, depth = 0): readonly PluginSkill[] {
  if (depth > limits.searchDepth) return [];
  const below = visibleDirectories(tree, directory).flatMap((child) =>
    skillsThroughout(tree, child, depth + 1),
  );
  return [...skillIn(tree, directory), ...below];
}

/** The skills at any depth, not searched inside a skill; hidden directories are passed over. */
export function skillsAnywhere(tree: PluginTree, directory: string, depth = 0): readonly PluginSkill[] {
  if (depth > limits.searchDepth) return [];
  return visibleDirectories(tree, directory).flatMap((child) => {
    const here = skillIn(tree, child);
    return here.length > 0 ? here : skillsAnywhere(tree, child, depth + 1);
  });
}

function visibleDirectories(tree: PluginTree, directory: string): readonly string[] {
  return directoriesIn(tree, directory).filter(
    (path) => !path.slice(path.lastIndexOf("/") + 1).startsWith("."),
  );
}

function directoriesIn(tree: PluginTree, directory: string): readonly string[] {
  return tree
    .namesIn(directory)
    .map((name) => inDirectory(directory, name))
    .filter((path) => tree.kindOf(path) === "directory");
}

/** What a client lists of the skills that it finds: those that it loads, with a prefix before their names. */
export function loadSkills(
  tree: PluginTree,
  skills: readonly PluginSkill[],
  load: ((input: LoadInput) => LoadResult) | undefined,
  prefix = "",
): Required<Pick<PluginAnswer, "skills" | "documents">> {
  const names = skills.flatMap(({ directory, document }) => {
    const bytes = tree.read(document);
    const name = directory.slice(directory.lastIndexOf("/") + 1) || tree.name;
    const loaded = bytes && load?.({ directory: name, bytes });
    return loaded?.loads === true ? [prefix + loaded.name] : [];
  });
  return { skills: names.toSorted(compareText), documents: skills.map(({ document }) => document) };
}
