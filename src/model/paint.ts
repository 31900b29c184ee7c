import type { Severity } from "./rule.ts";

/** Wraps a text in a color, or returns it unchanged. */
type Tint = (text: string) => string;

/** A file, relative to the working directory, and a line in it; or the page of a rule. */
export type LinkTarget = { readonly file: string; readonly line?: number } | { readonly rule: string };

/** Styles for reports. Callers choose a meaning, such as a warning, instead of escape codes. */
export interface Paint {
  readonly bold: Tint;
  readonly dim: Tint;
  readonly good: Tint;
  /** Marks the changed characters of a line, within its color. */
  readonly changed: Tint;
  readonly severity: Readonly<Record<Severity, Tint>>;
  /** Makes a text a link, if the terminal supports links. */
  readonly link: (text: string, target: LinkTarget) => string;
  /** The command that starts the program, such as "npx skillwright". */
  readonly command: string;
}

const asItIs: Tint = (text) => text;

/** Returns every text unchanged, for a program that is started as `skills`. */
export const plainPaint: Paint = {
  bold: asItIs,
  dim: asItIs,
  good: asItIs,
  changed: asItIs,
  severity: { error: asItIs, warning: asItIs, info: asItIs },
  link: asItIs,
  command: "skills",
};
