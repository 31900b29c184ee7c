import type { ArchiveExtension, UploadId } from "../upload.ts";
import type { ArchiveFormat, ArchiveLayout } from "../archive.ts";
import type { LeftOut } from "../left-out.ts";

/** The data of the report of `skills pack`. */
export interface PackData {
  /** The uploaders for which the skills were checked. */
  readonly uploads: readonly UploadId[];
  readonly archives: readonly PackedArchive[];
}

/** The result of packing one skill, in addition to its findings. */
export interface PackedArchive {
  /** The path of the subject in the report. */
  readonly skill: string;
  /** Path of the archive, relative to the working directory, even if it was not written. */
  readonly path: string;
  readonly format: ArchiveFormat;
  readonly extension: ArchiveExtension;
  readonly layout: ArchiveLayout;
  /** Set if the archive holds all skills of the run. Its bytes and digest are then those of the whole archive. */
  readonly bundled?: true;
  /** Absent if the skill is refused, or another skill of the same archive. */
  readonly made?: MadeArchive;
  /** Whether the archive was written. */
  readonly written: boolean;
  /** Paths relative to the skill's root, including the manifest; sorted by the UTF-8 bytes of their names. */
  readonly files: readonly PackedEntry[];
  readonly leftOut: readonly LeftOut[];
  /**
   * Source of the executable bits. Windows has none, so they come from git's index there, or else from a "#!" line.
   */
  readonly modesFrom: "disk" | "first-line";
}

export interface MadeArchive {
  readonly bytes: number;
  /** "sha256:" followed by the hexadecimal digest of the archive's bytes. */
  readonly archiveDigest: string;
  /** The digest: "h1:" followed by base64; see `contentDigest`. */
  readonly contentDigest: string;
}

export interface PackedEntry {
  readonly path: string;
  readonly size: number;
  readonly executable: boolean;
}
