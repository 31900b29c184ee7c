/** The data of the report of `skills rename`. */
export interface RenameData {
  readonly renamed: SkillRename;
  /** For a dry run: the changes as a patch. */
  readonly patch?: string;
}

/** What `skills rename` did, or would do. Paths are from the working directory, with "/". */
export interface SkillRename {
  readonly from: string;
  readonly to: string;
  /** The files that move with the directory. */
  readonly files: number;
  /** In the order of the files; those of the skill under the directory's new name once it has that. */
  readonly changed: readonly RenamedPlace[];
  readonly links: readonly RenamedLink[];
  /** Other occurrences of the old name that may refer to the skill; not changed. */
  readonly left: readonly NamedPlace[];
  /** Number of such occurrences that are not listed. */
  readonly more: number;
}

export interface NamedPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The line, shortened to the text around the occurrence, unescaped. */
  readonly text: string;
  /** The form of the text refers to the skill, so `--mentions` changes it. */
  readonly mention?: true;
}

export interface RenamedPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** "name" is a field that holds the skill's name; "path" a path to its directory, or to something in it. */
  readonly kind: "name" | "path";
  readonly before: string;
  readonly after: string;
}

/** A symlink to the skill, or to a path inside it. */
export interface RenamedLink {
  readonly from: string;
  readonly to: string;
  readonly before: string;
  readonly after: string;
}
