import { quote } from "../../core/show.ts";
import type { SkillSource } from "../../model/source.ts";
import { refusal, type Answer } from "../answer.ts";

/** A skill that an agent knows, and where its directory stands in the world that the model is shown. */
export interface PlacedSkill {
  readonly name: string;
  readonly path: string;
  readonly source: SkillSource;
}

/** "" is the skill's own directory. */
export type ResolvedPath =
  | { readonly skill: PlacedSkill; readonly file: string }
  | { readonly refused: Answer };

/**
 * The skill that a path leads into, the innermost where skills are nested, and the path from its root. Nothing is looked up.
 * A path that climbs out of the skill it was in is refused, wherever it comes down: no body may lead from one skill into another that way.
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

/** Goes one directory up; false where that would be out of every skill that was entered. */
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
