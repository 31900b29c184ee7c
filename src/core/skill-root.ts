import type { SkillSource, Unread } from "./source.ts";

/** Where the project and the user's home stand in the world that models are shown, whatever the machine. */
export const shownAt = { project: "/project", home: "/home/user" } as const;

/** Whose a directory of skills is; what comes first in a system's own order of precedence wins. */
export type Scope = "project" | "user" | "builtin";

/** A directory in which a system looks for skills. */
export interface RootSpec {
  readonly scope: Scope;
  /** With "/"; "~/" stands for the user's home, what begins with "/" is absolute, all else is relative to the project. */
  readonly path: string;
}

/** A root that was looked into: where it is, and the skill directories in it, none of them opened. */
export interface SkillRoot {
  readonly scope: Scope;
  /** Where the root stands in the world that the model is shown, absolute, with "/": the same on every machine. */
  readonly path: string;
  /** There is no such directory. */
  readonly missing?: true;
  /** Sorted by path in code units. */
  readonly skills: readonly RootedSkill[];
  /** Directories that stand in the root and hold no SKILL.md, neither themselves nor below; paths as of the skills. */
  readonly without: readonly string[];
  /** What was not looked into, for a bound or for want of permission; paths as of the skills. */
  readonly unread: readonly Unread[];
}

export interface RootedSkill {
  /** The skill's directory in the world that the model is shown. */
  readonly path: string;
  /** Directories between the root and the skill; 0 for one that stands in the root. */
  readonly depth: number;
  readonly source: SkillSource;
  /** The path of a skill that was found before, in this root or another, and is the same directory by way of a link. */
  readonly sameAs?: string;
}
