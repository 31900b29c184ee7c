import { groupBy } from "../../core/group-by.ts";
import type { RuleTiming, UnparsedFile } from "../../model/reports/lint.ts";
import { count } from "../../core/sentence.ts";
import { clean, cleanPath } from "../drawing/width.ts";

/** If there are more rules, the fastest ones are summed up in one line. */
const shownRules = 20;

/** A table of how long the slowest rules took, with their share of the whole run's `seconds`; for --timing. */
export function timingText(timings: readonly RuleTiming[], seconds: number): string {
  const rows = timings
    .slice(0, shownRules)
    .map(({ ruleId, milliseconds, slowest }) => [
      milliseconds.toFixed(1),
      `${share(milliseconds, seconds)}%`,
      ruleId,
      slowest.milliseconds.toFixed(1),
      clean(slowest.path),
    ]);
  const head = ["ms", "share", "rule", "ms", "slowest skill"];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  );
  const lines = [head, ...rows].map((row) =>
    row
      .map((cell, column) =>
        column === 2 ? cell.padEnd(widths[column]!) : column === 4 ? cell : cell.padStart(widths[column]!),
      )
      .join("  "),
  );
  return `${[...lines, ...describeRest(timings.slice(shownRules))].join("\n")}\n`;
}

function describeRest(rest: readonly RuleTiming[]): readonly string[] {
  const milliseconds = rest.reduce((sum, timing) => sum + timing.milliseconds, 0);
  return rest.length === 0
    ? []
    : [
        `and ${count(rest.length, "other rule")}, ${milliseconds.toFixed(1)} ms in total (use --format json to list them)`,
      ];
}

function share(milliseconds: number, seconds: number): string {
  return seconds > 0 ? (milliseconds / seconds / 10).toFixed(1) : "0.0";
}

/**
 * The files that were not parsed, and why: one line for each reason, with the first file, as hundreds of files may
 * have the same reason.
 */
export function unparsedText(unparsed: readonly UnparsedFile[]): string {
  const byReason = groupBy(unparsed, ({ reason }) => reason);
  return Array.from(byReason, ([reason, files]) => `not parsed: ${describe(files)}: ${reason}\n`).join("");
}

function describe(files: readonly UnparsedFile[]): string {
  const [first] = files;
  const named = first ? cleanPath(`${first.path}/${first.file}`) : "";
  return files.length === 1 ? named : `${count(files.length, "file")}, such as ${named}`;
}
