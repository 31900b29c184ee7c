import type { UploadInput } from "./upload.ts";

/**
 * Provides the bytes of one skill: from a directory, an archive or memory. It is the only access to files;
 * synchronous, and without a cache.
 */
export interface SkillSource {
  /** The name of the directory that contains SKILL.md. */
  readonly name: string;
  /** The skill's path as the user wrote it, with "/". */
  readonly label: string;
  /** Absolute path on disk; absent if the skill is not in a directory and so cannot be changed. */
  readonly directory?: string;
  /** Identifies the directory as it was when it was found or first used; undefined if it cannot be inspected. */
  mark?(): DirectoryMark | undefined;
  /** Differs after each change to the files; absent if they do not change while they are in use. */
  revision?(): number;
  /** Set if only the skill's SKILL.md is available. */
  readonly alone?: true;
  /** Set if the skill is in an archive, which an uploader would receive as this. */
  readonly upload?: UploadInput;
  /**
   * Lists the skill again at every call. Names are in their exact case and sorted by path in code units; symlinks are
   * not followed. A source on disk calls `noteStamp` for each regular file.
   */
  list(noteStamp?: (path: string, stamp: FileStamp) => void): Listing;
  /**
   * Reads a listed file; a symlink is followed only to a file inside the skill. Throws a SkillsError ("unreadable",
   * "too-large") if the file cannot or may not be read.
   */
  read(path: string): Uint8Array;
  /** Reads the first `limit` bytes of a file, or fewer if the file is shorter. Throws as `read` does. */
  readHead(path: string, limit: number): Uint8Array;
}

/** Identifies a directory on this machine, whatever its path. */
export interface DirectoryMark {
  readonly dev: number;
  readonly ino: number;
}

/** What the file system records about a regular file: the times differ after a change, in milliseconds. */
export interface FileStamp extends DirectoryMark {
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}

export interface Listing {
  readonly entries: readonly FileEntry[];
  /** Entries that could not be listed, or were not listed because of a limit on depth or number. */
  readonly unread: readonly Unread[];
}

export interface FileEntry {
  /** Relative to the skill's root, with "/". */
  readonly path: string;
  /** "other": a FIFO, socket or device, or an entry whose name is not UTF-8. */
  readonly kind: "file" | "directory" | "symlink" | "other";
  /** In bytes; 0 if the kind is not "file". */
  readonly size: number;
  readonly executable: boolean;
  /** Set if the content is known not to be text, so that rules have nothing to read in it. */
  readonly binary?: true;
  /** The target of a symlink. */
  readonly link?: SymbolicLink;
}

export interface SymbolicLink {
  /** As written in the link, unchecked. */
  readonly target: string;
  /** "outside": outside the skill's root; "nowhere": a dangling symlink or a loop. */
  readonly leads: "file" | "directory" | "other" | "outside" | "nowhere";
}

/** A path that was not read, and why. Results always list what they leave out. */
export interface Unread {
  readonly path: string;
  /** A phrase that continues "not read: ", such as "larger than 1 MiB (5368709120 bytes)". */
  readonly reason: string;
  /** Set if clients may load skills from it: without it, a run cannot say that all is well, and ends with 2. */
  readonly needed?: true;
}
