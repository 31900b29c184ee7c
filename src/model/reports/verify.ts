import type { ArchiveCode, ArchiveFormat, ArchiveLayout, ArchiveNote } from "../archive.ts";
import type { FileDifference } from "../manifest.ts";

/** The data of the report of `skills verify`, of archives and directories. */
export interface VerifyData {
  /** In the order of the paths: one for each skill, and one for each refused archive. */
  readonly archives: readonly CheckedArchive[];
  readonly directories: readonly CheckedDirectory[];
}

/** The data of the report of `skills verify` for locks. */
export interface VerifyLocksData {
  /** In the order of the paths. */
  readonly locks: readonly LockCheck[];
}

/** The result for a skill in an archive, or for a refused archive, in addition to its findings. */
export interface CheckedArchive extends Checked<OpenedArchive> {
  /** Path of the archive; absent if the archive contains only this skill, as `path` is then the archive's. */
  readonly archive?: string;
  /**
   * "sha256:" followed by the hexadecimal digest of the archive's bytes; absent if the archive was too large to read.
   */
  readonly archiveDigest?: string;
  /** Size of the archive in bytes. */
  readonly archiveBytes?: number;
}

/** Result for a directory. */
export type CheckedDirectory = Checked<CheckedContent>;

export interface Checked<Content> {
  /** The path of the subject in the report. */
  readonly path: string;
  /** Why the archive or directory was refused; then nothing else was checked. */
  readonly refused?: Refused;
  /** Absent if the archive or directory was refused. */
  readonly opened?: Content;
}

export interface Refused {
  readonly code: ArchiveCode;
  /** The name of the affected entry, unescaped. */
  readonly entry?: string;
  /** Byte offset in the archive. */
  readonly offset?: number;
}

export interface OpenedArchive extends CheckedContent {
  readonly format: ArchiveFormat;
  /** "own" if the archive is identical to the one that `skills pack` builds from the same files. */
  readonly profile: "own" | "foreign";
  readonly layout: ArchiveLayout;
  /** Directory of the skill in the archive; absent if the skill is at the archive's root. */
  readonly directory?: string;
}

/** The digest of a skill's files and the check of its manifest, for an archive or a directory. */
export interface CheckedContent {
  /** Number of files without the manifest and its signature, which `bytes` and `executables` exclude too. */
  readonly files: number;
  readonly bytes: number;
  readonly executables: number;
  /** The digest: "h1:" followed by base64; see `contentDigest` in src/manifest. */
  readonly contentDigest: string;
  /** Whether there is a manifest, and whether the files are exactly those that it lists. */
  readonly manifest: "none" | "consistent" | "differs";
  readonly differences: readonly FileDifference[];
  /** Whether there is a signature next to the manifest; signatures are not checked. */
  readonly signature: boolean;
  /** The required digests that match. */
  readonly asExpected: readonly string[];
  readonly notes: readonly ArchiveNote[];
}

/** Comparison of a lock with the installed skills. Can be serialized as JSON. */
export interface LockCheck {
  /** As typed by the user. */
  readonly path: string;
  /** "skills.lock.json" is our format, "skills-lock.json" that of vercel-labs/skills. */
  readonly format: "skills.lock.json" | "skills-lock.json";
  /** The directory whose skills the lock lists, as shown to the user. */
  readonly root: string;
  /** Number of skills that the lock lists. */
  readonly entries: number;
  /** The skills that match the lock, sorted. */
  readonly matching: readonly string[];
  /** Errors first, then sorted by skill. */
  readonly differences: readonly LockDifference[];
  /** Whether an install, uninstall or rename was interrupted here; the next one by the same user completes it. */
  readonly interrupted: boolean;
}

export interface LockDifference {
  /**
   * "missing": not in the root; "content", "mode" and "manifest": these differ; "strange": the skill contains a
   * symlink or special file; "unreadable": it could not be read; "unlisted": in the root but not in the lock;
   * "undecidable": the installed files do not show whether it was modified.
   */
  readonly kind:
    | "missing"
    | "content"
    | "mode"
    | "manifest"
    | "strange"
    | "unreadable"
    | "unlisted"
    | "undecidable";
  readonly severity: "error" | "warning" | "info";
  readonly skill: string;
  /** The first affected file, relative to the skill's root; absent if it is not known. */
  readonly file?: string;
  /** One sentence, escaped for a terminal. */
  readonly message: string;
  readonly expected?: string;
  readonly got?: string;
}
