/** Lock entry of one skill: enough to detect changes since it was installed. */
export interface LockedSkill {
  /** The base name of the archive, or of the directory followed by "/". The full path depends on the machine and is not stored. */
  readonly source: string;
  /** "h1:" and base64. */
  readonly contentDigest: string;
  /** "sha256:" and the hexadecimal digest of the archive it came from. */
  readonly archiveDigest?: string;
  /** Paths of the executable files, sorted by code unit; the content digest does not cover the executable bit. */
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
