/** The data of the report of `skills rename`. */
export interface RenameData {
  readonly renamed: SkillRename;
  /** In a dry run: the changes as a patch. */
  readonly patch?: string;
}

/** The changes that `skills rename` made or would make. Paths are relative to the working directory, with "/". */
export interface SkillRename {
  readonly from: string;
  readonly to: string;
  /** Number of files that move with the directory. */
  readonly files: number;
  /** In the order of the files. The skill's files are under its new name if the directory has been renamed. */
  readonly changed: readonly RenamedPlace[];
  readonly links: readonly RenamedLink[];
  /** Other occurrences of the old name, which were not changed but may refer to the skill. */
  readonly left: readonly NamedPlace[];
  /** Number of further occurrences that are not listed. */
  readonly more: number;
}

export interface NamedPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The line, unescaped; if it is long, only the part around the occurrence. */
  readonly text: string;
  /** Set if the form of the text shows that it means the skill, so that `--mentions` changes it. */
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
