/** The data of the report of `skills list`. */
export interface ListData {
  /** The searched directories, highest precedence first. */
  readonly roots: readonly ListRoot[];
  /** By root, in that order, and by path. */
  readonly skills: readonly ListEntry[];
}

/** Owners of skill directories, highest precedence first. "builtin" skills come with a program. */
export const skillSources = ["project", "user", "builtin"] as const;

export type SkillSourceName = (typeof skillSources)[number];

/** A searched directory of skills. Can be serialized as JSON. */
export interface ListRoot {
  /** As shown to the user. */
  readonly path: string;
  /** Absent if the directory was named with --root. */
  readonly source?: SkillSourceName;
  /** A default location does not have to exist. */
  readonly present: boolean;
  /** Whether there is a skills.lock.json; "unreadable" if it cannot be used; `problem` gives the reason. */
  readonly lock: "none" | "read" | "unreadable";
  readonly problem?: string;
  /** An install or uninstall is running or was interrupted, so the directory may be in an intermediate state. */
  readonly unfinished: boolean;
}

/** A listed skill, or a directory that should contain one. */
export interface ListEntry {
  /** The skill's own name, or else its directory name; prefixed with the parent directory and "/" if that is not the root. */
  readonly name: string;
  readonly description?: string;
  /** The field "disable-model-invocation" hides it from models. */
  readonly hidden?: true;
  /** The root's, as is `root`, its path. */
  readonly source?: SkillSourceName;
  readonly root: string;
  /** Of its directory, and the same from the root. */
  readonly path: string;
  readonly directory: string;
  /** The target as written, if its directory is a symlink. */
  readonly link?: string;
  /**
   * "active": the name refers to this skill. "shadowed" by one in an earlier root, "duplicate" of one in the same root. "broken": the
   * specification refuses it, or there is no SKILL.md. "missing": listed in the lock but not present.
   */
  readonly state: "active" | "shadowed" | "duplicate" | "broken" | "missing";
  /** Path of the skill that has the name instead. */
  readonly by?: string;
  /** Why it is broken: the first error of `skills validate`. */
  readonly reason?: string;
  /** The rule that reports it; absent if there is no SKILL.md. */
  readonly ruleId?: string;
  /** Number of files with the executable bit. */
  readonly executables: number;
  /** Comparison with the root's lock; absent if there is no readable lock. */
  readonly lock?:
    | { readonly state: "unchanged" | "unlisted" }
    | { readonly state: "changed"; readonly difference: string };
}
