import type { Severity } from "./rule.ts";

/** Wraps a text in a color, or leaves it as it is. */
type Tint = (text: string) => string;

/** Styles for reports: callers choose the meaning, such as a warning, and not the escape codes. */
export interface Paint {
  readonly bold: Tint;
  readonly dim: Tint;
  readonly good: Tint;
  readonly severity: Readonly<Record<Severity, Tint>>;
}

const asItIs: Tint = (text) => text;

/** Leaves every text as it is. */
export const plainPaint: Paint = {
  bold: asItIs,
  dim: asItIs,
  good: asItIs,
  severity: { error: asItIs, warning: asItIs, info: asItIs },
};
