import type { Summary } from "../../model/report.ts";
import { count, seriesAtMost } from "../../core/sentence.ts";
import { clean } from "../drawing/width.ts";
import { joinPath } from "./locate.ts";

/** Maximum number of locations to list; the others are counted. */
const named = 5;

/** One sentence about security findings that comments in the skills suppress; undefined if there are none. */
export function describeSuppressed({ suppressedSecurity: places = [] }: Summary): string | undefined {
  const total = places.reduce((sum, { findings }) => sum + findings, 0);
  if (total === 0) return undefined;
  const words = places.map(
    ({ ruleId, path, file, findings }) =>
      `${ruleId} in ${clean(joinPath(path, file))}${findings > 1 ? ` (${findings} times)` : ""}`,
  );
  return `${count(total, "security finding")} suppressed by comments in the skills: ${seriesAtMost(words, named)}; --no-inline shows ${total === 1 ? "it" : "them"}`;
}
