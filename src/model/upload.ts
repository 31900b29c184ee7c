import { uploaderRecords } from "../generated/targets.ts";
import type { ArchiveFormat, ArchiveLayout } from "./archive.ts";
import type { Reason } from "./validator.ts";

/**
 * A service that accepts a skill as an archive, with its own limits and messages; a value of `skills pack --target`.
 */
export type UploadId = (typeof uploaderRecords)[number]["id"];

/** In display order. */
export const uploadIds: readonly UploadId[] = uploaderRecords.map(({ id }) => id);

/** The ending of an archive's file name; a ".skill" file is a zip. */
export type ArchiveExtension = "zip" | "skill" | "tar.gz";

/** The archive that would be uploaded. */
export interface UploadInput {
  /** Name of the directory in the archive that contains the files; if they are at the root, the skill's name. */
  readonly name: string;
  readonly layout: ArchiveLayout;
  readonly format: ArchiveFormat;
  readonly extension: ArchiveExtension;
  /** Size of the archive in bytes. */
  readonly archiveBytes: number;
  /** Every regular file in the archive, including the manifest; paths are relative to the skill's root, with "/". */
  readonly files: readonly UploadedFile[];
  /** The bytes of SKILL.md. */
  readonly document: Uint8Array;
}

export interface UploadedFile {
  readonly path: string;
  readonly size: number;
}

/** A model of an uploader, consisting of data and a pure function. Each fact has a source. */
export interface Uploader {
  readonly id: UploadId;
  readonly title: string;
  /** Its main requirements, for a line of help. */
  readonly limits: string;
  /** Position in lists; uploaders without one come last, by id. */
  readonly order?: number;
  /** Set if it refuses every field beyond the specification. */
  readonly refusesUnknownFields?: true;
  /** Set if it reads quotes around a name as part of the name. */
  readonly keepsQuotes?: true;
  /** Sources about the modeled service: owner/repo path@commit, a thread or a URL. */
  readonly sources: readonly string[];
  readonly layout: ArchiveLayout;
  /** The accepted extensions; the first is the default. */
  readonly extensions: readonly ArchiveExtension[];
  /** The refusals, in the order in which the uploader would report them; empty if no obstacle is known. */
  refuse(input: UploadInput): readonly UploadRefusal[];
}

/**
 * "refuses": the upload fails. "may-refuse": it failed for some users, or depends on facts outside the archive.
 * "drops": it succeeds, but part of the archive is ignored. "advises": it succeeds, but another form is recommended.
 */
export type UploadRefusalKind = "refuses" | "may-refuse" | "drops" | "advises";

export interface UploadRefusal {
  readonly kind: UploadRefusalKind;
  /** The uploader's message if it is known, otherwise ours. Unescaped, as it may contain untrusted text. */
  readonly message: string;
  /** Whether `message` is the uploader's. */
  readonly own: boolean;
  /** Our message, which contains numbers; escaped for a terminal. */
  readonly detail: string;
  /** The largest or most relevant files and directories; at most twenty. */
  readonly culprits: readonly UploadCulprit[];
  /** The affected lines of SKILL.md, if any. */
  readonly lines?: readonly number[];
  /** A sentence that says what to do. */
  readonly remedy: string;
  /** owner/repo path@commit, a thread or a URL. */
  readonly source: string;
  /** The reason, if a rule may report the same. */
  readonly reason?: Reason;
}

export interface UploadCulprit {
  /** Relative to the skill's root, unescaped; for a directory, without "/" at the end. */
  readonly path: string;
  /** In bytes; for a directory, of all files below it. */
  readonly size?: number;
  /** Number of files below a directory; absent for a file. */
  readonly files?: number;
}
