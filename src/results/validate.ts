import type { MissingBase } from "../model/missing-base.ts";

/** The data of the report of `skills validate`. */
export interface ValidateData {
  /** Absent where all skills in scope were looked at. */
  readonly scope?: Narrowed;
}

/** What became of the wish to look at some skills only. */
export interface Narrowed {
  /** Skills in scope. */
  readonly skills: number;
  /** Skills that are looked at. */
  readonly selected: number;
  /** The commit as it was named; absent for the last one, and where files were named. */
  readonly since?: string;
  /** Why changes could not be told, so that all skills of a repository are looked at. */
  readonly missing: readonly MissingBase[];
  /** Those files by which every skill is judged that changed or were named, so that all are looked at; absent where none was. */
  readonly governing?: readonly string[];
  /** How many files were named, and how many of these lie in no skill; absent where changes were asked for. */
  readonly files?: { readonly named: number; readonly outside: number };
}
