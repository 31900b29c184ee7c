import type { ArchiveLayout } from "../model/archive.ts";
import type { ArchiveExtension } from "../model/upload.ts";
import type { LintData } from "./lint.ts";
import type { SmokeCounts } from "./test.ts";

/** The data of the report of `skills check`; a dry run has that of `skills lint`. */
export interface CheckData extends LintData {
  /** One for each skill that was tried, in the order of the subjects. */
  readonly skills: readonly SkillCheck[];
  /** Failures of the control skills, as sentences. If there are any, no agent system was run and the outcome is 2. */
  readonly controls: readonly string[];
}

/** What `skills check` reports for one skill besides its findings and verdicts. Can be serialized as JSON. */
export interface SkillCheck {
  /** The skill's path, as the report's subject has it. */
  readonly skill: string;
  /** The result of packing; absent if packing failed (see the findings) or the skill is not in a directory. */
  readonly pack?: DryPacked;
  /** Tokens at each loading stage; absent if there is no SKILL.md. */
  readonly tokens?: StageTokens;
  /** Smoke test results over all agent systems; absent if a control skill failed. */
  readonly smoke?: SmokeCounts;
}

/** The archive that was made in memory, for the targets that were chosen. */
export interface DryPacked {
  readonly extension: ArchiveExtension;
  readonly layout: ArchiveLayout;
  readonly bytes: number;
  /** "h1:" and base64; see `contentDigest`. */
  readonly contentDigest: string;
  /** Number of files in it, including the manifest. */
  readonly files: number;
  /** Number of files and directories that are left out. */
  readonly leftOut: number;
}

export interface StageTokens {
  /** Name of the token counter. */
  readonly counter: string;
  /** Name and description, which are in every session. */
  readonly entry: number;
  readonly body: number;
  /** Sum for all text files that the instructions reference. */
  readonly files: number;
  /** Number of these files. */
  readonly named: number;
}
