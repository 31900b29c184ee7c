/** The data of the report of `skills rename`. */
export interface RenameData {
  readonly renamed: SkillRename;
  /** Of a dry run: what would change. */
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
  /** Where the old name stands and may mean the skill, for its author to decide. */
  readonly left: readonly NamedPlace[];
  /** How many more such places there are than are told. */
  readonly more: number;
}

export interface NamedPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The line, cut to what is around the place, unescaped. */
  readonly text: string;
  /** Something in the line means the skill by its form: it is changed where mentions are. */
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

/** A symbolic link that leads to the skill, or into it. */
export interface RenamedLink {
  readonly from: string;
  readonly to: string;
  readonly before: string;
  readonly after: string;
}
