/** The specification itself, and every validator or loader that we model: what a skill can be held against, in the order in which they are shown. */
export const validatorIds = ["spec", "skills-ref", "claude-api"] as const;
export type ValidatorId = (typeof validatorIds)[number];

/**
 * Why a client refuses. A rule that speaks for a reason names it in its finding,
 * and the checker adds every client whose outcome has that reason to `refusedBy`.
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

/** Why anybody refuses: with the reasons that only an uploader or a system of agents has. A rule names one of these for what it sees itself. */
export type Reason =
  | RefusalReason
  | "body-lines"
  | "description-lines"
  | "file-count"
  | "placeholder-text"
  | "several-documents"
  | "total-size";

export interface Refusal {
  readonly reason: RefusalReason;
  /** The client's own words, or for a crash or a documented rule without words, ours. */
  readonly message: string;
  /** The frontmatter key it is about. */
  readonly field?: string;
}

/** What one client makes of one skill. Empty `refusals` means that it accepts it. The first one is what the client itself would print. */
export interface ClientRefusals {
  readonly client: ValidatorId;
  readonly refusals: readonly Refusal[];
}

/** What a client model is given: bytes and names, never a path to open. */
export interface ClientInput {
  /** The directory's name. */
  readonly name: string;
  /** The names in the skill's directory, case-exact. */
  readonly rootNames: readonly string[];
  /** The bytes of a file at the root; undefined where there is none that can be read. */
  readonly bytes: (name: "SKILL.md" | "skill.md") => Uint8Array | undefined;
}

/** A program as a model: data and pure functions, each fact with its source. */
export interface ClientModel {
  readonly id: Exclude<ValidatorId, "spec">;
  readonly title: string;
  /** owner/repo path@commit, or an address, of what it was modelled on. */
  readonly sources: readonly string[];
  judge(input: ClientInput): ClientRefusals;
}
