import type { SkillSource } from "../../model/source.ts";

/** The facts about a skill that the behavior of agents is compared with. */
export interface SmokeSubject {
  readonly source: SkillSource;
  /** The text after the frontmatter, as in the file. */
  readonly body: string;
  /** The description as the author wrote it; absent if it is not a text. */
  readonly description?: string;
  /** The fields of the frontmatter, in the order of the file. */
  readonly fields: readonly string[];
  /** Whether disable-model-invocation is set. */
  readonly hidden: boolean;
  readonly references: readonly SmokeReference[];
  /** Symlinks that point outside the skill. */
  readonly linksOut: readonly string[];
  /** The paths of all nested SKILL.md files. */
  readonly nested: readonly string[];
  readonly costs: SmokeCosts;
  readonly commands: readonly SmokeCommand[];
}

/** A path in the instructions. */
export interface SmokeReference {
  /** Relative to the skill's root, as an agent would request it. */
  readonly path: string;
  /** The line of SKILL.md where it first appears. */
  readonly line: number;
  /** The file that the path refers to; absent if it does not exist. */
  readonly file?: string;
  /** The path in the skill, if this one is that of the skill in a client's directory. */
  readonly inSkill?: string;
  /** Whether the file is text. */
  readonly isText: boolean;
  /** Whether the path follows "{baseDir}", which some agents replace. */
  readonly behindBase?: true;
}

/** Numbers of tokens. */
export interface SmokeCosts {
  /** Name of the token counter. */
  readonly counter: string;
  /** The tokens of name and description. */
  readonly entry: number;
  readonly body: number;
  /** The text files that the instructions refer to. */
  readonly files: readonly { readonly path: string; readonly tokens: number }[];
}

/** A script that is run by bare path, and so must be executable. */
export interface SmokeCommand {
  readonly written: string;
  readonly file: string;
  readonly line: number;
  readonly executable: boolean;
  /** The program that should precede the path. */
  readonly interpreter: string;
}
