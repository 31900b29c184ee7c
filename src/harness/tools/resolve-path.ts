import { quote } from "../../core/show.ts";
import type { SkillSource } from "../../model/source.ts";
import { refusal, type Answer } from "../answer.ts";

/** A skill that an agent knows, with the path of its directory as the model sees it. */
export interface PlacedSkill {
  readonly name: string;
  readonly path: string;
  readonly source: SkillSource;
}

/** An `inner` path of "" is the skill's root. */
export type ResolvedPath =
  | { readonly skill: PlacedSkill; readonly file: string }
  | { readonly refused: Answer };

/**
 * The skill that contains a path (the innermost one if skills are nested), and the path relative to its root. Does
 * not access the file system. A path that leaves the skill it was in is refused, even if it ends in another skill:
 * instructions must not reach from one skill into another.
 */
export function resolvePath(
  skills: readonly PlacedSkill[],
  { path, base }: { readonly path: string; readonly base: string },
): ResolvedPath {
  const byPath = new Map(skills.map((skill) => [skill.path, skill]));
  const parts: string[] = [];
  const entered: PlacedSkill[] = [];
  for (const part of (path.startsWith("/") ? path : `${base}/${path}`).split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") {
      parts.push(part);
      const skill = byPath.get(toPath(parts));
      if (skill) entered.push(skill);
    } else if (!leave(parts, entered)) {
      return { refused: refusal(`${quote(path)} is outside the skill`) };
    }
  }
  const skill = entered.at(-1);
  if (!skill) return { refused: refusal(`${quote(path)} is not in a skill`) };
  return { skill, file: toPath(parts).slice(skill.path.length + 1) };
}

/** Moves to the parent directory; false if that is outside every skill that the path has entered. */
function leave(parts: string[], entered: PlacedSkill[]): boolean {
  if (entered.at(-1)?.path === toPath(parts)) {
    entered.pop();
    if (entered.length === 0) return false;
  }
  parts.pop();
  return true;
}

function toPath(parts: readonly string[]): string {
  return `/${parts.join("/")}`;
}
