import type { LockCheck, LockDifference } from "../../../model/reports/verify.ts";
import { count, grouped } from "../../../core/sentence.ts";
import type { Paint } from "../../../model/paint.ts";
import { wrap } from "../../drawing/text-wrap.ts";
import { clean, cleanPath } from "../../drawing/width.ts";

/** Options for rendering. */
export interface LockStyle {
  readonly paint: Paint;
  readonly width?: number;
  /** Show errors only. */
  readonly quiet: boolean;
}

/** Text output for each lock: the number of unchanged skills, and the differences with expected and actual values. */
export function lockText(locks: readonly LockCheck[], { paint, width = Infinity, quiet }: LockStyle): string {
  return locks.map((check) => `${drawLock(check, paint, width, quiet).join("\n")}\n`).join("\n");
}

function drawLock(
  { path, entries, matching, differences, interrupted }: LockCheck,
  paint: Paint,
  width: number,
  quiet: boolean,
): readonly string[] {
  const shown = differences.filter(({ severity }) => !quiet || severity === "error");
  const all = matching.length === entries;
  const head = all
    ? paint.good(`${count(entries, "skill")} unchanged`)
    : paint.severity.error(`${grouped(matching.length)} of ${count(entries, "skill")} unchanged`);
  return [
    `${paint.bold(cleanPath(path))}: ${head}`,
    ...(interrupted && !quiet
      ? [
          "  an install, uninstall or rename was interrupted here; the next one by the same user completes it first",
        ]
      : []),
    ...shown.flatMap((difference) => drawDifference(difference, paint, width)),
  ];
}

function drawDifference(
  { severity, message, expected, got }: LockDifference,
  paint: Paint,
  width: number,
): readonly string[] {
  const sentence = wrap(`${paint.severity[severity](severity)}  ${clean(message)}`, width - 2).map(
    (line, at) => `${at === 0 ? "  " : "    "}${line}`,
  );
  return [
    ...sentence,
    ...(expected === undefined ? [] : [`    expected ${clean(expected)}`]),
    ...(got === undefined ? [] : [`    got      ${clean(got)}`]),
  ];
}
