/** A regular file that will be packed, or was unpacked from an archive. */
export interface FileBytes {
  /** With "/", relative to the skill's root; in an opened archive, relative to the archive's root. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

/** What an archive is made for: a plugin may declare servers, which its clients list before they start them. */
export type ArchivedKind = "skill" | "plugin";

export type ArchiveFormat = "zip" | "tar.gz";

/**
 * "wrapped": all files are in the skill's directory, at the top of the archive. "root": SKILL.md is at the archive's
 * root.
 */
export type ArchiveLayout = "wrapped" | "root";

/** Contents of an archive that passed all checks. */
export interface ArchiveContents {
  readonly format: ArchiveFormat;
  /** "own" if the archive is identical to the one that `skills pack` builds from the same files. */
  readonly profile: "own" | "foreign";
  /** In the order of the archive, uncompressed and checked. Paths are relative to the archive's root. */
  readonly files: readonly FileBytes[];
  /** The directories that have their own entry, without a trailing "/". */
  readonly directories: readonly string[];
  /** The archive's comment, in which `git archive` stores the commit id; printable ASCII. */
  readonly comment?: string;
  /** Facts that the user should know before unpacking, but that are not reasons to refuse the archive. */
  readonly notes: readonly ArchiveNote[];
}

export interface ArchiveNote {
  /** One lower-case sentence without a full stop, safe to print on a terminal. */
  readonly message: string;
  /** The name of the affected entry, unescaped. */
  readonly entry?: string;
}

/** A skill in an archive, with the files below its root. */
export interface ArchivedSkill {
  readonly layout: ArchiveLayout;
  /** The skill's directory in the archive; absent if it is at the archive's root. */
  readonly directory?: string;
  /** Paths are relative to the skill's root. */
  readonly files: readonly FileBytes[];
}

/** Thrown by readers for the first reason to refuse an archive; commands catch and report it (exit code 1). */
export class ArchiveRefused extends Error {
  readonly code: ArchiveCode;
  /** The name of the affected entry, unescaped. */
  readonly entry?: string;
  /** Byte offset in the archive. */
  readonly offset?: number;

  /** `message` is one lower-case sentence without a full stop, safe to print on a terminal. */
  constructor(
    code: ArchiveCode,
    message: string,
    { entry, offset }: { readonly entry?: string; readonly offset?: number } = {},
  ) {
    super(message);
    this.name = "ArchiveRefused";
    this.code = code;
    if (entry !== undefined) this.entry = entry;
    if (offset !== undefined) this.offset = offset;
  }
}

/** Why an archive is refused. Codes are stable and never reused; archive/archive-codes.ts explains them. */
export const archiveCodeIds = [
  // Names
  "name-empty",
  "name-segment",
  "name-char",
  "name-utf8",
  "name-no-utf8-flag",
  "name-reserved",
  "name-edge",
  "name-short83",
  "name-lead",
  "name-control-dir",
  "name-long",
  "name-deep",
  "name-not-nfc",
  "name-compat",
  "name-mixed-script",
  // Conflicts between names
  "collision",
  "file-and-dir",
  // Types and modes
  "type",
  "mode-special",
  "mode-unreadable",
  "dir-data",
  // Contradictions between two copies of a value, and the data
  "mismatch",
  "span-gap",
  "span-overlap",
  "local-header",
  "crc",
  "size",
  "inflate",
  "deflate-trailing",
  // Framing
  "format",
  "eocd",
  "empty",
  "count",
  "central-directory",
  "multidisk",
  "comment",
  "entry-comment",
  // Cost
  "too-big",
  "entries",
  "entry-size",
  "total-size",
  "ratio",
  // Features
  "zip64",
  "flags",
  "method",
  "descriptor",
  "descriptor-stored",
  "extra-id",
  "extra-duplicate",
  "extra-length",
  "version",
  // tar.gz
  "gzip",
  "tar",
  // Two readers
  "readers-disagree",
  "canonical",
  // Location of SKILL.md and other files
  "skill-md",
  "two-roots",
  // The manifest and the files it lists
  "manifest-format",
  "manifest-ignore",
  "manifest-subject",
  "file-modified",
  "file-line-endings",
  "file-mode",
  "file-missing",
  "file-extra",
  "digest",
] as const;

export type ArchiveCode = (typeof archiveCodeIds)[number];

/**
 * Limits of an archive and its contents, which `pack` and `verify` enforce. The largest real skill found has 5.3 MiB.
 */
export const archiveLimits = {
  /** Maximum size of the archive, in bytes. */
  bytes: 64 * 1_048_576,
  entries: 10_000,
  /** Maximum unpacked size of one file, in bytes. */
  fileBytes: 64 * 1_048_576,
  /** Maximum unpacked size of all files together, in bytes; also the limit of `pack`. */
  totalBytes: 64 * 1_048_576,
  /** Maximum ratio of unpacked to packed size, for entries that unpack to more than `ratioFrom`. */
  ratio: 200,
  ratioFrom: 1_048_576,
  /** Maximum length of a path, in UTF-8 bytes. */
  pathBytes: 240,
  /** Maximum number of names in a path. */
  depth: 16,
  manifestBytes: 4 * 1_048_576,
} as const;
