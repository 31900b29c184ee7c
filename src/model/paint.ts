import type { Severity } from "./rule.ts";

/** Wraps a text in a color, or leaves it as it is. */
type Tint = (text: string) => string;

/** What a report draws with: it knows what is bold or a warning, and not how a terminal is told so. */
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
