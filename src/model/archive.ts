/** A regular file to pack, or unpacked from an archive. */
export interface FileBytes {
  /** With "/", from the skill's root; in an opened archive, from the archive's root. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

export type ArchiveFormat = "zip" | "tar.gz";

/** "wrapped": all files are in one directory, the skill's. "root": SKILL.md is at the archive's root. */
export type ArchiveLayout = "wrapped" | "root";

/** Contents of an archive that passed all checks. */
export interface ArchiveContents {
  readonly format: ArchiveFormat;
  /** "own" if the archive is, byte for byte, what `skills pack` makes of the same files. */
  readonly profile: "own" | "foreign";
  /** In the order of the archive, every byte inflated and checked; paths from the archive's root. */
  readonly files: readonly FileBytes[];
  /** The directories that have their own entry, without a trailing "/". */
  readonly directories: readonly string[];
  /** The archive's comment, which `git archive` fills with a commit's id; printable ASCII. */
  readonly comment?: string;
  /** Facts to know before unpacking that are not a reason for refusal. */
  readonly notes: readonly ArchiveNote[];
}

export interface ArchiveNote {
  /** One sentence, lower-case, no full stop, fit for a terminal. */
  readonly message: string;
  /** The affected entry, unescaped. */
  readonly entry?: string;
}

/** A skill in an archive: the files below its root. */
export interface ArchivedSkill {
  readonly layout: ArchiveLayout;
  /** Its directory in the archive; absent if it is at the root. */
  readonly directory?: string;
  /** Paths from the skill's root. */
  readonly files: readonly FileBytes[];
}

/** The archive is refused: exit 1. Readers throw it at the first reason; commands catch and report it. */
export class ArchiveRefused extends Error {
  readonly code: ArchiveCode;
  /** The affected entry, unescaped. */
  readonly entry?: string;
  /** Where in the archive, in bytes from its beginning. */
  readonly offset?: number;

  /** `message` is one sentence, lower-case, no full stop, fit for a terminal. */
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

/** Why an archive is refused. Stable: a code is never reused, and its explanation is in `archive/codes/archive-codes.ts`. */
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
  // Names together
  "collision",
  "file-and-dir",
  // Types and modes
  "type",
  "mode-special",
  "mode-unreadable",
  "dir-data",
  // Two copies of one fact, and the data
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
  // Layout
  "skill-md",
  "two-roots",
  // The manifest and what it lists
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

/** Limits of an archive and its contents, enforced by `pack` and `verify`. The largest real skill seen has 5.3 MiB. */
export const archiveLimits = {
  /** Of the archive. */
  bytes: 64 * 1_048_576,
  entries: 10_000,
  /** Of one file, unpacked. */
  fileBytes: 64 * 1_048_576,
  /** Of all files together, unpacked: no more than `pack` accepts. */
  totalBytes: 64 * 1_048_576,
  /** Unpacked size divided by packed size of an entry that unpacks to more than `ratioFrom`. */
  ratio: 200,
  ratioFrom: 1_048_576,
  /** Of one path, in UTF-8. */
  pathBytes: 240,
  /** Names in one path. */
  depth: 16,
  manifestBytes: 4 * 1_048_576,
} as const;
