/** The data of the report of `skills init`. */
export interface InitData {
  /** The skill's directory, from the working directory. */
  readonly path: string;
  /** All that was made, or would be. */
  readonly files: readonly string[];
}
