import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { Vocabulary } from "../../core/vocabulary.ts";
import { gatherPlaces, isTouched } from "../../find/skill-places.ts";
import { gitChanges } from "../../git/changes.ts";
import { findFork } from "../../git/committed-files.ts";
import { filesAt } from "../../git/trees.ts";
import { loadSkill } from "../../lint/load-skill.ts";
import type { Denial, Policy } from "../../model/policy.ts";
import type { Skill } from "../../model/skill.ts";
import type { SkillSource } from "../../model/source.ts";
import { openDirectory } from "../../read/directory.ts";
import { toInnerPath, toNativePath } from "../../read/label.ts";
import { placeOf, realDirectory } from "../../read/there.ts";
import { filesIn, openCommitted, readContents } from "../scope/committed-skill.ts";
import { changedPlaces } from "../scope/repository-changes.ts";
import { whyUnknown } from "../settings/earlier-settings.ts";
import { judgeGains } from "./judge-skill.ts";

interface Asked {
  readonly cwd: string;
  /** The commit from which the change starts. */
  readonly since: string;
  /** The paths of the skills, from the working directory. */
  readonly paths: readonly string[];
}

/**
 * What a policy does not allow skills to have gained since a commit, by path. A skill that the commit does not have
 * has gained all that it has. Throws a SkillsError if the commit is unknown.
 */
export async function gainsSince(
  policy: Policy,
  { cwd, since, paths }: Asked,
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
    const files = folder === undefined ? [] : filesIn(listed, folder);
    if (files.length > 0 && !isTouched(place, touched)) continue;
    const before =
      files.length === 0
        ? undefined
        : openCommitted(nameOf(place), files, await readContents(cwd, files), path);
    denials.set(path, judgeGains(policy, before && read(before), read(openDirectory(place, path))));
  }
  return denials;
}

function nameOf(place: string): string {
  return place.slice(Math.max(place.lastIndexOf("/"), place.lastIndexOf("\\")) + 1);
}

const noWords = new Vocabulary([]);

/** Reads every file of a skill, as an inventory needs it. */
export function read(source: SkillSource): Skill {
  return loadSkill(source, [], { vocabulary: noWords }).skill;
}
