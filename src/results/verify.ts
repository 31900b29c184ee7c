import type { ArchiveCode, ArchiveFormat, ArchiveLayout, ArchiveNote } from "../model/archive.ts";
import type { FileDifference } from "../model/manifest.ts";

/** The data of the report of `skills verify`, of archives and directories. */
export interface VerifyData {
  /** In the order of the paths: one for each skill, or for an archive that was refused. */
  readonly archives: readonly CheckedArchive[];
  readonly directories: readonly CheckedDirectory[];
}

/** The same, of locks. */
export interface VerifyLocksData {
  /** In the order of the paths. */
  readonly locks: readonly LockCheck[];
}

/** Result for a skill in an archive, or for a refused archive, besides its findings. */
export interface CheckedArchive extends Checked<OpenedArchive> {
  /** Path of the archive; absent if it contains only this skill, because then it is `path`. */
  readonly archive?: string;
  /** "sha256:" and the hexadecimal digest of the archive's bytes; absent if the archive was too large to read. */
  readonly archiveDigest?: string;
  /** Of the archive. */
  readonly archiveBytes?: number;
}

/** Result for a directory. */
export type CheckedDirectory = Checked<CheckedContent>;

interface Checked<Content> {
  /** As in the report's subject. */
  readonly path: string;
  /** Why it was refused; nothing else was checked then. */
  readonly refused?: Refused;
  /** Absent if refused. */
  readonly opened?: Content;
}

export interface Refused {
  readonly code: ArchiveCode;
  /** The affected entry, unescaped. */
  readonly entry?: string;
  /** Where in the archive, in bytes from its beginning. */
  readonly offset?: number;
}

export interface OpenedArchive extends CheckedContent {
  readonly format: ArchiveFormat;
  /** "own" if it is byte for byte what `skills pack` makes of the same files. */
  readonly profile: "own" | "foreign";
  readonly layout: ArchiveLayout;
  /** Directory of the skill in the archive; absent if the skill is at the archive's root. */
  readonly directory?: string;
}

/** Digest and manifest check of a skill's files, in an archive or a directory. */
export interface CheckedContent {
  /** Without the manifest and its signature; so are `bytes` and `executables`. */
  readonly files: number;
  readonly bytes: number;
  readonly executables: number;
  /** "h1:" and base64; see `contentDigest` in src/manifest. */
  readonly contentDigest: string;
  /** Whether there is one, and whether the files are exactly the ones it lists. */
  readonly manifest: "none" | "consistent" | "differs";
  readonly differences: readonly FileDifference[];
  /** There is a signature next to the manifest; it was not checked. */
  readonly signature: boolean;
  /** The requested digests that match. */
  readonly asExpected: readonly string[];
  readonly notes: readonly ArchiveNote[];
}

/** Comparison of a lock with the installed skills. Can be serialized as JSON. */
export interface LockCheck {
  /** As typed by the user. */
  readonly path: string;
  /** "skills.lock.json" is ours; "skills-lock.json" that of vercel-labs/skills. */
  readonly format: "skills.lock.json" | "skills-lock.json";
  /** The directory whose skills it lists, as shown to the user. */
  readonly root: string;
  /** How many skills it lists. */
  readonly entries: number;
  /** Skills that match the lock, sorted. */
  readonly matching: readonly string[];
  /** Errors before the rest, then by skill. */
  readonly differences: readonly LockDifference[];
  /** An install, uninstall or rename was interrupted here; the next one by the same user completes it. */
  readonly interrupted: boolean;
}

export interface LockDifference {
  /**
   * "missing" from the root; "content", "mode" and "manifest" differ; "strange" contains a symlink or special file; "unreadable" could not be read;
   * "unlisted" is in the root but not in the lock; "undecidable" cannot be determined from the installed files.
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
  /** The first affected file, relative to the skill's root, if known. */
  readonly file?: string;
  /** One sentence, escaped for a terminal. */
  readonly message: string;
  readonly expected?: string;
  readonly got?: string;
}
