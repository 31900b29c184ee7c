import type { ArchiveFormat, ArchiveLayout } from "./archive.ts";
import type { Reason } from "./client.ts";

/** A service that accepts a skill as an archive, with its own limits and messages: the values of `skills pack --target`. */
export const uploadIds = [
  "claude-ai",
  "claude-api",
  "openai",
  "gemini",
  "clawhub",
  "langfuse",
  "well-known",
] as const;
export type UploadId = (typeof uploadIds)[number];

/** How an archive's name ends; a ".skill" is a zip. */
export type ArchiveExtension = "zip" | "skill" | "tar.gz";

/** What is about to be uploaded. */
export interface UploadInput {
  /** Of the directory that holds the files in the archive; for files at the root, the skill's name. */
  readonly name: string;
  readonly layout: ArchiveLayout;
  readonly format: ArchiveFormat;
  readonly extension: ArchiveExtension;
  /** The archive's size. */
  readonly archiveBytes: number;
  /** Every regular file in it, the manifest too; paths from the skill's root, with "/". */
  readonly files: readonly UploadedFile[];
  /** The bytes of SKILL.md. */
  readonly document: Uint8Array;
}

export interface UploadedFile {
  readonly path: string;
  readonly size: number;
}

/** An uploader as a model: data and a pure function, each fact with its source. */
export interface Uploader {
  readonly id: UploadId;
  readonly title: string;
  /** owner/repo path@commit, a thread or a URL, of the service it models. */
  readonly sources: readonly string[];
  readonly layout: ArchiveLayout;
  /** Accepted extensions; the first is the default. */
  readonly extensions: readonly ArchiveExtension[];
  /** Empty if there is no known obstacle; in the order in which the uploader would report them. */
  refuse(input: UploadInput): readonly UploadRefusal[];
}

/**
 * "refuses": the upload fails. "may-refuse": it failed for some users, or depends on facts outside the archive.
 * "drops": it succeeds, but part of the archive is ignored. "advises": it succeeds, but another form is recommended.
 */
export type UploadRefusalKind = "refuses" | "may-refuse" | "drops" | "advises";

export interface UploadRefusal {
  readonly kind: UploadRefusalKind;
  /** The uploader's own message if known, else ours. Unescaped: it may contain untrusted text. */
  readonly message: string;
  /** Whether this is the uploader's own message. */
  readonly own: boolean;
  /** Our message, with numbers; escaped for a terminal. */
  readonly detail: string;
  /** The largest or most relevant files and directories; at most twenty. */
  readonly culprits: readonly UploadCulprit[];
  /** The affected lines of SKILL.md, if any. */
  readonly lines?: readonly number[];
  /** What to do, a sentence. */
  readonly remedy: string;
  /** owner/repo path@commit, a thread or an address. */
  readonly source: string;
  /** The reason, if a rule may report the same. */
  readonly reason?: Reason;
}

export interface UploadCulprit {
  /** From the skill's root, unescaped; a directory's without "/" at the end. */
  readonly path: string;
  /** In bytes; a directory's is of all that is below it. */
  readonly size?: number;
  /** How many files a directory has below it; absent for a file. */
  readonly files?: number;
}
