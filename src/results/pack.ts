import type { ArchiveExtension, UploadId } from "../model/upload.ts";
import type { ArchiveFormat, ArchiveLayout } from "../model/archive.ts";
import type { LeftOut } from "../model/left-out.ts";

/** The data of the report of `skills pack`. */
export interface PackData {
  /** The uploaders that the skills were checked for. */
  readonly uploads: readonly UploadId[];
  readonly archives: readonly PackedArchive[];
}

/** Result of packing one skill, besides its findings. */
export interface PackedArchive {
  /** The skill's path, as the report's subject has it. */
  readonly skill: string;
  /** Where the archive is, or would be, from the working directory. */
  readonly path: string;
  readonly format: ArchiveFormat;
  readonly extension: ArchiveExtension;
  readonly layout: ArchiveLayout;
  /** Absent if the skill is refused. */
  readonly made?: MadeArchive;
  /** Whether it was written. */
  readonly written: boolean;
  /** Paths from the skill's root, the manifest among them; sorted by the bytes of their names in UTF-8. */
  readonly files: readonly PackedEntry[];
  readonly leftOut: readonly LeftOut[];
  /** Source of the executable bits. Windows has none, so there they come from git's index, or else from a "#!" line. */
  readonly modesFrom: "disk" | "first-line";
}

interface MadeArchive {
  readonly bytes: number;
  /** "sha256:" and the hexadecimal digest of the archive's bytes. */
  readonly archiveDigest: string;
  /** "h1:" and base64; see `contentDigest`. */
  readonly contentDigest: string;
}

export interface PackedEntry {
  readonly path: string;
  readonly size: number;
  readonly executable: boolean;
}
