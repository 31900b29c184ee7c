import { SkillsError } from "../../core/errors.ts";
import type { FileChange } from "../../model/file-change.ts";
import type { ExaminedPlugin, Manifest, PluginObjection, PluginTree } from "../../model/plugin.ts";
import { readManifest } from "../../parse/manifest.ts";
import { examinePlugin } from "../../targets/plugins/examine-plugin.ts";

/** Throws a SkillsError if a client objects to a changed plugin for more reasons than before. */
export function requireNoNewRefusal(
  tree: PluginTree,
  directories: readonly string[],
  changes: readonly FileChange[],
): void {
  if (changes.length === 0) return;
  const changed = withManifests(
    tree,
    new Map(changes.map(({ to, text }) => [to, readManifest(to, Buffer.from(text!.after))] as const)),
  );
  for (const directory of new Set(directories)) {
    const at = (each: PluginTree): ExaminedPlugin =>
      examinePlugin(directory === "" ? each : each.below(directory));
    const before = at(tree);
    for (const { target, title, answer } of at(changed).clients) {
      const old = before.clients.find((client) => client.target === target)?.answer;
      const added = addedTo(
        [...(old?.refusals ?? []), ...(old?.losses ?? [])],
        [...answer.refusals, ...answer.losses],
      );
      if (added)
        throw new SkillsError("bad-usage", `${title} would not accept the result: ${added.message}`, {
          hint: "nothing was written; name another file with --from, or leave the field out with --fields",
        });
    }
  }
}

/** The first objection to a key to which there were fewer before. */
function addedTo(
  before: readonly PluginObjection[],
  after: readonly PluginObjection[],
): PluginObjection | undefined {
  const amount = (list: readonly PluginObjection[], { file, key }: PluginObjection): number =>
    list.filter((each) => each.file === file && each.key === key).length;
  return after.find((each) => amount(after, each) > amount(before, each));
}

/** The tree with other manifests at some paths. */
function withManifests(tree: PluginTree, manifests: ReadonlyMap<string, Manifest>): PluginTree {
  return {
    ...tree,
    manifestAt: (path) => {
      return manifests.get(path) ?? tree.manifestAt(path);
    },
    below: (path) =>
      withManifests(
        tree.below(path),
        new Map(
          Array.from(manifests).flatMap(([file, manifest]) =>
            file.startsWith(`${path}/`)
              ? [[file.slice(path.length + 1), { ...manifest, path: file.slice(path.length + 1) }] as const]
              : [],
          ),
        ),
      ),
  };
}
