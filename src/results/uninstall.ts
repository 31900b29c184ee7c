/** The data of the report of `skills uninstall`. */
export interface UninstallData {
  /** The directory as shown to the user. */
  readonly root: string;
  readonly skills: readonly SkillUninstall[];
}

/** Result of uninstalling one skill. */
export interface SkillUninstall {
  readonly name: string;
  readonly path: string;
  /** Path of the backup. */
  readonly backup?: string;
  /** It was already missing; only its lock entry was removed. */
  readonly absent: boolean;
}
