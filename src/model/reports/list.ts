/** The data of the report of `skills list`. */
export interface ListData {
  /** The searched directories, highest precedence first. */
  readonly roots: readonly ListRoot[];
  /** Sorted by root, in order of precedence, and then by path. */
  readonly skills: readonly ListEntry[];
}

/** Owners of skill directories, highest precedence first. "builtin" skills come with a program. */
export const skillSources = ["project", "user", "builtin"] as const;

export type SkillSourceName = (typeof skillSources)[number];

/** A searched directory of skills. Can be serialized as JSON. */
export interface ListRoot {
  /** As shown to the user. */
  readonly path: string;
  /** Absent if the directory was given with --root. */
  readonly source?: SkillSourceName;
  /** Whether the directory exists; a default directory need not. */
  readonly present: boolean;
  /** Whether there is a skills.lock.json; "unreadable" if it cannot be used, for which `problem` gives the reason. */
  readonly lock: "none" | "read" | "unreadable";
  readonly problem?: string;
  /**
   * Whether an install or uninstall is running or was interrupted, so that the directory may be in an intermediate
   * state.
   */
  readonly unfinished: boolean;
}

/** A listed skill, or a directory that should contain one. */
export interface ListEntry {
  /**
   * The skill's name, or else that of its directory; preceded by the parent directory and "/" if that is not the
   * root.
   */
  readonly name: string;
  readonly description?: string;
  /** Set if the field "disable-model-invocation" hides the skill from models. */
  readonly hidden?: true;
  /** The source of the root; `root` is the root's path. */
  readonly source?: SkillSourceName;
  readonly root: string;
  /** Path of the skill's directory; `address` is the same path relative to the root. */
  readonly path: string;
  readonly directory: string;
  /** The target as written, if its directory is a symlink. */
  readonly link?: string;
  /**
   * "active": the name refers to this skill; "shadowed": by a skill in an earlier root; "duplicate": of a skill in
   * the same root; "broken": the specification refuses it, or there is no SKILL.md; "missing": in the lock, but not
   * installed.
   */
  readonly state: "active" | "shadowed" | "duplicate" | "broken" | "missing";
  /** Path of the skill to which the name refers instead. */
  readonly by?: string;
  /** Why the skill is broken: the first error of `skills validate`. */
  readonly reason?: string;
  /** The rule that reports the error; absent if there is no SKILL.md. */
  readonly ruleId?: string;
  /** Number of files with the executable bit. */
  readonly executables: number;
  /** Comparison with the root's lock; absent if there is no readable lock. */
  readonly lock?:
    | { readonly state: "unchanged" | "unlisted" }
    | { readonly state: "changed"; readonly difference: string };
}
