import type { ArchiveFormat, ArchiveLayout } from "./archive.ts";
import type { Reason } from "./client.ts";

/** Somebody who takes a skill as an archive, with limits and words of its own: the values of `skills pack --target`. */
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
  /** Of the directory that holds the files in the archive; where they stand at the root, the skill's name. */
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
  /** owner/repo path@commit, a thread or an address, of what it was modelled on. */
  readonly sources: readonly string[];
  readonly layout: ArchiveLayout;
  /** What it takes; the first is what to make where nobody asks for another. */
  readonly extensions: readonly ArchiveExtension[];
  /** Empty where nothing that we know of stands in the way; in the order the uploader would say it. */
  refuse(input: UploadInput): readonly UploadRefusal[];
}

/**
 * "refuses": the upload fails. "may-refuse": it did for some, or it depends on what is no part of the archive.
 * "drops": it succeeds without something that is in the archive. "advises": it succeeds, and another way is recommended.
 */
export type UploadRefusalKind = "refuses" | "may-refuse" | "drops" | "advises";

export interface UploadRefusal {
  readonly kind: UploadRefusalKind;
  /** The uploader's own words as its users see them, where they are known; else ours. Unescaped: a stranger's text may stand in it. */
  readonly message: string;
  /** Whether those are the uploader's words. */
  readonly own: boolean;
  /** What is there, then what was expected, in our words, with numbers; fit for a terminal. */
  readonly detail: string;
  /** The files and directories to look at first, the weightiest first; at most twenty. */
  readonly culprits: readonly UploadCulprit[];
  /** The lines of SKILL.md that it is about, where it is about some. */
  readonly lines?: readonly number[];
  /** What to do, a sentence. */
  readonly remedy: string;
  /** owner/repo path@commit, a thread or an address. */
  readonly source: string;
  /** Why, where a rule may speak for the same. */
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
