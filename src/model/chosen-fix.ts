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
