import type { LeftOut } from "../left-out.ts";

/** The data of the report of `skills digest`. */
export interface DigestData {
  /** In the order of the paths. */
  readonly digests: readonly PathDigest[];
}

/** The digests of one skill: a directory, or a skill in an archive. */
export interface PathDigest {
  /** The path of the subject in the report. */
  readonly path: string;
  /** Path of the archive; absent if the archive contains only this skill, as `path` is then the archive's. */
  readonly archive?: string;
  /**
   * "sha256:" followed by the hexadecimal digest of the archive's bytes; absent if the archive was too large to read.
   */
  readonly archiveDigest?: string;
  /** Absent if the archive or directory was refused; the subject's findings say why. */
  readonly content?: DigestedContent;
  /** Paths in a directory that the digest does not cover, because `skills pack` does not pack them. */
  readonly leftOut: readonly LeftOut[];
}

export interface DigestedContent {
  /** The digest: "h1:" followed by base64; see `contentDigest` in src/manifest. */
  readonly contentDigest: string;
  /** Number of files without the manifest and its signature, which `bytes` excludes too. */
  readonly files: number;
  readonly bytes: number;
}
