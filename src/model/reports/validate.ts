import type { MissingBase } from "../missing-base.ts";
import type { Shard } from "../shard.ts";

/** The data of the report of `skills validate`. */
export interface ValidateData {
  /** Absent if all skills in scope were checked. */
  readonly scope?: ScopeSummary;
}

/** The number of skills that `--changed`, a list of files or a shard selected, and why. */
export interface ScopeSummary {
  /** Skills in scope. */
  readonly skills: number;
  /** Skills that are checked. */
  readonly selected: number;
  /** The commit as typed; absent for the last commit, or if files were listed. */
  readonly since?: string;
  /** Why changes could not be determined, so that all skills of a repository are checked. */
  readonly missing: readonly MissingBase[];
  /**
   * Settings files, such as a config, that changed or were listed, so that all skills are checked; absent if there
   * are none.
   */
  readonly governing?: readonly string[];
  /** Number of listed files, and of those outside every skill; absent with `--changed`. */
  readonly files?: { readonly named: number; readonly outside: number };
  /** Which part of the skills is checked; absent if it is not one of several. */
  readonly shard?: Shard;
}
