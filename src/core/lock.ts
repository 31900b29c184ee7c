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

/** What a lock says against what is there. Plain data: it survives JSON. */
export interface LockCheck {
  /** As the user wrote it. */
  readonly path: string;
  /** "skills.lock.json" is ours; "skills-lock.json" that of vercel-labs/skills. */
  readonly format: "skills.lock.json" | "skills-lock.json";
  /** The directory whose skills it lists, as it is called to the user. */
  readonly root: string;
  /** How many skills it lists. */
  readonly entries: number;
  /** Those that are as the lock says, sorted. */
  readonly matching: readonly string[];
  /** Errors before the rest, then by skill. */
  readonly differences: readonly LockDifference[];
  /** An install, uninstall or rename was killed here, and the next one of whoever began it ends it. */
  readonly interrupted: boolean;
}

export interface LockDifference {
  /**
   * "missing" from the root; "content", "mode" and "manifest" differ; "strange" holds a link or the like; "unreadable" could not be read;
   * "unlisted" is in the root and not in the lock; "undecidable" cannot be told from what is installed.
   */
  readonly kind:
    | "missing"
    | "content"
    | "mode"
    | "manifest"
    | "strange"
    | "unreadable"
    | "unlisted"
    | "undecidable";
  readonly severity: "error" | "warning" | "info";
  readonly skill: string;
  /** The first file at fault, from the skill's root, where it is known. */
  readonly file?: string;
  /** One sentence, fit for a terminal: what is there, then what was expected. */
  readonly message: string;
  readonly expected?: string;
  readonly got?: string;
}
