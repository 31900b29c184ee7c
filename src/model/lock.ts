/** What a root's lock says of one skill: enough to tell whether what is installed is what was. */
export interface LockedSkill {
  /** The base name of the archive, or of the directory with "/" behind it: where it lay is one machine's affair. */
  readonly source: string;
  /** "h1:" and base64. */
  readonly contentDigest: string;
  /** "sha256:" and the hexadecimal digest of the archive it came from. */
  readonly archiveDigest?: string;
  /** The paths of the files that may be run, sorted by code unit: the content digest does not tell. */
  readonly executable: readonly string[];
}

/** By the skills' names. */
export type SkillsLock = ReadonlyMap<string, LockedSkill>;

/** A skill in the `skills-lock.json` of vercel-labs/skills (src/local-lock.ts). */
export interface VercelLockedSkill {
  readonly source: string;
  readonly sourceType: string;
  /** SHA-256 in hexadecimal. */
  readonly computedHash: string;
}

export type VercelLock = ReadonlyMap<string, VercelLockedSkill>;
