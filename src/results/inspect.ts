import type { CheckedArchive } from "./verify.ts";
import type { Inventory } from "../model/inventory.ts";
import type { LeftOut } from "../model/left-out.ts";
import type { DigestedContent } from "./digest.ts";
import type { FieldValue } from "../model/frontmatter.ts";
import type { FileEntry } from "../model/source.ts";
import type { SectionCost } from "../model/token-sections.ts";

/** The data of the report of `skills inspect`. */
export interface InspectData {
  readonly skills: readonly SkillInspection[];
  /** In the order of the paths, one for each skill in them, and one for each that was refused. */
  readonly archives: readonly CheckedArchive[];
}

/** Facts for reviewing one skill before use. Can be serialized as JSON. */
export interface SkillInspection {
  /** That of the report's subject. */
  readonly path: string;
  readonly name?: string;
  readonly description?: string;
  /** The other fields of the frontmatter, in the order written. */
  readonly fields: readonly { readonly key: string; readonly value: FieldValue }[];
  readonly files: readonly InspectedFile[];
  readonly tokens: SkillTokens;
  readonly inventory: Inventory;
  /** For a skill in a directory. */
  readonly packed?: PackedContent;
  /** For a skill in an archive. */
  readonly archive?: CheckedArchive;
}

/** What `skills pack` would include from a directory. */
export interface PackedContent {
  /** Absent if packing is refused; `refused` gives the reason. */
  readonly content?: DigestedContent;
  readonly refused?: string;
  readonly leftOut: readonly LeftOut[];
}

export interface InspectedFile extends FileEntry {
  /** Absent if it was not read as text. */
  readonly tokens?: number;
}

/** Token costs by loading stage: https://agentskills.io/specification#progressive-disclosure */
export interface SkillTokens {
  /** "estimate", or the tokenizer that was used. */
  readonly counter: string;
  /** Name and description, which are in every conversation. */
  readonly catalogue: number;
  /** The body of SKILL.md, once the skill is chosen. */
  readonly body: number;
  readonly sections: readonly SectionCost[];
  /** Number of sections that are not listed. */
  readonly omittedSections: number;
  /** All other text files, if each is read. */
  readonly files: number;
}
