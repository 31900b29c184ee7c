import type { MissingBase } from "../model/missing-base.ts";

/** The data of the report of `skills validate`. */
export interface ValidateData {
  /** Absent where all skills in scope were looked at. */
  readonly scope?: ScopeSummary;
}

/** How many skills a run with `--changed` or a list of files selected, and why. */
export interface ScopeSummary {
  /** Skills in scope. */
  readonly skills: number;
  /** Skills that are looked at. */
  readonly selected: number;
  /** The commit as it was named; absent for the last one, and where files were named. */
  readonly since?: string;
  /** Why changes could not be told, so that all skills of a repository are looked at. */
  readonly missing: readonly MissingBase[];
  /** The settings files, such as a config, that changed or were named, so that all skills are checked; absent if there is none. */
  readonly governing?: readonly string[];
  /** How many files were named, and how many of these lie in no skill; absent where changes were asked for. */
  readonly files?: { readonly named: number; readonly outside: number };
}
