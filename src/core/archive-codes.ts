/** Why an archive is refused. Stable: a code is never reused, and the words that explain it are in `archive/codes.ts`. */
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
