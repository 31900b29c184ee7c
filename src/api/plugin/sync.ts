import { SkillsError } from "../../core/errors.ts";
import { groupBy } from "../../core/group-by.ts";
import { joinLabel } from "../../core/paths.ts";
import { quote } from "../../core/show.ts";
import { lookUp, notFound } from "../../find/discover-named.ts";
import { discover } from "../../find/discover.ts";
import type { NamedDirectory } from "../../find/search.ts";
import type { FileChange } from "../../model/file-change.ts";
import { type PluginDeclaration, type PluginTree, textsIn } from "../../model/plugin.ts";
import {
  type SyncedPlugins,
  type SyncedValue,
  type SyncField,
  usualSyncFields,
} from "../../model/plugin-sync.ts";
import { readManifest } from "../../parse/manifest.ts";
import { replaceJsonValues } from "../../parse/replace-json-values.ts";
import { joinNative, toInnerPath } from "../../read/label.ts";
import { openPlugin } from "../../read/plugin-tree.ts";
import { placeOf, realDirectory } from "../../read/there.ts";
import { type DeclaredPlugin, declaredPlugins } from "../../targets/plugins/plugin-declarations.ts";
import { uninterrupted } from "../../write/signals.ts";
import { writeChanges } from "../../write/write-changes.ts";
import { requireNoNewRefusal } from "./new-refusals.ts";
import { type PlannedValue, planSync } from "./plan-sync.ts";

export interface SyncOptions {
  /** A plugin, a marketplace, or a directory with plugins. */
  readonly path: string;
  /** The file that the others follow, relative to the working directory or to each plugin. */
  readonly from?: string;
  /** Default: all except the description. */
  readonly fields?: readonly SyncField[];
  readonly cwd: string;
  /** Determine what would change, and write nothing. */
  readonly dryRun?: boolean;
}

export interface SyncResult extends SyncedPlugins {
  readonly changes: readonly FileChange[];
}

/**
 * Writes into the manifests of each plugin, and its entries in marketplaces, what one of them says. Throws a
 * SkillsError, and writes nothing, if there is no plugin, a manifest cannot be read, or a client would refuse the
 * result that accepts the plugin as it is.
 */
export async function syncPlugins({
  path,
  from,
  fields = usualSyncFields,
  cwd,
  dryRun = false,
}: SyncOptions): Promise<SyncResult> {
  const base = lookUp(path, cwd);
  if (!base) throw notFound(path, cwd);
  const tree = openPlugin(base.real, readManifest);
  const directories = await directoriesWithManifests(path, base, cwd);
  const { plugins, broken } = declaredPlugins(tree, directories);
  const labelOf = (file: string): string => joinLabel(base.label, file);
  const [first] = broken;
  if (first)
    throw new SkillsError("unreadable", `${quote(labelOf(first.path))} cannot be synchronized`, {
      hint: first.broken?.message ?? "it is not an object",
    });
  const isLink = ({ file }: PluginDeclaration): boolean =>
    realDirectory(joinNative(base.real, file)) !== joinNative(base.real, file);
  const wanted = from === undefined ? undefined : namesOf(from, base, cwd);
  const written = plugins.map((plugin) => withoutLinks(plugin, isLink));
  const several = written.filter(({ manifests, entries }) => manifests.length + entries.length > 1);
  const compared = several.flatMap((plugin) => {
    const source = sourceIn(plugin, wanted);
    return source ? [{ plugin, source }] : [];
  });
  const planned = compared.flatMap(({ plugin, source }) => planSync(plugin, source, fields));
  if (wanted && !written.some((plugin) => sourceIn(plugin, wanted)))
    throw new SkillsError("not-found", `no plugin in ${quote(base.label)} has the manifest ${quote(from!)}`);
  const changes = changesOf(planned, tree, base);
  requireNoNewRefusal(tree, [...directories, ...plugins.map(({ directory }) => directory)], changes);
  if (!dryRun && !wanted) requireNoOlderVersion(planned, labelOf);
  if (!dryRun && changes.length > 0) await uninterrupted(async () => writeChanges(changes));
  return {
    values: planned.map((each) => describe(each, labelOf)),
    changes,
    compared: compared.length,
    plugins: plugins.length,
    links: plugins.flatMap(({ manifests, entries }) =>
      Array.from(new Set([...manifests, ...entries].filter(isLink).map(({ file }) => labelOf(file)))),
    ),
  };
}

