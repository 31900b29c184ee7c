import type { ValidatorId } from "../validator.ts";
import type { LeftOut } from "../left-out.ts";
import type { Resource } from "../manifest.ts";
import type { Place } from "../../core/place.ts";
import type { Verdict } from "../report.ts";
import type { FieldValue } from "../frontmatter.ts";

/** The data of the report of `skills diff`; absent if an archive or skill was refused. */
export type DiffData = OneDiff | SeveralDiffs;

/** Comparison of two skills. */
export interface OneDiff extends WithPatch {
  readonly diff: SkillDiff;
}

/** Comparison of two collections: skills with the same name are compared, others are listed. */
export interface SeveralDiffs extends WithPatch {
  readonly diffs: readonly SkillDiff[];
  readonly added: readonly DiffSide[];
  readonly removed: readonly DiffSide[];
}

export interface WithPatch {
  /** A patch of the changed text files, if it was requested. */
  readonly patch?: string;
}

/** The differences between two skills that matter for reviewing an update. Can be serialized as JSON. */
export interface SkillDiff {
  readonly old: DiffSide;
  readonly new: DiffSide;
  /**
   * Whether files, bytes and executable bits are the same. Verdicts can still differ, as some depend on the
   * directory's name.
   */
  readonly same: boolean;
  /** In the order of the new frontmatter, followed by removed fields. */
  readonly fields: readonly FieldChange[];
  /** Sorted by the UTF-8 bytes of their paths. */
  readonly files: readonly FileChangeFact[];
  readonly tokens: { readonly counter: string } & Readonly<
    Record<TokenStage, { readonly old: number; readonly new: number }>
  >;
  readonly capabilities: {
    /** Most important kinds first. */
    readonly gained: readonly CapabilityChange[];
    readonly lost: readonly CapabilityChange[];
    /** Whether an inventory was truncated, so that entries may be missing here. */
    readonly partial: boolean;
  };
  /** Targets that accept one skill and refuse the other. */
  readonly verdicts: readonly VerdictChange[];
}

/** A stage at which a skill's text is loaded; see `SkillTokens`. */
export type TokenStage = "catalogue" | "body" | "files";

export interface DiffSide {
  /** As typed by the user, or the skill's location in a collection. */
  readonly path: string;
  readonly kind: "directory" | "archive";
  /** The name in the frontmatter, if it could be read. */
  readonly name?: string;
  /** The digest: "h1:" followed by base64. */
  readonly contentDigest: string;
  /** "sha256:" followed by hexadecimal digits. */
  readonly archiveDigest?: string;
  readonly files: number;
  readonly bytes: number;
  /** Paths in a directory that are not compared, because `skills pack` does not pack them. */
  readonly leftOut: readonly LeftOut[];
}

export interface FieldChange {
  readonly kind: "added" | "removed" | "changed";
  /** The field's name; "metadata.version" for an entry of a map. A list is one value. */
  readonly key: string;
  readonly old?: FieldValue;
  readonly new?: FieldValue;
}

export interface FileChangeFact {
  /**
   * "line-endings": only CRLF and LF differ; "mode": only the executable bit differs; "renamed": the same bytes have
   * another path.
   */
  readonly kind: "added" | "removed" | "changed" | "line-endings" | "mode" | "renamed";
  readonly path: string;
  /** The old path of a renamed file. */
  readonly from?: string;
  readonly old?: FileFacts;
  readonly new?: FileFacts;
}

export type FileFacts = Pick<Required<Resource>, "digest" | "size" | "executable">;

/** In the order of the report: actions precede mere mentions. "unread" contains files that were not inspected. */
export const capabilityKinds = [
  "automaticCommands",
  "executables",
  "tools",
  "agentFiles",
  "hosts",
  "paths",
  "programs",
  "packages",
  "variables",
  "unread",
] as const;

/**
 * An inventory entry that is missing or weaker in the other skill, for example a host that was only mentioned before.
 */
export interface CapabilityChange {
  readonly list: (typeof capabilityKinds)[number];
  readonly name: string;
  /**
   * The kind in the inventory, such as "contacted"; for executables "executable" or "script". Absent on the side that
   * has no such entry.
   */
  readonly old?: string;
  readonly new?: string;
  /** Registry of a package. */
  readonly registry?: string;
  /** The first occurrence: in the new skill if the entry was gained, in the old skill if it was lost. */
  readonly place: Place;
}

export interface VerdictChange {
  readonly target: ValidatorId;
  readonly old: Verdict;
  readonly new: Verdict;
  /** The rule of the first finding that causes the refusal. */
  readonly ruleId: string;
  readonly message: string;
}
