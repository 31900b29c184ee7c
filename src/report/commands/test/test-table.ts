import { groupBy } from "../../../core/group-by.ts";
import { seriesAtMost } from "../../../core/sentence.ts";
import type { Paint } from "../../../model/paint.ts";
import type { TestResult } from "../../../model/reports/test.ts";
import { countTable } from "../../drawing/count-table.ts";
import { clean } from "../../drawing/width.ts";
import { nameSubject } from "../../formats/text-subject.ts";

/** Maximum number of checks named in a row. */
const shownChecks = 2;

interface TableStyle {
  readonly paint: Paint;
  readonly width: number;
  /** Show only rows with failures. */
  readonly quiet: boolean;
}

/** For --summary: one row for each skill or file, with its tests counted and what failed; the worst first. */
export function testTable(tests: readonly TestResult[], style: TableStyle): readonly string[] {
  const { severity, good } = style.paint;
  const rows = Array.from(
    groupBy(tests, ({ path }) => path),
    ([path, group]) => {
      const numberOf = (holds: (test: TestResult) => boolean): number => group.filter(holds).length;
      const counts = [
        numberOf(({ outcome }) => outcome === "could-not-measure"),
        numberOf(isNewFailure),
        numberOf(({ warnings }) => warnings.length > 0),
        numberOf(({ outcome }) => outcome === "pass"),
      ] as const;
      return { name: nameSubject(path), counts, verdict: describeVerdict(group, style.paint) };
    },
  );
  const shown = rows
    .filter(({ counts: [unmeasured, failed] }) => !style.quiet || unmeasured + failed > 0)
    .toSorted(({ counts: a }, { counts: b }) => b[0] - a[0] || b[1] - a[1] || b[2] - a[2]);
  return countTable(
    [
      { title: "not measured", tint: severity.error },
      { title: "failed", tint: severity.error },
      { title: "warnings", tint: severity.warning },
      { title: "passed", tint: good },
    ],
    shown,
    style,
  );
}

/** A failure that counts, as it is not in the baseline. */
function isNewFailure({ outcome, known }: TestResult): boolean {
  return outcome === "fail" && known !== true;
}

/** The checks that failed, in whichever agents. */
function describeVerdict(tests: readonly TestResult[], { good, severity }: Paint): string {
  const checksOf = (group: readonly TestResult[]): string =>
    seriesAtMost(Array.from(new Set(group.map(({ check }) => clean(check, 60)))), shownChecks);
  const unmeasured = tests.filter(({ outcome }) => outcome === "could-not-measure");
  const failed = tests.filter(isNewFailure);
  const known = tests.filter((test) => test.known);
  const parts = [
    ...(unmeasured.length > 0 ? [severity.error(`could not measure ${checksOf(unmeasured)}`)] : []),
    ...(failed.length > 0 ? [severity.error(`fails ${checksOf(failed)}`)] : []),
    ...(known.length > 0 ? [`in the baseline: ${checksOf(known)}`] : []),
  ];
  return parts.length > 0 ? parts.join("; ") : good("ok");
}
