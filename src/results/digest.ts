import type { LeftOut } from "../model/left-out.ts";

/** The data of the report of `skills digest`. */
export interface DigestData {
  /** In the order of the paths. */
  readonly digests: readonly PathDigest[];
}

/** Digests of one skill directory, or of one skill in an archive. */
export interface PathDigest {
  /** As in the report's subject. */
  readonly path: string;
  /** Path of the archive; absent if it contains only this skill, because then it is `path`. */
  readonly archive?: string;
  /** "sha256:" and the hexadecimal digest of an archive's bytes; absent if the archive was too large to read. */
  readonly archiveDigest?: string;
  /** Absent if refused; the findings of the subject give the reason. */
  readonly content?: DigestedContent;
  /** Paths of a directory that are not part of its content because `skills pack` leaves them out. */
  readonly leftOut: readonly LeftOut[];
}

export interface DigestedContent {
  /** "h1:" and base64; see `contentDigest` in src/manifest. */
  readonly contentDigest: string;
  /** Without the manifest and its signature; so are `bytes`. */
  readonly files: number;
  readonly bytes: number;
}
