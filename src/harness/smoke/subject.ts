import type { SkillSource } from "../../model/source.ts";

/** What is known of a skill before any agent has seen it, against which what agents do with it is held. */
export interface SmokeSubject {
  readonly source: SkillSource;
  /** What stands behind its frontmatter, as the file has it. */
  readonly body: string;
  /** Its fields ask that no model be told of it. */
  readonly hidden: boolean;
  readonly references: readonly SmokeReference[];
  /** Links on the disk that lead out of it. */
  readonly linksOut: readonly string[];
  /** Every other SKILL.md in it. */
  readonly nested: readonly string[];
  readonly costs: SmokeCosts;
  readonly commands: readonly SmokeCommand[];
}

/** A path that the instructions give. */
export interface SmokeReference {
  /** As an agent would ask for it, from the skill's root. */
  readonly path: string;
  /** The line of SKILL.md it first stands in. */
  readonly line: number;
  /** The file that it means; absent where it is to be expected that there is none. */
  readonly file?: string;
  /** The file is text. */
  readonly isText: boolean;
  /** It is written behind "{baseDir}", which some agents fill in. */
  readonly behindBase?: true;
}

/** In tokens. */
export interface SmokeCosts {
  /** As the counter calls itself. */
  readonly counter: string;
  /** Name and description. */
  readonly entry: number;
  readonly body: number;
  /** The texts among the files that the instructions name. */
  readonly files: readonly { readonly path: string; readonly tokens: number }[];
}

/** A script that is run by its path alone, and so only where it is executable. */
export interface SmokeCommand {
  readonly written: string;
  readonly file: string;
  readonly line: number;
  readonly executable: boolean;
  /** What to write before it. */
  readonly interpreter: string;
}
