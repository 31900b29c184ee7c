import { SkillsError } from "../../core/errors.ts";
import { joinLabel, joinPath, parentOf } from "../../core/paths.ts";
import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { lookUp, notFound } from "../../find/discover-named.ts";
import { compareDiagnostics } from "../../lint/run-rules.ts";
import type { FileBytes } from "../../model/archive.ts";
import type { LeftOut } from "../../model/left-out.ts";
import { sourceOfFiles } from "../../model/memory-source.ts";
import type { PluginTree } from "../../model/plugin.ts";
import type { Diagnostic, Report, Subject } from "../../model/report.ts";
import type { SkillSource } from "../../model/source.ts";
import { inTargetOrder, type Target } from "../../model/target.ts";
import { ignoreFileName } from "../../pack/ignore-file.ts";
import { readManifest } from "../../parse/manifest.ts";
import { openDirectory } from "../../read/directory.ts";
import { toNativePath } from "../../read/label.ts";
import { openPlugin } from "../../read/plugin-tree.ts";
import { refusedPluginRules } from "../../rules/lists/plugin-rules.ts";
import secretLiteral from "../../rules/security/secret-literal.ts";
import { examinePlugin, isMarketplace, pluginModels } from "../../targets/plugins/examine-plugin.ts";
import { manifestOf, marketplaces, pluginManifests } from "../../targets/plugins/plugin-declarations.ts";
import { shippedSkills } from "../../targets/plugins/shipped-skills.ts";
import type { SkillJudge } from "../policy/skill-judge.ts";
import { judgeOf, noEarlierVersion } from "./pack-policy.ts";
import { archiveFinding } from "../archives/archive-findings.ts";
import { type FilesToPack, readFilesToPack } from "../archives/files-to-pack.ts";
import { now } from "../clock.ts";
import { pluginFindings } from "../scope/plugin-answers.ts";
import { timedReport } from "../timed-report.ts";
import { withLeftOutReferences } from "./left-out-references.ts";
import { exceededLimits, makeArchive } from "./make-archive.ts";
import { placeArchives, requireFree } from "./pack-destinations.ts";
import type { PackOptions, PackResult } from "./pack-options.ts";
import { type PackPlan, planPack } from "./pack-plan.ts";
import { describeArchive, describeMade, examineToPack, isError } from "./pack-skill.ts";
import { writeArchive } from "./write-archive.ts";

/**
 * Builds a reproducible zip of a plugin, from which clients install it, unless they or the targets of its skills refuse
 * it. Throws a SkillsError as `pack` does, and if no client installs it from an archive.
 */
export async function packPlugin(options: PackOptions): Promise<PackResult> {
  const started = now();
  const plan = planPlugin(options);
  const judge = await judgeOf(options);
  const { source, tree } = openAsPlugin(options.paths[0]!, options.cwd);
  const [place] = placeArchives([source], plan.extension, options);
  if (!options.dryRun) requireFree([place!], [source], options);
  const directories = shippedSkills(tree, undefined).flatMap(({ directory, plugin }) =>
    plugin === "" ? [directory] : [],
  );
  const toPack = await readFilesToPack(source, {
    followInternal: options.followInternal ?? false,
    plugin: {
      skills: directories.filter((each) => each !== ""),
      inGithub: tree.kindOf(".github/plugin") === "directory",
    },
  });
  const packed = withoutPaths(
    tree,
    // Who installs the archive reads no list of plugins in it.
    new Set([...toPack.leftOut.map(({ path }) => path), ...marketplaces]),
  );
  const lost = archivedManifests.find((each) => tree.kindOf(each) && !packed.kindOf(each));
  if (lost !== undefined)
    throw new SkillsError("bad-usage", `${ignoreFileName} leaves out ${quote(lost)}, which clients need`);
  const { targets, findings } = examine(packed, plan);
  const parts = divide(source, directories, toPack);
  const skills = parts.skills.map((each) => examineSkill(each, plan));
  const { files } = toPack;
  const { isDenied, conclude } = judge ? await judgePacked(judge, source, parts.skills, files) : unjudged;
  const bytes = await makeArchive(plan, undefined, files);
  const own = [
    ...findings,
    ...toPack.refused.map(({ code, message, path }) => archiveFinding(code, message, path)),
    ...secretsIn(source, parts.rest, plan),
    ...exceededLimits(bytes.length, files),
  ];
  const subjects = [pluginSubject(source, own), ...skills];
  const isRefused = subjects.some((subject) => subject.findings.some(isError));
  const writes = !isRefused && !isDenied && !options.dryRun;
  if (writes) await writeArchive(place!, { bytes, files }, "plugin");
  const archives = [
    {
      ...describeArchive(source, place!.label, plan, toPack),
      ...(!isRefused && { made: describeMade({ bytes, files }) }),
      written: writes,
    },
  ];
  const report = timedReport({
    command: "pack",
    targets,
    subjects,
    unread: [],
    started,
    maxWarnings: Infinity,
  });
  return { report: conclude({ ...report, data: { uploads: [], archives } }), archives };
}

