import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { Vocabulary } from "../../core/vocabulary.ts";
import { gatherPlaces, isTouched } from "../../find/skill-places.ts";
import { gitChanges } from "../../git/changes.ts";
import { findFork } from "../../git/committed-files.ts";
import { filesAt } from "../../git/trees.ts";
import { loadSkill } from "../../lint/load-skill.ts";
import { limits } from "../../model/limits.ts";
import type { Denial, Policy } from "../../model/policy.ts";
import type { Skill } from "../../model/skill.ts";
import type { SkillSource } from "../../model/source.ts";
import { openDirectory } from "../../read/directory.ts";
import { toInnerPath, toNativePath } from "../../read/label.ts";
import { placeOf, realDirectory } from "../../read/there.ts";
import { filesIn, openCommitted, readContents } from "../scope/committed-skill.ts";
import { changedPlaces } from "../scope/repository-changes.ts";
import { whyUnknown } from "../settings/earlier-settings.ts";
import { judgeGains, judgePluginGains } from "./judge-skill.ts";

interface Asked {
  readonly cwd: string;
  /** The commit from which the change starts. */
  readonly since: string;
  /** The paths of the skills or of the plugins, from the working directory. */
  readonly paths: readonly string[];
}

type Judge = (before: SkillSource | undefined, after: SkillSource) => readonly Denial[];

/**
 * What a policy does not allow skills to have gained since a commit, by path. A skill that the commit does not have
 * has gained all that it has. Throws a SkillsError if the commit is unknown.
 */
export async function gainsSince(
  policy: Policy,
  asked: Asked,
): Promise<ReadonlyMap<string, readonly Denial[]>> {
  return compareSince(asked, (before, after) => judgeGains(policy, before && read(before), read(after)));
}

/** The same of plugins, apart from their skills. */
export async function pluginGainsSince(
  policy: Policy,
  asked: Asked,
): Promise<ReadonlyMap<string, readonly Denial[]>> {
  const { pluginInventory } = await import("../plugin/plugin-inventory.ts");
  return compareSince(asked, (before, after) =>
    judgePluginGains(policy, before && pluginInventory(before), pluginInventory(after)),
  );
}

async function compareSince(
  { cwd, since, paths }: Asked,
  judge: Judge,
): Promise<ReadonlyMap<string, readonly Denial[]>> {
  const fork = await findFork(cwd, since);
  const { root, commit } = fork;
  if (root === undefined || commit === undefined)
    throw new SkillsError("not-found", `what skills gained since ${quote(since, 40)} is unknown`, {
      hint: whyUnknown(fork, since),
    });
  const changes = await gitChanges(cwd, since);
  const touched = gatherPlaces(changes ? changedPlaces(changes) : [toNativePath(root, "")]);
  const top = realDirectory(toNativePath(root, ""));
  const skills = paths.map((path) => {
    const place = realDirectory(placeOf(path, cwd));
    return { path, place, folder: toInnerPath(top, place) };
  });
  const folders = skills.flatMap(({ folder }) => folder ?? []);
  const listed = folders.length === 0 ? [] : await filesAt(cwd, commit, folders);
  if (!listed) throw new SkillsError("unreadable", `git cannot list the files of ${quote(since, 40)}`);
  const denials = new Map<string, readonly Denial[]>();
  for (const { path, place, folder } of skills) {
    // What lies deeper is not listed on disk either.
    const files =
      folder === undefined
        ? []
        : filesIn(listed, folder).filter((each) => depthOf(each.path) <= limits.depth);
    if (files.length > 0 && !isTouched(place, touched)) continue;
    const contents = await readContents(cwd, files);
    const before = files.length === 0 ? undefined : openCommitted(nameOf(place), files, contents, path);
    denials.set(path, judge(before, openDirectory(place, path)));
  }
  return denials;
}

function depthOf(path: string): number {
  return path.split("/").length - 1;
}

function nameOf(place: string): string {
  return place.slice(Math.max(place.lastIndexOf("/"), place.lastIndexOf("\\")) + 1);
}

const noWords = new Vocabulary([]);

/** Reads every file of a skill, as an inventory needs it. */
export function read(source: SkillSource): Skill {
  return loadSkill(source, [], { vocabulary: noWords }).skill;
}
