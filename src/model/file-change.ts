import type { DirectoryMark } from "./source.ts";

/** A change to one regular file of a skill, planned or done. */
export interface FileChange {
  /** The skill's directory, absolute; empty where it is not to be written to. */
  readonly directory: string;
  /** Identifies the directory, to detect that another one has taken its path; absent if that cannot happen. */
  readonly mark?: DirectoryMark;
  /** The directory as shown to the user. */
  readonly label: string;
  /** From the skill's root, with "/". */
  readonly from: string;
  /** The same as `from` unless the file is renamed; never in another directory. */
  readonly to: string;
  /** Absent where the file's bytes stay. All of it is UTF-8. */
  readonly text?: { readonly before: string; readonly after: string };
  /** Absent where the file's mode stays. */
  readonly executable?: { readonly before: boolean; readonly after: boolean };
  /** Set if the file is created or removed. For a symlink the text is its target. */
  readonly existence?: {
    readonly state: "created" | "removed";
    readonly executable: boolean;
    readonly link?: true;
  };
}