/** What a policy says of a plugin as it is packed. */
interface Judged {
  readonly isDenied: boolean;
  /** Adds the verdict to the report. */
  conclude<Found extends Report>(report: Found): Found;
}

const unjudged: Judged = { isDenied: false, conclude: (report) => report };

async function judgePacked(
  judge: SkillJudge,
  { name, label }: SkillSource,
  skills: readonly SkillPart[],
  files: readonly FileBytes[],
): Promise<Judged> {
  const { pluginInventory } = await import("../plugin/plugin-inventory.ts");
  const { judgePlugin } = await import("../policy/judge-skill.ts");
  const own = judgePlugin(judge.loaded.policy, pluginInventory(sourceOfFiles(name, files, label)));
  const denials = new Map(skills.map((each) => [each.source.label, judge.judge(packedSource(each))]));
  return {
    isDenied: [own, ...denials.values()].some((each) => each.length > 0),
    conclude: (report) => judge.conclude(report, denials, noEarlierVersion, new Map([[label, own]])),
  };
}

/** Throws a SkillsError ("bad-usage") for what a plugin cannot be packed with. */
function planPlugin(options: PackOptions): PackPlan {
  const { paths, bundle, check, layout } = options;
  const others = { "--bundle": bundle, "--check": check, "--layout": layout };
  const [other] = Object.entries(others).find(([, value]) => value !== undefined) ?? [];
  if (other !== undefined) throw new SkillsError("bad-usage", `--plugin cannot be combined with ${other}`);
  if (paths.length !== 1)
    throw new SkillsError("bad-usage", `--plugin packs one plugin, but ${paths.length} paths are given`);
  const plan = planPack({ ...options, layout: "root", manifest: false });
  if (plan.uploaders.length > 0)
    throw new SkillsError(
      "bad-usage",
      `uploaders take skills, not plugins; leave out ${series(plan.uploaders.map(({ id }) => id))}`,
    );
  if (plan.extension !== "zip")
    throw new SkillsError("bad-usage", "clients install a plugin only from a zip; use .zip");
  return plan;
}

const archivedManifests = pluginModels.flatMap(({ archived }) => (archived === undefined ? [] : [archived]));

/** Throws a SkillsError if the path is no directory with a manifest of a plugin. */
function openAsPlugin(
  path: string,
  cwd: string,
): { readonly source: SkillSource; readonly tree: PluginTree } {
  const named = lookUp(path, cwd);
  if (!named) throw notFound(path, cwd);
  const { absolute, label, real } = named;
  const tree = openPlugin(real, readManifest);
  if (pluginManifests.some((each) => manifestOf(tree, each)))
    return { source: openDirectory(absolute, label, undefined, real), tree };
  if (isMarketplace(tree))
    throw new SkillsError("bad-usage", `${quote(label)} is a marketplace; pass the directory of one plugin`);
  throw new SkillsError("not-found", `no plugin in ${quote(label)}: it has no manifest`, {
    hint: `pass the directory that contains ${series(archivedManifests, "or")}`,
  });
}

/** The plugin as it is packed: without the files and directories at some paths. */
function withoutPaths(tree: PluginTree, leftOut: ReadonlySet<string>): PluginTree {
  const isOut = (path: string): boolean => {
    for (let at = joinPath("", path); at !== ""; at = parentOf(at)) if (leftOut.has(at)) return true;
    return false;
  };
  return {
    ...tree,
    kindOf: (path) => (isOut(path) ? undefined : tree.kindOf(path)),
    namesIn: (path) => (isOut(path) ? [] : tree.namesIn(path)),
    read: (path) => (isOut(path) ? undefined : tree.read(path)),
    manifestAt: (path) => (isOut(path) ? undefined : tree.manifestAt(path)),
    below: (path) => {
      const prefix = `${joinPath("", path)}/`;
      const inner = Array.from(leftOut).filter((each) => each.startsWith(prefix));
      return withoutPaths(tree.below(path), new Set(inner.map((each) => each.slice(prefix.length))));
    },
  };
}

