import { copyText } from "../core/bytes.ts";
import type { Position } from "../core/place.ts";
import type { Excerpt } from "../model/report.ts";
import type { SourceText } from "../core/source-text.ts";

/** Units kept on either side of the place in a line that is longer than both. */
const reach = 1000;

/** Cuts out the line of a place; undefined where there is no text. */
export function excerptOf(start: Position, source: SourceText | undefined): Excerpt | undefined {
  if (!source) return undefined;
  const line = source.line(start.line);
  if (line.length <= 2 * reach) return { line: copyText(line), skipped: 0 };
  const skipped = Math.max(0, start.column - 1 - reach);
  return { line: copyText(line.slice(skipped, skipped + 2 * reach)), skipped };
}
