/**
 * A position in a text file. Lines and columns count from 1; column and offset count UTF-16 units, byteOffset the
 * file's bytes.
 */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
  readonly byteOffset: number;
}

/** A range of text; `end` is the first position after it. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** A range in a file of a skill; the whole file if there is no range. */
export interface Place {
  /** The skill's path in the report, if it differs from the finding's skill. */
  readonly skill?: string;
  /** Relative to the skill's root, with "/". */
  readonly file: string;
  readonly range?: Range;
  readonly message?: string;
}

/** A line and a column in a file; both count from 1. */
export interface FilePosition {
  readonly line: number;
  readonly column: number;
}
