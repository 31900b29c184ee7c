import { isIn, parentOf } from "../../core/paths.ts";
import { quote } from "../../core/show.ts";
import type { SkillSource } from "../../model/source.ts";
import { type Answer, refusal } from "../answer.ts";

/** A directory of files that an agent can reach, with its path as the model sees it. */
export interface Place {
  /** The skill's name; absent for the user's project. */
  readonly name?: string;
  readonly path: string;
  readonly source: SkillSource;
}

/** A skill that an agent knows. */
export interface PlacedSkill extends Place {
  readonly name: string;
}

/** A `file` of "" is the root of the skill or project. */
export type ResolvedPath = { readonly skill: Place; readonly file: string } | { readonly refused: Answer };

/** What a path can lead to. */
export interface Reach {
  readonly skills: readonly PlacedSkill[];
  /** Absent if the session has none. */
  readonly project?: Place;
  /**
   * Whether a path may leave a skill by "..", as in a real file system. Otherwise it is refused, even if it ends in
   * another skill: instructions must not reach from one skill into another.
   */
  readonly mayLeave: boolean;
}

/**
 * The skill that contains a path (the innermost one if skills are nested), otherwise the project, and the path
 * relative to its root. Does not access the file system.
 */
export function resolvePath(
  { skills, project, mayLeave }: Reach,
  { path, base }: { readonly path: string; readonly base: string },
): ResolvedPath {
  const byPath = new Map(skills.map((skill) => [skill.path, skill]));
  const entered: PlacedSkill[] = [];
  /** The directory that the path has led to; "" is the root. */
  let at = "";
  for (const part of (path.startsWith("/") ? path : `${base}/${path}`).split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") {
      at += `/${part}`;
      const skill = byPath.get(at);
      if (skill) entered.push(skill);
      continue;
    }
    const left = entered.at(-1)?.path === at;
    if (left) entered.pop();
    if (left && entered.length === 0 && !mayLeave)
      return { refused: refusal(`${quote(path)} is outside the skill`) };
    at = parentOf(at);
  }
  const place = entered.at(-1) ?? (project && isIn(at, project.path) ? project : undefined);
  if (place) return { skill: place, file: at.slice(place.path.length + 1) };
  if (mayLeave) return { refused: refusal(notSimulated(path)) };
  return {
    refused: refusal(
      `${quote(path)} is ${project ? "in neither a skill nor the project" : "not in a skill"}`,
    ),
  };
}

/** Says whose refusal it is: agents that do not confine paths would look there. */
export function notSimulated(path: string): string {
  return `${quote(path)} is not simulated; the harness refused it, not the agent`;
}
