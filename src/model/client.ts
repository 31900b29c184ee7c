/** The specification itself, and every validator or loader that we model: in display order. */
export const validatorIds = ["spec", "skills-ref", "claude-api"] as const;
export type ValidatorId = (typeof validatorIds)[number];

/**
 * Why a client refuses. A rule names the reason in its finding,
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

/** All refusal reasons, including those that only an uploader or an agent system has. A rule names the reasons that it detects itself. */
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
  /** The client's own message, or ours for a crash or a documented rule without a message. */
  readonly message: string;
  /** The affected frontmatter key. */
  readonly field?: string;
}

/** The outcome of one client for one skill. It accepts the skill if `refusals` is empty; the first one is what the client would print. */
export interface ClientRefusals {
  readonly client: ValidatorId;
  readonly refusals: readonly Refusal[];
}

/** Input of a client model: bytes and names, never a path to open. */
export interface ClientInput {
  /** The directory's name. */
  readonly name: string;
  /** The names in the skill's directory, case-exact. */
  readonly rootNames: readonly string[];
  /** The bytes of a file at the root; undefined if there is no readable file. */
  readonly bytes: (name: "SKILL.md" | "skill.md") => Uint8Array | undefined;
}

/** A program as a model: data and pure functions, each fact with its source. */
export interface ClientModel {
  readonly id: Exclude<ValidatorId, "spec">;
  readonly title: string;
  /** owner/repo path@commit, or a URL, of the program it models. */
  readonly sources: readonly string[];
  judge(input: ClientInput): ClientRefusals;
}
