import type { LeftOut } from "../model/left-out.ts";

/** The data of the report of `skills digest`. */
export interface DigestData {
  /** In the order of the paths. */
  readonly digests: readonly PathDigest[];
}

/** What `skills digest` tells of one skill's directory, or of one skill in an archive. */
export interface PathDigest {
  /** As in the report's subject. */
  readonly path: string;
  /** The path of the archive; absent where it holds no other skill, as then it is `path`. */
  readonly archive?: string;
  /** "sha256:" and the hexadecimal digest of an archive's bytes; absent where it was too large to be read. */
  readonly archiveDigest?: string;
  /** Absent where it was refused; the findings of the report's subject say why. */
  readonly content?: DigestedContent;
  /** What of a directory is no part of its content, as `skills pack` leaves it out. */
  readonly leftOut: readonly LeftOut[];
}

export interface DigestedContent {
  /** "h1:" and base64; see `contentDigest` of the manifest's room. */
  readonly contentDigest: string;
  /** Without the manifest and its signature; so are `bytes`. */
  readonly files: number;
  readonly bytes: number;
}