/** Without --from, the file to follow is only a guess, which an older version proves wrong. */
function requireNoOlderVersion(planned: readonly PlannedValue[], labelOf: (file: string) => string): void {
  const wrong = planned.find(
    ({ key, node, value }) =>
      key === "version" && node.kind === "string" && typeof value === "string" && isOlder(value, node.value),
  );
  if (wrong)
    throw new SkillsError(
      "bad-usage",
      `${quote(labelOf(wrong.from))} has an older version than ${quote(labelOf(wrong.file))}`,
      {
        hint: "nothing was written; name the file to follow with --from",
      },
    );
}

/** Whether the numbers of a version come before those of another. */
function isOlder(version: string, other: string): boolean {
  const [mine, theirs] = [numbersIn(version), numbersIn(other)];
  const longer = mine.length > theirs.length ? mine : theirs;
  const at = longer.findIndex((_, index) => (mine[index] ?? 0) !== (theirs[index] ?? 0));
  return at !== -1 && (mine[at] ?? 0) < (theirs[at] ?? 0);
}

function numbersIn(version: string): readonly number[] {
  return (/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? "").split(".").map(Number);
}

/** The directories with manifests at or below a path, relative to it; "" is the path itself. */
async function directoriesWithManifests(
  path: string,
  base: NamedDirectory,
  cwd: string,
): Promise<readonly string[]> {
  const { plugins } = await discover([path], { cwd, withPlugins: true });
  if (plugins.length === 0)
    throw new SkillsError(
      "not-found",
      `no manifest of a plugin or marketplace at or below ${quote(base.label)}`,
    );
  return plugins.flatMap(({ real }) => toInnerPath(base.real, real) ?? []);
}

/** The paths that the user can mean: one from the working directory, or one in each plugin. */
function namesOf(from: string, base: NamedDirectory, cwd: string): readonly string[] {
  const place = toInnerPath(base.real, placeOf(from, cwd));
  const inner = toInnerPath(base.real, placeOf(from, base.real));
  return [place, inner].filter((each) => each !== undefined);
}

function sourceIn(
  { directory, manifests, entries }: DeclaredPlugin,
  wanted: readonly string[] | undefined,
): PluginDeclaration | undefined {
  if (!wanted) return manifests[0];
  const names = new Set(
    wanted.flatMap((each) => [each, joinLabel(directory === "" ? "." : directory, each)]),
  );
  return [...manifests, ...entries].find(({ file }) => names.has(file));
}

function withoutLinks(plugin: DeclaredPlugin, isLink: (text: PluginDeclaration) => boolean): DeclaredPlugin {
  return {
    ...plugin,
    manifests: plugin.manifests.filter((text) => !isLink(text)),
    entries: plugin.entries.filter((text) => !isLink(text)),
  };
}

function changesOf(
  planned: readonly PlannedValue[],
  tree: PluginTree,
  { real, label }: NamedDirectory,
): readonly FileChange[] {
  return Array.from(
    groupBy(planned, ({ file }) => file),
    ([file, values]) => {
      const before = tree.manifestAt(file)!.source!.text;
      return {
        directory: real,
        label,
        from: file,
        to: file,
        text: { before, after: replaceJsonValues(before, values) },
      };
    },
  );
}

function describe(
  { file, key, node, value, from }: PlannedValue,
  labelOf: (file: string) => string,
): SyncedValue {
  return {
    file: labelOf(file),
    line: node.range.start.line,
    key,
    before: node.kind === "string" ? node.value : textsIn(node).map((each) => each.value),
    after: value,
    from: labelOf(from),
  };
}
