/** The data of the report of `skills init`. */
export interface InitData {
  /** The directory of the skill or the plugin, relative to the working directory; "." if only files of the project were created. */
  readonly path: string;
  /** The created files; in a dry run, those that would be created. */
  readonly files: readonly string[];
}
