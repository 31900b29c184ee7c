import type { ChosenFix, UnappliedFix } from "../model/chosen-fix.ts";
import type { ValidateData } from "./validate.ts";

/** The data of the report of `skills lint`: what was asked for beside findings. */
export interface LintData extends ValidateData {
  /** The fixes that were made, and those that were not. */
  readonly fixed?: readonly SkillFix[];
  readonly left?: readonly UnappliedSkillFix[];
  readonly unparsed?: readonly UnparsedFile[];
  readonly timings?: readonly RuleTiming[];
  readonly baseline?: BaselineUse;
}

/** The data of the report of a dry run, which nothing was written in. */
export interface PatchData extends Pick<LintData, "unparsed" | "timings"> {
  readonly fixed: readonly SkillFix[];
  readonly left: readonly UnappliedSkillFix[];
  /** What the fixes would change, for a program that applies it. */
  readonly patch: string;
}

/** A fix and the skill it is in: `path` is that of the report's subject. */
export interface SkillFix extends ChosenFix {
  readonly path: string;
}

export interface UnappliedSkillFix extends SkillFix, Pick<UnappliedFix, "reason"> {}

/** A file that was to be parsed, and that nobody could parse. */
export interface UnparsedFile {
  readonly path: string;
  readonly file: string;
  /** A phrase that continues "not parsed: …". */
  readonly reason: string;
}

/** How long one rule took over all skills. What several rules share, such as reading Markdown, counts for the first that asks for it. */
export interface RuleTiming {
  readonly ruleId: string;
  readonly milliseconds: number;
  /** The skill that took longest. */
  readonly slowest: { readonly path: string; readonly milliseconds: number };
}

export interface BaselineUse {
  /** As the user wrote it. */
  readonly path: string;
  /** Findings that it knows. */
  readonly known: number;
  /** Findings that it knew and that are gone. */
  readonly gone: number;
}
