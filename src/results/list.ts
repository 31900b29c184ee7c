/** The data of the report of `skills list`. */
export interface ListData {
  /** The directories that were looked into, those that go before the others first. */
  readonly roots: readonly ListRoot[];
  /** By root, in that order, and by path. */
  readonly skills: readonly ListEntry[];
}

/** Whose skills a directory holds, those of the one that stands first before those of the others: a program brings the "builtin" ones with it. */
export const skillSources = ["project", "user", "builtin"] as const;

export type SkillSourceName = (typeof skillSources)[number];

/** A directory of skills, as `skills list` looked into it. Plain data: it survives JSON. */
export interface ListRoot {
  /** As it is called to the user. */
  readonly path: string;
  /** Absent where the directory was named alone. */
  readonly source?: SkillSourceName;
  /** One of the usual places that nobody named need not be there. */
  readonly present: boolean;
  /** Whether there is a skills.lock.json; "unreadable" where it cannot be used, and `problem` says why. */
  readonly lock: "none" | "read" | "unreadable";
  readonly problem?: string;
  /** An install or uninstall is under way, or was killed: what is there may be neither old nor new. */
  readonly unfinished: boolean;
}

/** What `skills list` tells of one skill, or of a directory where one was expected. */
export interface ListEntry {
  /** What it calls itself, or else its directory's name; behind the directory that holds it and "/" where that is not the root. */
  readonly name: string;
  readonly description?: string;
  /** Its own field "disable-model-invocation" asks that no model be told of it. */
  readonly hidden?: true;
  /** The root's, as is `root`, its path. */
  readonly source?: SkillSourceName;
  readonly root: string;
  /** Of its directory, and the same from the root. */
  readonly path: string;
  readonly directory: string;
  /** Where its directory is a symbolic link: its target as written. */
  readonly link?: string;
  /**
   * "active": this is the one that is meant by the name. "shadowed" by one in an earlier root, "duplicate" of one in the same root. "broken": the
   * specification refuses it, or there is no SKILL.md. "missing": the lock lists it, and it is not there.
   */
  readonly state: "active" | "shadowed" | "duplicate" | "broken" | "missing";
  /** The path of the one that has the name in its place. */
  readonly by?: string;
  /** Why it is broken, in one sentence: what `skills validate` reports as the first error. */
  readonly reason?: string;
  /** The rule that says so; absent where there is no SKILL.md to be held against any. */
  readonly ruleId?: string;
  /** How many of its files may be run as a program by their mode. */
  readonly executables: number;
  /** How it stands to the root's lock; absent where there is none that could be read. */
  readonly lock?:
    | { readonly state: "unchanged" | "unlisted" }
    | { readonly state: "changed"; readonly difference: string };
}
