import type { SkillSource } from "../../model/source.ts";

/** The facts about a skill that the behavior of agents is compared with. */
export interface SmokeSubject {
  readonly source: SkillSource;
  /** The text after the frontmatter, as in the file. */
  readonly body: string;
  /** disable-model-invocation is set. */
  readonly hidden: boolean;
  readonly references: readonly SmokeReference[];
  /** Symlinks that point outside it. */
  readonly linksOut: readonly string[];
  /** Every nested SKILL.md. */
  readonly nested: readonly string[];
  readonly costs: SmokeCosts;
  readonly commands: readonly SmokeCommand[];
}

/** A path in the instructions. */
export interface SmokeReference {
  /** As an agent would request it, relative to the skill's root. */
  readonly path: string;
  /** The line of SKILL.md where it first appears. */
  readonly line: number;
  /** The file that it refers to; absent if there is no such file. */
  readonly file?: string;
  /** The file is text. */
  readonly isText: boolean;
  /** It follows "{baseDir}", which some agents fill in. */
  readonly behindBase?: true;
}

/** In tokens. */
export interface SmokeCosts {
  /** Name of the token counter. */
  readonly counter: string;
  /** Name and description. */
  readonly entry: number;
  readonly body: number;
  /** The text files that the instructions refer to. */
  readonly files: readonly { readonly path: string; readonly tokens: number }[];
}

/** A script that is run by its path only, and so must be executable. */
export interface SmokeCommand {
  readonly written: string;
  readonly file: string;
  readonly line: number;
  readonly executable: boolean;
  /** The program to write before it. */
  readonly interpreter: string;
}
