/** The data of the report of `skills uninstall`. */
export interface UninstallData {
  /** The directory, as it is called to the user. */
  readonly root: string;
  readonly skills: readonly SkillUninstall[];
}

/** What `skills uninstall` tells of one skill. */
export interface SkillUninstall {
  readonly name: string;
  readonly path: string;
  /** Where it is kept. */
  readonly backup?: string;
  /** It had gone already, and only the lock spoke of it. */
  readonly absent: boolean;
}
