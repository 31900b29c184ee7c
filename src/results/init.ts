/** The data of the report of `skills init`. */
export interface InitData {
  /** The skill's directory, from the working directory. */
  readonly path: string;
  /** Created files, or those a dry run would create. */
  readonly files: readonly string[];
}
