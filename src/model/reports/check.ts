import type { ArchiveLayout } from "../archive.ts";
import type { ArchiveExtension } from "../upload.ts";
import type { ClientLoad } from "../client-load.ts";
import type { Target } from "../target.ts";
import type { LintData } from "./lint.ts";
import type { SmokeCounts } from "./test.ts";

/** The data of the report of `skills check`. A dry run has no skills here. */
export interface CheckData extends LintData {
  /** One for each checked skill, in the order of the subjects. */
  readonly skills: readonly SkillCheck[];
  /**
   * Unexpected results for the known-good and known-bad test skills, as sentences. If there are any, no agent was
   * simulated and the outcome is 2.
   */
  readonly controls: readonly string[];
}

/** What `skills check` reports about a skill other than findings and verdicts. Can be serialized as JSON. */
export interface SkillCheck {
  /** The path of the subject in the report. */
  readonly skill: string;
  /** The targets chosen for this skill, if an override chooses others than those of the report. */
  readonly targets?: readonly Target[];
  /**
   * The result of packing. Absent if no uploader was chosen, if packing failed, which is a finding, or if the skill is
   * not in a directory.
   */
  readonly pack?: DryPacked;
  /** What the newest recorded versions of the common and the chosen clients make of the skill. */
  readonly loads: readonly ClientLoad[];
  /** Tokens at each stage; absent if there is no SKILL.md. */
  readonly tokens?: StageTokens;
  /** Numbers of smoke test results for the chosen agents; absent if there are none or a control skill failed. */
  readonly smoke?: SmokeCounts;
}

/** The archive for the chosen uploaders, built in memory. */
export interface DryPacked {
  readonly extension: ArchiveExtension;
  readonly layout: ArchiveLayout;
  readonly bytes: number;
  /** The digest: "h1:" followed by base64; see `contentDigest`. */
  readonly contentDigest: string;
  /** Number of files in the archive, including the manifest. */
  readonly files: number;
  /** Number of files and directories that are not packed. */
  readonly leftOut: number;
}

export interface StageTokens {
  /** Name of the token counter. */
  readonly counter: string;
  /** Tokens of the name and the description, which are part of every session. */
  readonly entry: number;
  readonly body: number;
  /** Total tokens of all text files that the instructions refer to. */
  readonly files: number;
  /** Number of these files. */
  readonly named: number;
}
