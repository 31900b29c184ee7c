/** Where one skill's bytes come from: a directory, an archive, memory. The only access to files. Synchronous, without a cache. */
export interface SkillSource {
  /** The name of the directory that holds SKILL.md. */
  readonly name: string;
  /** The skill as shown to the user: the path as they wrote it, with "/". */
  readonly label: string;
  /** Absolute path on disk; absent if the skill is not in a directory and so cannot be changed. */
  readonly directory?: string;
  /** Identity of that directory when it was found. */
  readonly mark?: DirectoryMark;
  /** Only its SKILL.md is known. */
  readonly alone?: true;
  /** Case-exact and sorted by path in code units; links are not followed. Lists again at every call. */
  list(): Listing;
  /**
   * The bytes of one listed file; a link is followed only to a file inside the skill.
   * Throws a SkillsError ("unreadable", "too-large") for what cannot or may not be read.
   */
  read(path: string): Uint8Array;
  /** The first `limit` bytes of it, or fewer where the file is shorter. Throws as `read` does. */
  readHead(path: string, limit: number): Uint8Array;
}

/** No two directories of a machine have the same, whatever their paths. */
export interface DirectoryMark {
  readonly dev: number;
  readonly ino: number;
}

export interface Listing {
  readonly entries: readonly FileEntry[];
  /** What could not be listed, or was left unlisted for its depth or number. */
  readonly unread: readonly Unread[];
}

export interface FileEntry {
  /** Relative to the skill's root, with "/". */
  readonly path: string;
  /** "other" is a FIFO, socket or device, or a name that is not UTF-8. */
  readonly kind: "file" | "directory" | "symlink" | "other";
  /** In bytes; 0 where the kind is not "file". */
  readonly size: number;
  readonly executable: boolean;
  /** Where a symlink leads. */
  readonly link?: SymbolicLink;
}

export interface SymbolicLink {
  /** As written in the link, unchecked. */
  readonly target: string;
  /** "outside" the skill's root; "nowhere" for a dangling link or a loop. */
  readonly leads: "file" | "directory" | "other" | "outside" | "nowhere";
}

/** What was not read, and why: a result that leaves something out says so. */
export interface Unread {
  readonly path: string;
  /** A phrase that continues "not read: …", such as "larger than 1 MiB (5368709120 bytes)". */
  readonly reason: string;
}
