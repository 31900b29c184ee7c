import { SkillsError } from "../../core/errors.ts";
import { type ChosenRoot, openRoot } from "../../install/roots.ts";
import type { Root } from "../../install/root.ts";
import { sourceOfFiles } from "../../model/memory-source.ts";
import type { Denial } from "../../model/policy.ts";
import type { Report } from "../../model/report.ts";
import type { Skill } from "../../model/skill.ts";
import { namedPlace, placeIn } from "../../read/file-place.ts";
import { realDirectory } from "../../read/there.ts";
import { read } from "../policy/gains-since.ts";
import { judgeGains, judgeSource } from "../policy/judge-skill.ts";
import { openJudge } from "../policy/skill-judge.ts";
import { isInstalled, namesIn, readInstalled } from "../roots/installed-state.ts";
import type { Gathered, GatheredSkill } from "./gather-skills.ts";

type JudgeInstall = <Found extends Report>(
  report: Found,
  gathered: readonly Gathered[],
  chosen: ChosenRoot,
) => Found;

/**
 * Judges the skills to install: what they do, where they come from, and what they gain over the versions that are
 * installed. Throws a SkillsError if the policy cannot be read.
 */
export async function installedJudge(file: string, cwd: string): Promise<JudgeInstall> {
  const { loaded, judge, conclude } = await openJudge(file, cwd, true);
  const { policy } = loaded;
  return (report, gathered, chosen) => {
    const root = policy.gains && openRoot(chosen);
    const entries = root ? namesIn(root) : [];
    let compared = 0;
    const judged = gathered.flatMap(
      ({ subject, skill }): readonly (readonly [string, readonly Denial[]])[] => {
        if (!skill) return [];
        const { name, files } = skill;
        const source = sourceOfFiles(name, files, subject.path);
        const isUpdate = root !== undefined && isInstalled(root, name, entries);
        if (isUpdate) compared++;
        const denials = [
          ...(policy.sources ? judgeSource(policy.sources, namesOf(skill, cwd)) : []),
          ...judge(source),
          ...(isUpdate ? judgeGains(policy, installedSkill(root, name), read(source)) : []),
        ];
        return [[subject.path, denials]];
      },
    );
    const isNew = compared < judged.length;
    return conclude(
      report,
      new Map(judged),
      isNew ? "a skill that is not installed has no earlier version" : undefined,
    );
  };
}

/** How a policy can name the source of a skill: by its path without symlinks, or by its digests. */
function namesOf({ path, contentDigest, archiveDigest }: GatheredSkill, cwd: string): readonly string[] {
  const absolute = realDirectory(namedPlace(path, cwd).absolute);
  const real = realDirectory(cwd);
  return [
    placeIn(real, absolute, real).label,
    namedPlace(absolute, real).label,
    contentDigest,
    ...(archiveDigest === undefined ? [] : [archiveDigest]),
  ];
}

/** The installed version; of one that cannot be read, nothing is known, so that the new one gains all that it has. */
function installedSkill(root: Root, name: string): Skill | undefined {
  try {
    return read(sourceOfFiles(name, readInstalled(root, name).files, name));
  } catch (error) {
    if (error instanceof SkillsError) return undefined;
    throw error;
  }
}
