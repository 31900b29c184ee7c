import type { ChosenFix, UnappliedFix } from "../chosen-fix.ts";
import type { ValidateData } from "./validate.ts";

/** The data of the report of `skills lint`: the optional results besides findings. */
export interface LintData extends ValidateData {
  /** Applied fixes, and fixes that were not applied. */
  readonly fixed?: readonly SkillFix[];
  readonly left?: readonly UnappliedSkillFix[];
  readonly unparsed?: readonly UnparsedFile[];
  readonly timings?: readonly RuleTiming[];
  readonly baseline?: BaselineUse;
}

/** The data of the report of a dry run, which writes nothing. */
export interface PatchData extends Pick<LintData, "unparsed" | "timings"> {
  readonly fixed: readonly SkillFix[];
  readonly left: readonly UnappliedSkillFix[];
  /** The changes that the fixes make, as a patch for `git apply` and similar programs. */
  readonly patch: string;
}

/** A fix and its skill: `path` is that of the subject in the report. */
export interface SkillFix extends ChosenFix {
  readonly path: string;
}

export interface UnappliedSkillFix extends SkillFix, Pick<UnappliedFix, "reason"> {}

/** A file that could not be parsed. */
export interface UnparsedFile {
  readonly path: string;
  readonly file: string;
  /** A phrase that continues "not parsed: ". */
  readonly reason: string;
}

/**
 * The time of one rule for all skills. Shared work, such as parsing Markdown, counts toward the first rule that needs
 * it.
 */
export interface RuleTiming {
  readonly ruleId: string;
  readonly milliseconds: number;
  /** The skill that took longest. */
  readonly slowest: { readonly path: string; readonly milliseconds: number };
}

export interface BaselineUse {
  /** As typed by the user. */
  readonly path: string;
  /** Findings that are in the baseline. */
  readonly known: number;
  /** Findings in the baseline that no longer occur. */
  readonly gone: number;
}
