/** A fix that was made, or would be. */
export interface ChosenFix {
  readonly ruleId: string;
  readonly file: string;
  readonly title: string;
}

/** "unsafe" was not allowed; "overlap" goes where a fix before it goes; "impossible" asks for what cannot be done here. */
export interface UnappliedFix extends ChosenFix {
  readonly reason: "unsafe" | "overlap" | "impossible";
}
