import type { PieceReporter, Report, Reporter, ReporterContext } from "../../model/report.ts";
import { chosenOnly } from "./chosen-only.ts";
import { compact } from "./compact.ts";
import { github } from "./github.ts";
import { gitlab, gitlabPieces } from "./gitlab.ts";
import { html, htmlPieces } from "./html.ts";
import { json, reportPieces } from "./json.ts";
import { junit, junitPieces } from "./junit.ts";
import { markdown } from "./markdown.ts";
import { ndjson, ndjsonPieces } from "./ndjson.ts";
import { sarif, sarifPieces } from "./sarif.ts";
import { text } from "./text.ts";

/** In the order in which the help lists them. */
export const formats = [
  "text",
  "compact",
  "json",
  "ndjson",
  "sarif",
  "github",
  "gitlab",
  "junit",
  "markdown",
  "html",
] as const;
export type Format = (typeof formats)[number];

export const reporters: Readonly<Record<Format, Reporter>> = {
  compact,
  github,
  gitlab,
  html,
  json,
  junit,
  markdown,
  ndjson,
  sarif,
  text,
};

const piecewise: Readonly<Partial<Record<Format, PieceReporter>>> = {
  gitlab: gitlabPieces,
  html: htmlPieces,
  json: reportPieces,
  junit: junitPieces,
  ndjson: ndjsonPieces,
  sarif: sarifPieces,
};

/**
 * The report in a format, in pieces if the format has them. `drawn` are the reporters of the other formats. Only JSON and
 * NDJSON have the verdicts of validators that were not chosen.
 */
export function drawPieces(
  format: Format,
  report: Report,
  context: ReporterContext,
  drawn: Readonly<Record<Format, Reporter>> = reporters,
): Iterable<string> {
  const shown = format === "json" || format === "ndjson" ? report : chosenOnly(report);
  return piecewise[format]?.(shown, context) ?? [drawn[format](shown, context)];
}
