import type { CheckTarget } from "../../model/target.ts";
import type { SkillSource } from "../../model/source.ts";
import type { Examined } from "../skill/examine-skill.ts";

/** What a command adds to what the rules say of a skill, before anything of that is set, silenced or taken out of the count. */
export interface Addition {
  /** The ids that it says something under. */
  readonly rules: readonly string[];
  /** Called before the first, with how many skills there are. */
  begin(skills: number): void;
  /** The same skill with more said of it; `targets` are those whose refusal is an error. */
  add(examined: Examined, source: SkillSource, targets: readonly CheckTarget[]): Promise<Examined>;
}
