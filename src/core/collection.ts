import type { Range } from "./place.ts";

/** The skills of one run, as far as a client's catalogue shows them: bodies and files are no part of it. */
export interface Collection {
  readonly skills: readonly CollectedSkill[];
}

export interface CollectedSkill {
  /** The report's path of the skill. */
  readonly path: string;
  /** The directory's name. */
  readonly directory: string;
  /** SKILL.md's own file name. */
  readonly file: string;
  readonly name: string;
  readonly description: string;
  readonly nameRange: Range;
  readonly descriptionRange: Range;
}
