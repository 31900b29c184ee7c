import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { pathFrom, type SkillGround } from "../../graph/where-leads.ts";
import { directoryOf, nameOf } from "../../graph/targets.ts";
import type { LinkChange } from "../../install/renaming.ts";
import type { ProjectLink } from "../../read/project-files.ts";
import type { NameChange } from "./renamed-text.ts";

/** What becomes of the links that lead to the skill or into it: their targets, and the names of those that stand for the skill. Throws a SkillsError where such a name is taken. */
export function renameLinks(
  links: readonly ProjectLink[],
  change: NameChange,
  ground: SkillGround,
): readonly LinkChange[] {
  return links.flatMap(({ path, target }) => {
    const after = retarget(target, directoryOf(path), change, ground);
    const stands = nameOf(path) === change.old && ground.lookUp(path) === "skill";
    const to = stands ? `${path.slice(0, -change.old.length)}${change.new}` : path;
    if (after === target && to === path) return [];
    if (to !== path && ground.lookUp(to) !== undefined)
      throw new SkillsError(
        "unwritable",
        `${quote(to)} is there already, where the link ${quote(path)} would get that name`,
      );
    return [{ from: path, to, before: target, after }];
  });
}

/** The target with the new name in it, where one of its steps is the skill's directory. */
function retarget(target: string, from: string, change: NameChange, { lookUp }: SkillGround): string {
  const steps = target.split("/");
  if (target.startsWith("/")) return target;
  return steps
    .map((step, at) =>
      step === change.old && leadsThere(steps.slice(0, at + 1).join("/"), from, lookUp) ? change.new : step,
    )
    .join("/");
}

function leadsThere(written: string, from: string, lookUp: SkillGround["lookUp"]): boolean {
  const path = pathFrom(from, written);
  return path !== undefined && lookUp(path) === "skill";
}