/**
 * What clients find wrong with the plugin: an error for those that install it from an archive, and for chosen ones.
 * Throws a SkillsError ("bad-usage") if none installs it from an archive.
 */
function examine(
  tree: PluginTree,
  { validators, clients }: PackPlan,
): { readonly targets: readonly Target[]; readonly findings: readonly Diagnostic[] } {
  const taking = pluginModels.filter(
    ({ archived }) => archived !== undefined && tree.kindOf(archived) !== undefined,
  );
  if (taking.length === 0)
    throw new SkillsError(
      "bad-usage",
      `no client installs this plugin from an archive; add ${series(archivedManifests, "or")}`,
    );
  const examined = examinePlugin(tree);
  const chosen = examined.clients.flatMap(({ target }) => (clients?.includes(target) ? [target] : []));
  const targets = inTargetOrder([...validators, ...taking.map(({ target }) => target), ...chosen]);
  return { targets, findings: pluginFindings(tree, examined, refusedPluginRules, { targets, clients }) };
}

/** A skill of the plugin, with its part of what is packed. Paths are relative to the skill. */
interface SkillPart {
  readonly source: SkillSource;
  readonly files: readonly FileBytes[];
  readonly leftOut: readonly LeftOut[];
}

/** The skills, and the files that are in none. */
function divide(
  plugin: SkillSource,
  directories: readonly string[],
  { files, leftOut }: FilesToPack,
): { readonly skills: readonly SkillPart[]; readonly rest: readonly FileBytes[] } {
  const known = new Set(directories);
  const holderOf = (path: string): string | undefined => {
    let above = parentOf(path);
    while (above !== "" && !known.has(above)) above = parentOf(above);
    return known.has(above) ? above : undefined;
  };
  const inside = <Entry extends { readonly path: string }>(entries: readonly Entry[]) => {
    const parts = new Map<string | undefined, Entry[]>();
    for (const entry of entries) {
      const holder = holderOf(entry.path);
      const path = holder ? entry.path.slice(holder.length + 1) : entry.path;
      const part = parts.get(holder) ?? [];
      part.push({ ...entry, path });
      parts.set(holder, part);
    }
    return parts;
  };
  const [filesIn, leftOutIn] = [inside(files), inside(leftOut)];
  const skills = directories.flatMap((directory): readonly SkillPart[] => {
    const own = filesIn.get(directory) ?? [];
    if (!own.some(({ path }) => path === "SKILL.md")) return [];
    const source =
      directory === ""
        ? plugin
        : openDirectory(toNativePath(plugin.directory!, directory), joinLabel(plugin.label, directory));
    return [{ source, files: own, leftOut: leftOutIn.get(directory) ?? [] }];
  });
  return { skills, rest: filesIn.get(undefined) ?? [] };
}

/** As it is packed, but with the plugin around it, into which it may refer. */
function examineSkill(part: SkillPart, plan: PackPlan): Subject {
  const { source, leftOut } = part;
  return withLeftOutReferences(examineToPack(packedSource(part), plan), source, leftOut).subject;
}

function packedSource({ source: { name, label, directory }, files }: SkillPart): SkillSource {
  return { ...sourceOfFiles(name, files, label), ...(directory !== undefined && { directory }) };
}

/** The keys in what is not part of a skill, such as a .mcp.json. */
function secretsIn(
  { name, label }: SkillSource,
  files: readonly FileBytes[],
  plan: PackPlan,
): readonly Diagnostic[] {
  const { findings } = examineToPack(sourceOfFiles(name, files, label), plan).subject;
  return findings.filter(({ ruleId }) => ruleId === secretLiteral.meta.id);
}

function pluginSubject({ label }: SkillSource, findings: readonly Diagnostic[]): Subject {
  return {
    kind: "plugin",
    path: label,
    verdicts: {},
    findings: findings.toSorted(compareDiagnostics),
    partial: [],
  };
}
