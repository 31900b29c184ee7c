import type { ValidatorId } from "../model/client.ts";
import type { LeftOut } from "../model/left-out.ts";
import type { Resource } from "../model/manifest.ts";
import type { Place } from "../core/place.ts";
import type { Verdict } from "../model/report.ts";
import type { FieldValue } from "../model/frontmatter.ts";

/** The data of the report of `skills diff`; there is none where something was refused. */
export type DiffData = OneDiff | SeveralDiffs;

/** Of one skill held against one. */
interface OneDiff extends WithPatch {
  readonly diff: SkillDiff;
}

/** Of several: those of one name, and the others. */
interface SeveralDiffs extends WithPatch {
  readonly diffs: readonly SkillDiff[];
  readonly added: readonly DiffSide[];
  readonly removed: readonly DiffSide[];
}

interface WithPatch {
  /** How the texts that changed differ, where that was asked for. */
  readonly patch?: string;
}

/** How one skill differs from another, as far as a reviewer of an update has to see it. Plain data: it survives JSON. */
export interface SkillDiff {
  readonly old: DiffSide;
  readonly new: DiffSide;
  /** The same files, of the same bytes and with the same right to be run: then nothing else differs but what a directory's name is held against. */
  readonly same: boolean;
  /** In the order of the new frontmatter, behind them those that are gone. */
  readonly fields: readonly FieldChange[];
  /** Sorted by the bytes of their paths in UTF-8. */
  readonly files: readonly FileChangeFact[];
  readonly tokens: { readonly counter: string } & Readonly<
    Record<TokenStage, { readonly old: number; readonly new: number }>
  >;
  readonly capabilities: {
    /** The weightiest kinds first. */
    readonly gained: readonly CapabilityChange[];
    readonly lost: readonly CapabilityChange[];
    /** One of the two names more than is listed, so that something may be missing here. */
    readonly partial: boolean;
  };
  /** Of the targets that take one and refuse the other. */
  readonly verdicts: readonly VerdictChange[];
}

/** By when it is paid; as `SkillTokens`. */
export type TokenStage = "catalogue" | "body" | "files";

export interface DiffSide {
  /** As the user wrote it, or where the skill of that name is. */
  readonly path: string;
  readonly kind: "directory" | "archive";
  /** The frontmatter's, where it could be read. */
  readonly name?: string;
  /** "h1:" and base64. */
  readonly contentDigest: string;
  /** "sha256:" and hexadecimal. */
  readonly archiveDigest?: string;
  readonly files: number;
  readonly bytes: number;
  /** What of a directory is not compared, as `skills pack` leaves it out. */
  readonly leftOut: readonly LeftOut[];
}

export interface FieldChange {
  readonly kind: "added" | "removed" | "changed";
  /** Of a member "metadata.version"; a list is one value. */
  readonly key: string;
  readonly old?: FieldValue;
  readonly new?: FieldValue;
}

export interface FileChangeFact {
  /** "line-endings": the same text but for CRLF and LF; "mode": the same bytes but for the right to run it; "renamed": the same bytes under another path. */
  readonly kind: "added" | "removed" | "changed" | "line-endings" | "mode" | "renamed";
  readonly path: string;
  /** The old path of what was renamed. */
  readonly from?: string;
  readonly old?: FileFacts;
  readonly new?: FileFacts;
}

export type FileFacts = Pick<Required<Resource>, "digest" | "size" | "executable">;

/** In the order they are told: what acts before what is only named. "unread" is what nobody looked into. */
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

/** Something of the inventory that the other skill does not have, or has less of: a host that was mentioned is now contacted. */
export interface CapabilityChange {
  readonly list: (typeof capabilityKinds)[number];
  readonly name: string;
  /** As in the inventory, such as "contacted"; of executables "executable" or "script". Absent on the side that does not have it. */
  readonly old?: string;
  readonly new?: string;
  /** Where packages come from. */
  readonly registry?: string;
  /** Where it stands first; in the new skill where it is gained, in the old one where it is lost. */
  readonly place: Place;
}

export interface VerdictChange {
  readonly target: ValidatorId;
  readonly old: Verdict;
  readonly new: Verdict;
  /** The first finding for which the one of the two is refused. */
  readonly ruleId: string;
  readonly message: string;
}
