import type { Severity } from "../../model/rule.ts";

/** Wraps a text in a colour, or leaves it as it is. */
type Tint = (text: string) => string;

export interface Paint {
  readonly bold: Tint;
  readonly dim: Tint;
  readonly good: Tint;
  readonly severity: Readonly<Record<Severity, Tint>>;
}

export function createPaint(color: boolean): Paint {
  const sgr = (on: number, off: number): Tint =>
    color ? (text) => `\x1b[${on}m${text}\x1b[${off}m` : (text) => text;
  return {
    bold: sgr(1, 22),
    dim: sgr(2, 22),
    good: sgr(32, 39),
    severity: { error: sgr(31, 39), warning: sgr(33, 39), info: sgr(36, 39) },
  };
}
