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

/** What there is to know of one skill before it is used. Plain data: it survives JSON. */
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
  /** Of a directory; absent for what stands in none. */
  readonly packed?: PackedContent;
  /** What holds it, where that is an archive. */
  readonly archive?: CheckedArchive;
}

/** What `skills pack` would take of a directory. */
export interface PackedContent {
  /** Absent where it would take nothing, for the reason in `refused`. */
  readonly content?: DigestedContent;
  readonly refused?: string;
  readonly leftOut: readonly LeftOut[];
}

export interface InspectedFile extends FileEntry {
  /** Absent where nobody read it as text. */
  readonly tokens?: number;
}

/** What the skill costs a model, by when it is paid: https://agentskills.io/specification#progressive-disclosure */
export interface SkillTokens {
  /** "estimate", or the tokenizer that was asked. */
  readonly counter: string;
  /** Name and description, which stand in every conversation. */
  readonly catalogue: number;
  /** The body of SKILL.md, once the skill is chosen. */
  readonly body: number;
  readonly sections: readonly SectionCost[];
  /** How many more sections there are, which are too many to list. */
  readonly omittedSections: number;
  /** All other texts, if each were read. */
  readonly files: number;
}
