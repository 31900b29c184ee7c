import type { CheckedArchive } from "./verify.ts";
import type { Inventory } from "../inventory.ts";
import type { SkillReferences } from "./graph.ts";
import type { LeftOut } from "../left-out.ts";
import type { DigestedContent } from "./digest.ts";
import type { FieldValue } from "../frontmatter.ts";
import type { FileEntry } from "../source.ts";
import type { SectionCost } from "../token-sections.ts";

/** The data of the report of `skills inspect`. */
export interface InspectData {
  readonly skills: readonly SkillInspection[];
  /** In the order of the paths: one for each skill in an archive, and one for each refused archive. */
  readonly archives: readonly CheckedArchive[];
  /** The plugins and marketplaces in directories, without their skills. */
  readonly plugins: readonly PluginInspection[];
}

/** What a plugin does besides its skills: its hooks, servers, commands and agents, and the files that they name. */
export interface PluginInspection {
  /** The path of the plugin, as the user wrote it. */
  readonly path: string;
  /** Files are relative to the plugin. */
  readonly inventory: Inventory;
}

/** Facts for the review of one skill before it is used. Can be serialized as JSON. */
export interface SkillInspection {
  /** The path of the subject in the report. */
  readonly path: string;
  readonly name?: string;
  readonly description?: string;
  /** The other fields of the frontmatter, in the order in which they are written. */
  readonly fields: readonly { readonly key: string; readonly value: FieldValue }[];
  readonly files: readonly InspectedFile[];
  readonly tokens: SkillTokens;
  readonly inventory: Inventory;
  readonly references: SkillReferences;
  /** Present if the skill is in a directory. */
  readonly packed?: PackedContent;
  /** Present if the skill is in an archive. */
  readonly archive?: CheckedArchive;
}

/** The content of a directory that `skills pack` would pack. */
export interface PackedContent {
  /** Absent if packing is refused; `refused` gives the reason. */
  readonly content?: DigestedContent;
  readonly refused?: string;
  readonly leftOut: readonly LeftOut[];
}

export interface InspectedFile extends FileEntry {
  /** Absent if the file was not read as text. */
  readonly tokens?: number;
}

/** Tokens at each stage: https://agentskills.io/specification#progressive-disclosure */
export interface SkillTokens {
  /** "estimate", or the tokenizer that was used. */
  readonly counter: string;
  /** Tokens of the name and description, which are part of every conversation. */
  readonly catalogue: number;
  /** Tokens of the body of SKILL.md, which is loaded when the skill is chosen. */
  readonly body: number;
  readonly sections: readonly SectionCost[];
  /** Number of sections that are not listed. */
  readonly omittedSections: number;
  /** Tokens of all other text files, if each is read. */
  readonly files: number;
}
