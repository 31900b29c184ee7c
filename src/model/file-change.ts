import type { DirectoryMark } from "./source.ts";

/** A change to one regular file of a skill, planned or already made. */
export interface FileChange {
  /** The absolute path of the skill's directory; empty if nothing is to be written. */
  readonly directory: string;
  /** Identifies the directory, to detect that another one has taken its path. Absent if that cannot happen. */
  readonly mark?: DirectoryMark;
  /** The directory as shown to the user. */
  readonly label: string;
  /** Relative to the skill's root, with "/". */
  readonly from: string;
  /** Equal to `from` unless the file is renamed; always in the same directory. */
  readonly to: string;
  /** Absent if the content does not change. The whole content is UTF-8. */
  readonly text?: { readonly before: string; readonly after: string };
  /** Absent if the mode does not change. */
  readonly executable?: { readonly before: boolean; readonly after: boolean };
  /** Present if the file is created or removed. For a symlink, the text is its target. */
  readonly existence?: {
    readonly state: "created" | "removed";
    readonly executable: boolean;
    readonly link?: true;
  };
}
