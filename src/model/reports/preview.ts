import type { CatalogState } from "../client-catalog.ts";
import type { Evidence } from "../evidence.ts";
import type { ArgumentUse, LoadEffect } from "../loader.ts";

/** The data of the report of `skills preview`. */
export interface PreviewData {
  readonly client: PreviewedClient;
  /** How tokens were counted: "estimate", or a tokenizer's name. */
  readonly counter: string;
  /** Null if it is not recorded how the client lists its skills. */
  readonly catalog: CatalogPreview | null;
  /** In the order of the subjects. */
  readonly skills: readonly SkillPreview[];
}

/** The recorded version that was asked for. */
export interface PreviewedClient {
  readonly client: string;
  readonly title: string;
  readonly variant?: string;
  readonly version: string;
  readonly versions: string;
  readonly evidence: Evidence;
  /** The day of the evidence, as YYYY-MM-DD. */
  readonly checked: string;
  /** What becomes of the arguments, if the skills are called with any. */
  readonly arguments?: Exclude<ArgumentUse, "none">;
}

/** The list of skills that the model is shown, without the client's own. */
export interface CatalogPreview {
  readonly text: string;
  /** "none" if all descriptions are listed; "unknown" if some may be cut. */
  readonly budget: CatalogBudgetData | "none" | "unknown";
  /** In the order of the catalog. */
  readonly entries: readonly CatalogEntryData[];
  /** Tokens of the text. */
  readonly tokens: number;
  /** What to change so that all descriptions are shown; null if shorter descriptions alone are not enough. */
  readonly plan: CatalogPlanData | null;
}

export interface CatalogBudgetData {
  readonly limit: number;
  readonly unit: "utf-16" | "code-points" | "columns" | "tokens";
  /** What the catalog needs with all descriptions, the client's own skills included. */
  readonly needed: number;
  /** What the limit depends on. */
  readonly assumes: string;
  /** The context window, in tokens, of which the limit is a share; absent if that is not recorded. */
  readonly window?: number;
}

export interface CatalogEntryData {
  /** The path of the subject in the report. */
  readonly skill: string;
  /** As the catalog calls it. */
  readonly name: string;
  readonly state: CatalogState;
  /** Length of the description as loaded, in Unicode characters. */
  readonly characters: number;
  /** What the model is shown of it; null if nothing is. */
  readonly shown: string | null;
}

export interface CatalogPlanData {
  /** The fewest descriptions to shorten, longest first. */
  readonly shorten: readonly {
    readonly skill: string;
    readonly characters: number;
    /** Characters to remove. */
    readonly save: number;
  }[];
  /** Skills whose description has to be written on one line. */
  readonly join: readonly string[];
}

export interface SkillPreview {
  /** The path of the subject in the report. */
  readonly path: string;
  /** Null if it is not known. */
  readonly loads: boolean | null;
  /** As loaded; null if the skill is not loaded. */
  readonly name: string | null;
  /** As loaded; null if the skill is not loaded or has none. */
  readonly description: string | null;
  /** Whether the skill is loaded, but not listed. */
  readonly hidden: boolean;
  readonly effects: readonly LoadEffect[];
  /** Why the skill is not loaded, or the answer is unknown; otherwise the client's warnings. */
  readonly reasons: readonly string[];
  /** "tool" if the client delivers the body; "file" if the model opens SKILL.md; null if the skill is not loaded. */
  readonly delivery: "tool" | "file" | null;
  /** What the model reads when the skill is chosen; null if the skill is not loaded. */
  readonly body: string | null;
  /** Where the delivered body differs from the written one, in order. */
  readonly changes: readonly BodyChange[];
  /** Files that the body leads to, SKILL.md excluded, by path. */
  readonly files: readonly PreviewedFile[];
  /** Files that nothing leads to. */
  readonly unreachable: readonly string[];
  readonly tokens: TierTokens;
}

export interface BodyChange {
  /** The line of SKILL.md where it begins. */
  readonly line: number;
  readonly written: readonly string[];
  readonly delivered: readonly string[];
}

export interface PreviewedFile {
  readonly path: string;
  /** Number of references from SKILL.md to the file. */
  readonly depth: number;
  /** Absent if the file is not text. */
  readonly tokens?: number;
}

/** Tokens of a skill by when they are read. */
export interface TierTokens {
  /** In every conversation. */
  readonly announced: number;
  /** When the skill is chosen. */
  readonly body: number;
  /** If every file that the body leads to is read. */
  readonly files: number;
}
