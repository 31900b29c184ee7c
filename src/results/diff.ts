import type { ValidatorId } from "../model/client.ts";
import type { LeftOut } from "../model/left-out.ts";
import type { Resource } from "../model/manifest.ts";
import type { Place } from "../core/place.ts";
import type { Verdict } from "../model/report.ts";
import type { FieldValue } from "../model/frontmatter.ts";

/** The data of the report of `skills diff`; absent if something was refused. */
export type DiffData = OneDiff | SeveralDiffs;

/** Comparison of two skills. */
interface OneDiff extends WithPatch {
  readonly diff: SkillDiff;
}

/** Comparison of two collections: skills with the same name are compared, others are listed. */
interface SeveralDiffs extends WithPatch {
  readonly diffs: readonly SkillDiff[];
  readonly added: readonly DiffSide[];
  readonly removed: readonly DiffSide[];
}

interface WithPatch {
  /** Patch of the changed text files, if requested. */
  readonly patch?: string;
}

/** The differences between two skills that matter for reviewing an update. Can be serialized as JSON. */
export interface SkillDiff {
  readonly old: DiffSide;
  readonly new: DiffSide;
  /** Same files, bytes and executable bits. Verdicts can still differ, because some depend on the directory name. */
  readonly same: boolean;
  /** In the order of the new frontmatter, followed by removed fields. */
  readonly fields: readonly FieldChange[];
  /** Sorted by the bytes of their paths in UTF-8. */
  readonly files: readonly FileChangeFact[];
  readonly tokens: { readonly counter: string } & Readonly<
    Record<TokenStage, { readonly old: number; readonly new: number }>
  >;
  readonly capabilities: {
    /** Most important kinds first. */
    readonly gained: readonly CapabilityChange[];
    readonly lost: readonly CapabilityChange[];
    /** One of the inventories is truncated, so entries may be missing here. */
    readonly partial: boolean;
  };
  /** Targets that accept one skill and refuse the other. */
  readonly verdicts: readonly VerdictChange[];
}

/** Loading stage; see `SkillTokens`. */
export type TokenStage = "catalogue" | "body" | "files";

export interface DiffSide {
  /** As typed by the user, or the location of the skill in a collection. */
  readonly path: string;
  readonly kind: "directory" | "archive";
  /** From the frontmatter, if readable. */
  readonly name?: string;
  /** "h1:" and base64. */
  readonly contentDigest: string;
  /** "sha256:" and hexadecimal. */
  readonly archiveDigest?: string;
  readonly files: number;
  readonly bytes: number;
  /** Paths of a directory that are not compared because `skills pack` leaves them out. */
  readonly leftOut: readonly LeftOut[];
}

export interface FieldChange {
  readonly kind: "added" | "removed" | "changed";
  /** "metadata.version" for a map entry; a list is one value. */
  readonly key: string;
  readonly old?: FieldValue;
  readonly new?: FieldValue;
}

export interface FileChangeFact {
  /** "line-endings": only CRLF and LF differ; "mode": only the executable bit differs; "renamed": same bytes at another path. */
  readonly kind: "added" | "removed" | "changed" | "line-endings" | "mode" | "renamed";
  readonly path: string;
  /** The old path, if renamed. */
  readonly from?: string;
  readonly old?: FileFacts;
  readonly new?: FileFacts;
}

export type FileFacts = Pick<Required<Resource>, "digest" | "size" | "executable">;

/** In report order: actions before mere mentions. "unread" contains files that were not inspected. */
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

/** An inventory entry that is missing or weaker in the other skill, such as a host that was only mentioned before. */
export interface CapabilityChange {
  readonly list: (typeof capabilityKinds)[number];
  readonly name: string;
  /** As in the inventory, such as "contacted"; for executables "executable" or "script". Absent on the side without the entry. */
  readonly old?: string;
  readonly new?: string;
  /** Registry of a package. */
  readonly registry?: string;
  /** First occurrence: in the new skill if gained, in the old skill if lost. */
  readonly place: Place;
}

export interface VerdictChange {
  readonly target: ValidatorId;
  readonly old: Verdict;
  readonly new: Verdict;
  /** The first finding that causes the refusal. */
  readonly ruleId: string;
  readonly message: string;
}
