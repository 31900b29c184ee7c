import { groupBy } from "../../../core/group-by.ts";
import { count, series, seriesAtMost } from "../../../core/sentence.ts";
import type { Paint } from "../../../model/paint.ts";
import type { TestResult } from "../../../model/reports/test.ts";
import { wrap, wrapHanging } from "../../drawing/text-wrap.ts";
import { clean, cleanPath } from "../../drawing/width.ts";

/** Minimum number of skills or files with the same warning for which it is shown once. */
const sharedFrom = 3;

/** Maximum number of paths to list. */
const named = 3;

/** A warning that is the same for several skills or files, in the same systems. */
interface SharedWarning {
  readonly check: string;
  readonly warnings: readonly string[];
  readonly systems: readonly string[];
  readonly paths: readonly string[];
}

interface SharedWarnings {
  readonly warnings: readonly SharedWarning[];
  /** The results whose warnings are shown together. */
  readonly tests: ReadonlySet<TestResult>;
}

/** The warnings that several skills or files with passed tests have in common. */
export function shareWarnings(tests: readonly TestResult[]): SharedWarnings {
  const warned = tests.filter(({ outcome, warnings }) => outcome === "pass" && warnings.length > 0);
  const alike = Array.from(
    groupBy(warned, ({ check, system, warnings }) => JSON.stringify([check, system, warnings])).values(),
  ).filter((group) => pathsOf(group).length >= sharedFrom);
  const bySystems = groupBy(alike, (group) =>
    JSON.stringify([group[0]?.check, group[0]?.warnings, pathsOf(group)]),
  );
  const warnings = Array.from(bySystems.values(), (groups): SharedWarning => {
    const { check, warnings: said } = groups[0]![0]!;
    return {
      check,
      warnings: said,
      systems: groups.flatMap(([first]) => first?.system ?? []),
      paths: pathsOf(groups[0]!),
    };
  });
  return { warnings, tests: new Set(alike.flat()) };
}

function pathsOf(group: readonly TestResult[]): readonly string[] {
  return Array.from(new Set(group.map(({ path }) => path)));
}

/** Renders a shared warning like a single one, after the number of skills and files. */
export function drawShared(
  { check, warnings, systems, paths }: SharedWarning,
  { paint, width }: { readonly paint: Paint; readonly width: number },
): string {
  const heading = `${paint.bold(count(paths.length, "time"))}: ${paint.severity.warning("warn")}  ${paint.bold(clean(check, 100))}${systems.length === 0 ? "" : ` in ${series(systems)}`}`;
  const where = `${seriesAtMost(paths.map(cleanPath), named)}${paths.length > named + 1 ? " (--verbose)" : ""}`;
  return [
    ...wrapHanging(heading, width, 8),
    ...[...warnings.map((warning) => clean(warning, 1000)), where].flatMap((sentence) =>
      wrap(sentence, width - 8).map((line) => `        ${line}`),
    ),
  ].join("\n");
}
