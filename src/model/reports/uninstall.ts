/** The data of the report of `skills uninstall`. */
export interface UninstallData {
  /** The root as shown to the user. */
  readonly root: string;
  readonly skills: readonly SkillUninstall[];
}

/** Result of uninstalling one skill. */
export interface SkillUninstall {
  readonly name: string;
  readonly path: string;
  /** Path of the backup. */
  readonly backup?: string;
  /** Set if the skill was already missing, so that only its lock entry was removed. */
  readonly absent: boolean;
}
