import type { Evidence } from "./evidence.ts";

/** Whether a client does something; "unknown" if it is not recorded. */
type Recorded = boolean | "unknown";

/** Where a client looks for skills, and which files it takes there. `targets/client-roots.ts` applies the rules. */
export interface RootRules {
  readonly evidence: Evidence;
  /** Directories of skills in a directory of the project, with "/". */
  readonly project: readonly string[];
  /** Directories of skills of the user, which begin with "~/". */
  readonly user: readonly string[];
  /** Environment variables whose value replaces the start of user roots: variable → that start. */
  readonly variables?: Readonly<Record<string, string>>;
  /**
   * The directories of which the project roots are read: "cwd": only the working directory; "root": only the root of
   * the repository; "cwd-and-root": these two; "up-to-root": these two and all directories between.
   */
  readonly above: "cwd" | "root" | "cwd-and-root" | "up-to-root";
  /** The project roots that are read only in the working directory, whatever `above` is. */
  readonly onlyInCwd?: readonly string[];
  /** Maximum number of directories between a root and SKILL.md. */
  readonly depth: number;
  /** Set if it is not known whether skills below `depth` are read; absent if they are not. */
  readonly deeper?: "unknown";
  /** Whether a SKILL.md below the directory of another skill is a skill too. */
  readonly insideSkills: Recorded;
  /** Whether directories whose name begins with "." are read; or the roots in which they are. */
  readonly hidden: Recorded | readonly string[];
  /** Whether directories called node_modules are read; absent if it is not recorded. */
  readonly packages?: boolean;
  /** A SKILL.md in the root itself; "hides-below": it loads, and all skills below the root do not. */
  readonly rootItself: "ignored" | "loads" | "hides-below" | "unknown";
  /** Whether symlinks to directories are followed; or the roots in which they are. */
  readonly linkedDirectories: Recorded | readonly string[];
  readonly linkedFiles: Recorded;
  /** The accepted file names; absent if only SKILL.md is. "any-case": SKILL.md in any case. */
  readonly documents?: readonly string[] | "any-case";
  /** The roots in which every Markdown file is a skill too. */
  readonly looseFiles?: readonly string[];
  /** The roots in which every Markdown file below the root, in a directory without a SKILL.md, is a skill too. */
  readonly innerFiles?: readonly string[];
  /**
   * Skills of the same name. "all-kept": all of them load; "unspecified": one loads, but which one is unspecified or not
   * known. Otherwise groups of roots, highest precedence first; within a group it is not known which one loads.
   */
  readonly duplicates: "all-kept" | "unspecified" | readonly (readonly string[])[];
  /** Set if a file to which several paths lead is one skill, under the name of the first: by `duplicates`, then by path. */
  readonly filesOnce?: true;
  /** Set if of the same root in several directories of the project, the one nearest to the working directory wins. */
  readonly levels?: "nearest-first";
  /** What else decides whether skills load, such as a setting. */
  readonly notes?: readonly string[];
}

/** A root of a client on a machine, as data. */
export interface RootListing {
  /** The root as in the rules, such as ".claude/skills". */
  readonly root: string;
  /** Its path as shown to the user. */
  readonly label: string;
  /** Number of directories between the working directory and the one that contains the root; 0 for user roots. */
  readonly level: number;
  /** Sorted by path. */
  readonly documents: readonly RootDocument[];
}

/** A SKILL.md in a root, a file that was probably meant to be one, or another Markdown file outside skills. */
export interface RootDocument {
  /** Relative to the root, with "/". */
  readonly path: string;
  /** Identifies the file, whatever its path; absent if it does not exist or cannot be found out. */
  readonly file?: string;
  /** The paths of the symlinks among its directories and the file itself, relative to the root. */
  readonly links: readonly string[];
  /** Set if it was probably not meant to be a skill, as a README.md; it counts only for clients that read it. */
  readonly isOther?: true;
  /** Why the file cannot be read; "nowhere": a dangling symlink. */
  readonly problem?: string;
}

/** Where a skill is below a directory that is a root of some client. Paths have "/". */
export interface RootPosition {
  /** The path of the skill's directory, from the outermost root on: ".claude/skills/group/log-reports". */
  readonly path: string;
  /** The directories above it, from that root on, that have a SKILL.md of their own. */
  readonly skills: readonly string[];
  /** The directories directly in it that have a SKILL.md, if it is the outermost root itself. */
  readonly below: readonly string[];
  /** The directories below that root that are symlinks. */
  readonly links: readonly string[];
}

/** Why a client does not read a file in one of its roots. */
export type Misplacement =
  | "file-name"
  | "loose-file"
  | "root-itself"
  | "below-root-itself"
  | "too-deep"
  | "inside-a-skill"
  | "hidden-directory"
  | "installed-packages"
  | "linked-directory"
  | "linked-file";

/**
 * The user roots of a client with environment variables applied: a path that begins with "~/", or else with the value
 * of a variable.
 */
export function userRoots(
  { user, variables = {} }: RootRules,
  env: Readonly<Record<string, string | undefined>>,
): readonly { readonly root: string; readonly path: string }[] {
  const set = Object.entries(variables).filter(([variable]) => env[variable]);
  return user.map((root) => {
    const moved = set.find(([, start]) => root.startsWith(`${start}/`));
    return { root, path: moved ? env[moved[0]] + root.slice(moved[1].length) : root };
  });
}
