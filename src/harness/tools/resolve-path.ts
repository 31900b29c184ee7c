import { isIn, parentOf } from "../../core/paths.ts";
import { quote } from "../../core/show.ts";
import type { SkillSource } from "../../model/source.ts";
import { type Answer, refusal } from "../answer.ts";

/** A directory of files that an agent can reach, with its path as the model sees it. */
export interface ReachableDirectory {
  /** The skill's name; absent for the user's project. */
  readonly name?: string;
  readonly path: string;
  readonly source: SkillSource;
}

/** A skill that an agent knows. */
export interface ReachableSkill extends ReachableDirectory {
  readonly name: string;
}

/** A `file` of "" is the root of the skill or project. */
export type ResolvedPath =
  | { readonly skill: ReachableDirectory; readonly file: string }
  | { readonly refused: Answer };

/** What a path can lead to. */
export interface Reach {
  readonly skills: readonly ReachableSkill[];
  /** Absent if the session has none. */
  readonly project?: ReachableDirectory;
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
  const whole = path.startsWith("/") ? path : `${base}/${path}`;
  if (whole.length > longestPath) return { refused: refusal(`${quote(path)} is longer than a path may be`) };
  const reached = hasMoves(whole) ? walk(skills, whole) : { at: whole, entered: innermost(skills, whole) };
  if (reached.hasLeft && !mayLeave) return { refused: refusal(`${quote(path)} is outside the skill`) };
  const { at, entered } = reached;
  const place = entered ?? (project && isIn(at, project.path) ? project : undefined);
  if (place) return { skill: place, file: at.slice(place.path.length + 1) };
  if (mayLeave) return { refused: refusal(notSimulated(path)) };
  return {
    refused: refusal(
      `${quote(path)} is ${project ? "in neither a skill nor the project" : "not in a skill"}`,
    ),
  };
}

/** Maximum number of characters of a path, as in Linux. Resolving a longer one would take long. */
export const longestPath = 4_096;

/** Says whose refusal it is: agents that do not confine paths would look there. */
export function notSimulated(path: string): string {
  return `${quote(path)} is not simulated; the harness refused it, not the agent`;
}

/** Matches a segment that is no name: "", "." or "..". */
const moves = /\/\.{0,2}(?:\/|$)/;

/** Whether a path has to be resolved: it has ".", ".." or a repeated "/". */
export function hasMoves(path: string): boolean {
  return moves.test(path);
}

interface Reached {
  /** The path without such segments; "" is the root. */
  readonly at: string;
  readonly entered: ReachableSkill | undefined;
  /** Whether a ".." led out of every skill that the path had entered. */
  readonly hasLeft?: boolean;
}

function innermost(skills: readonly ReachableSkill[], at: string): ReachableSkill | undefined {
  let found: ReachableSkill | undefined;
  for (const skill of skills)
    if (isIn(at, skill.path) && (!found || skill.path.length >= found.path.length)) found = skill;
  return found;
}

function walk(skills: readonly ReachableSkill[], path: string): Reached {
  const entered: ReachableSkill[] = [];
  let at = "";
  let hasLeft = false;
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") {
      at += `/${part}`;
      const skill = skillAt(skills, at);
      if (skill) entered.push(skill);
      continue;
    }
    if (entered.at(-1)?.path === at) {
      entered.pop();
      hasLeft ||= entered.length === 0;
    }
    at = parentOf(at);
  }
  return { at, entered: entered.at(-1), hasLeft };
}

/** Comparing lengths first takes less time than building a map for one path. */
function skillAt(skills: readonly ReachableSkill[], at: string): ReachableSkill | undefined {
  return skills.findLast(({ path }) => path.length === at.length && path === at);
}
