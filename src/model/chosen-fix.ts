import type { FileChange } from "./file-change.ts";
import type { Diagnostic } from "./report.ts";

/** A finding with a fix, to be accepted or declined, and what the fix alone would change. */
export interface FixPreview {
  /** The skill's path in the report. */
  readonly path: string;
  readonly finding: Diagnostic;
  readonly changes: readonly FileChange[];
}

/** A fix that was applied, or that a dry run would apply. */
export interface ChosenFix {
  readonly ruleId: string;
  readonly file: string;
  readonly title: string;
}

/**
 * "unsafe": not enabled; "overlap": changes the same text as an earlier fix; "impossible": cannot be applied on this
 * system.
 */
export interface UnappliedFix extends ChosenFix {
  readonly reason: "unsafe" | "overlap" | "impossible";
}
