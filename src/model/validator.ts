import { validatorRecords } from "../generated/targets.ts";

/** "spec" is the specification itself, a text without a model. */
export type ValidatorId = "spec" | (typeof validatorRecords)[number]["id"];

/** In display order. */
export const validatorIds: readonly ValidatorId[] = ["spec", ...validatorRecords.map(({ id }) => id)];

/**
 * Why a validator refuses a skill. A rule adds the reason to its finding, and the checker adds every validator that
 * refuses the skill for this reason to `refusedBy`.
 */
export type RefusalReason =
  | "file-missing"
  | "file-name"
  | "unreadable"
  | "encoding"
  | "byte-order-mark"
  | "control-character"
  | "fence-open"
  | "fence-close"
  | "fence-line"
  | "yaml-syntax"
  | "yaml-feature"
  | "yaml-flow"
  | "yaml-indentation"
  | "duplicate-key"
  | "not-a-mapping"
  | "unknown-field"
  | "name-missing"
  | "name-empty"
  | "name-type"
  | "name-length"
  | "name-case"
  | "name-hyphens"
  | "name-characters"
  | "name-directory"
  | "name-reserved"
  | "description-missing"
  | "description-empty"
  | "description-type"
  | "description-length"
  | "angle-brackets"
  | "compatibility-type"
  | "compatibility-length"
  | "too-large"
  | "crash";

/**
 * All reasons for refusals, including those that only uploaders or simulated systems have. A rule adds the reasons
 * that it detects itself.
 */
export type Reason =
  | RefusalReason
  | "allowed-tools-type"
  | "body-lines"
  | "description-lines"
  | "file-count"
  | "metadata-type"
  | "placeholder-text"
  | "several-documents"
  | "total-size";

export interface Refusal {
  readonly reason: RefusalReason;
  /** The validator's message; ours if the validator crashes, or if a documented rule has no message. */
  readonly message: string;
  /** The frontmatter key that the refusal concerns. */
  readonly field?: string;
}

/**
 * The refusals of one skill by one validator. If `refusals` is empty, the validator accepts the skill; otherwise the
 * first one is what it would print.
 */
export interface ValidatorRefusals {
  readonly validator: ValidatorId;
  readonly refusals: readonly Refusal[];
}

/** What a validator is given: bytes and names, never a path to open. */
export interface ValidatorInput {
  /** The name of the skill's directory. */
  readonly name: string;
  /** The names in the skill's directory, in their exact case. */
  readonly rootNames: readonly string[];
  /** Returns the bytes of a file at the root; undefined if it does not exist or is unreadable. */
  readonly bytes: (name: "SKILL.md" | "skill.md") => Uint8Array | undefined;
}

/** A model of a program that reads a skill's files and accepts or refuses it. Each fact has a source. */
export interface Validator {
  readonly id: Exclude<ValidatorId, "spec">;
  readonly title: string;
  /** What it is, for a line of help. */
  readonly about: string;
  /** Position in lists; validators without one come last, by id. */
  readonly order?: number;
  /** Set if it refuses every field beyond the specification. */
  readonly refusesUnknownFields?: true;
  /** The sources of the modeled program: owner/repo path@commit, or a URL. */
  readonly sources: readonly string[];
  /** Empty if the program accepts the skill; otherwise the first one is what it would print. */
  judge(input: ValidatorInput): readonly Refusal[];
}
