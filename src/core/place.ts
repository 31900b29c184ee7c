/** A place in a text file. Lines and columns count from 1; column and offset count UTF-16 units, byteOffset the file's own bytes. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
  readonly byteOffset: number;
}

/** A stretch of text; `end` is the first position after it. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** A stretch of one file of a skill; without a range the whole file is meant. */
export interface Place {
  /** The report's path of the skill, where that is another than the finding's own. */
  readonly skill?: string;
  /** From the skill's root, with "/". */
  readonly file: string;
  readonly range?: Range;
  readonly message?: string;
}

/** Where in its file something is written, from 1. */
export interface FilePosition {
  readonly line: number;
  readonly column: number;
}
