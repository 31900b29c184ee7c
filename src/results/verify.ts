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

/** What `skills verify` tells of a skill in an archive, or of an archive that was refused, beside its findings. */
export interface CheckedArchive extends Checked<OpenedArchive> {
  /** The path of the archive; absent where it holds no other skill, as then it is `path`. */
  readonly archive?: string;
  /** "sha256:" and the hexadecimal digest of the archive's bytes; absent where it was too large to be read. */
  readonly archiveDigest?: string;
  /** Of the archive. */
  readonly archiveBytes?: number;
}

/** What it tells of a directory. */
export type CheckedDirectory = Checked<CheckedContent>;

interface Checked<Content> {
  /** As in the report's subject. */
  readonly path: string;
  /** Why it was refused; it was then not looked into any further. */
  readonly refused?: Refused;
  /** Absent where it was refused. */
  readonly opened?: Content;
}

export interface Refused {
  readonly code: ArchiveCode;
  /** The entry it is about, unescaped. */
  readonly entry?: string;
  /** Where in the archive, in bytes from its beginning. */
  readonly offset?: number;
}

export interface OpenedArchive extends CheckedContent {
  readonly format: ArchiveFormat;
  /** "own" where it is, byte for byte, what `skills pack` makes of the same files. */
  readonly profile: "own" | "foreign";
  readonly layout: ArchiveLayout;
  /** The name of the directory that holds the skill; absent where it stands at the archive's root. */
  readonly directory?: string;
}

/** What a skill's files come to, wherever they stand. */
export interface CheckedContent {
  /** Without the manifest and its signature; so are `bytes` and `executables`. */
  readonly files: number;
  readonly bytes: number;
  readonly executables: number;
  /** "h1:" and base64; see `contentDigest` of the manifest's room. */
  readonly contentDigest: string;
  /** Whether there is one, and whether the files are exactly the ones it lists. */
  readonly manifest: "none" | "consistent" | "differs";
  readonly differences: readonly FileDifference[];
  /** A signature lies beside the manifest, which nobody has checked. */
  readonly signature: boolean;
  /** Those of the digests asked for that it has. */
  readonly asExpected: readonly string[];
  readonly notes: readonly ArchiveNote[];
}

/** What a lock says against what is there. Plain data: it survives JSON. */
export interface LockCheck {
  /** As the user wrote it. */
  readonly path: string;
  /** "skills.lock.json" is ours; "skills-lock.json" that of vercel-labs/skills. */
  readonly format: "skills.lock.json" | "skills-lock.json";
  /** The directory whose skills it lists, as it is called to the user. */
  readonly root: string;
  /** How many skills it lists. */
  readonly entries: number;
  /** Those that are as the lock says, sorted. */
  readonly matching: readonly string[];
  /** Errors before the rest, then by skill. */
  readonly differences: readonly LockDifference[];
  /** An install, uninstall or rename was killed here, and the next one of whoever began it ends it. */
  readonly interrupted: boolean;
}

export interface LockDifference {
  /**
   * "missing" from the root; "content", "mode" and "manifest" differ; "strange" holds a link or the like; "unreadable" could not be read;
   * "unlisted" is in the root and not in the lock; "undecidable" cannot be told from what is installed.
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
  /** The first file at fault, from the skill's root, where it is known. */
  readonly file?: string;
  /** One sentence, fit for a terminal: what is there, then what was expected. */
  readonly message: string;
  readonly expected?: string;
  readonly got?: string;
}
