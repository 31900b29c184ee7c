import type { DirectoryMark } from "./source.ts";

/** What has been or is to be done to one plain file of a skill. */
export interface FileChange {
  /** The skill's directory, absolute; empty where it is not to be written to. */
  readonly directory: string;
  /** What tells that directory from one that has taken its path since it was found; absent where nothing can have. */
  readonly mark?: DirectoryMark;
  /** What to call that directory when speaking to the user. */
  readonly label: string;
  /** From the skill's root, with "/". */
  readonly from: string;
  /** The same as `from` unless the file is renamed; never in another directory. */
  readonly to: string;
  /** Absent where the file's bytes stay. All of it is UTF-8. */
  readonly text?: { readonly before: string; readonly after: string };
  /** Absent where the file's mode stays. */
  readonly executable?: { readonly before: boolean; readonly after: boolean };
  /** Where the file is new, or gone: then all of its text is on one side. Of a symbolic link that is its target. */
  readonly existence?: {
    readonly state: "created" | "removed";
    readonly executable: boolean;
    readonly link?: true;
  };
}
