import type { ArchiveLayout } from "../model/archive.ts";
import type { ArchiveExtension } from "../model/upload.ts";
import type { LintData } from "./lint.ts";
import type { SmokeCounts } from "./test.ts";

/** The data of its report, but for a dry run: then it is that of `skills lint`. */
export interface CheckData extends LintData {
  /** One for each skill that was tried, in the order of the subjects. */
  readonly skills: readonly SkillCheck[];
  /** Why what the smoke tests say means nothing, sentences; then no system was asked, and the outcome is 2. */
  readonly controls: readonly string[];
}

/** What `skills check` tells of one skill beside its findings and verdicts. Plain data: it survives JSON. */
export interface SkillCheck {
  /** The skill's path, as the report's subject has it. */
  readonly skill: string;
  /** What packing comes to; absent where it comes to nothing, as the findings say, or the skill is in no directory. */
  readonly pack?: DryPacked;
  /** What each stage of loading it costs a model, in tokens; absent where there is no SKILL.md. */
  readonly tokens?: StageTokens;
  /** How the smoke tests came out, in all systems together; absent where they do not tell a sound skill from an unsound one. */
  readonly smoke?: SmokeCounts;
}

/** The archive that was made in memory, for the targets that were chosen. */
export interface DryPacked {
  readonly extension: ArchiveExtension;
  readonly layout: ArchiveLayout;
  readonly bytes: number;
  /** "h1:" and base64; see `contentDigest`. */
  readonly contentDigest: string;
  /** How many files are in it, the manifest too. */
  readonly files: number;
  /** How many files and directories stay out. */
  readonly leftOut: number;
}

export interface StageTokens {
  /** As the counter calls itself. */
  readonly counter: string;
  /** Name and description: what every session pays. */
  readonly entry: number;
  readonly body: number;
  /** Of the texts that the instructions name, all together. */
  readonly files: number;
  /** How many these are. */
  readonly named: number;
}
