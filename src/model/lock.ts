/** The lock entry of a skill, with which later changes to the installed skill can be detected. */
export interface LockedSkill {
  /**
   * The base name of the archive, or that of the directory followed by "/". The full path is not stored, as it
   * depends on the machine.
   */
  readonly source: string;
  /** The digest: "h1:" followed by base64. */
  readonly contentDigest: string;
  /** "sha256:" followed by the hexadecimal digest of the archive that the skill was installed from. */
  readonly archiveDigest?: string;
  /** Paths of the executable files, sorted by code unit; the content digest does not cover the executable bit. */
  readonly executable: readonly string[];
}

/** By the name of the skill. */
export type SkillsLock = ReadonlyMap<string, LockedSkill>;

/** A skill in the `skills-lock.json` of vercel-labs/skills (src/local-lock.ts). */
export interface VercelLockedSkill {
  readonly source: string;
  readonly sourceType: string;
  /** SHA-256 in hexadecimal. */
  readonly computedHash: string;
}

export type VercelLock = ReadonlyMap<string, VercelLockedSkill>;
