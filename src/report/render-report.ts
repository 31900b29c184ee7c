import { SkillsError } from "../core/errors.ts";
import { series } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import { plainPaint } from "../model/paint.ts";
import type { Checkout, Report } from "../model/report.ts";
import type { RuleMeta } from "../model/rule.ts";
import { drawPieces, type Format, formats } from "./formats/index.ts";

/** How `renderReport` writes a report. */
export interface RenderOptions {
  /** Show errors only. */
  readonly quiet?: boolean;
  /** Show every finding, without hiding similar ones; only for text. */
  readonly all?: boolean;
  /** The width of lines in columns; by default, lines are not wrapped. Only for text. */
  readonly width?: number;
  /** The metadata of the rules for SARIF, from `listRules`; by default, it names the rules only. */
  readonly rules?: readonly RuleMeta[];
  /** The repository that the paths are in, for formats with links and paths from its root. */
  readonly checkout?: Checkout;
  /** The command in messages, as readers type it; by default "skillwright". */
  readonly command?: string;
}

/** Writes a report in one of the formats of the command line, without color. Throws a SkillsError for an unknown format. */
export function renderReport(
  report: Report,
  format: Format,
  { quiet = false, command = "skillwright", ...context }: RenderOptions = {},
): string {
  if (!formats.includes(format))
    throw new SkillsError(
      "bad-usage",
      `format ${quote(String(format))} is not supported; use ${series(formats, "or")}`,
    );
  return Array.from(
    drawPieces(format, report, { ...context, quiet, paint: { ...plainPaint, command } }),
  ).join("");
}
