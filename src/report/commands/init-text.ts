import type { Report } from "../../core/report.ts";
import { toShellWord } from "../../core/shell-word.ts";
import type { Paint } from "../drawing/paint.ts";
import { wrap } from "../drawing/text-wrap.ts";
import { clean, cleanPath } from "../drawing/width.ts";

export interface InitStyle {
  readonly paint: Paint;
  /** Columns to wrap at. */
  readonly width: number;
}

/** For people: what was made, what a check says of it, and what to do and to type next. */
export function initText({ subjects }: Report, path: string, files: readonly string[], { paint, width }: InitStyle): string {
  const shown = cleanPath(path);
  const notes = subjects.flatMap(({ findings }) => findings.flatMap(({ severity, message, ruleId }) => wrap(`${severity === "info" ? "note" : severity}: ${clean(message)} [${ruleId}]`, width)));
  const next = ["Write in SKILL.md what the agent is to do: the steps that stand there hold for any skill.", `Then: ${paint.bold(`skills check ${clean(toShellWord(path))}`)}`];
  const blocks = [[`made ${paint.bold(shown)}`, ...files.map((file) => `  ${cleanPath(file)}`)], notes, next.flatMap((line) => wrap(line, width))];
  return blocks.flatMap((lines) => (lines.length > 0 ? [`${lines.join("\n")}\n`] : [])).join("\n");
}
