import { count } from "../../core/sentence.ts";
import { show } from "../../core/show.ts";
import type { ExpectationResult } from "../../model/scenario.ts";
import type { RatedExpectation } from "../../model/reports/test.ts";

/** The result of an expectation in one session. */
export interface SessionVerdict extends ExpectationResult {
  /** The id of the case in an eval file. */
  readonly case?: string;
}

/** Maximum number of different reasons for one expectation. */
const mostReasons = 3;

/**
 * How often each expectation was met. All rounds list the same expectations in the same order; an expectation that no
 * round can measure is not measurable, otherwise a round that cannot measure it counts as one that does not meet it.
 */
export function rateExpectations(
  rounds: readonly (readonly SessionVerdict[])[],
  minPassRate: number,
): readonly RatedExpectation[] {
  const [first = []] = rounds;
  return first.map(({ case: id, expected, at }, index) => {
    const verdicts = rounds.flatMap((round) => round[index] ?? []);
    const passed = verdicts.filter(({ outcome }) => outcome === "pass").length;
    const measured = verdicts.some(({ outcome }) => outcome !== "not-measurable");
    const reasons = new Set(
      verdicts.flatMap(({ outcome, reason }) =>
        outcome === "pass" || reason === undefined ? [] : [show(reason, 300)],
      ),
    );
    return {
      ...(id !== undefined && { case: show(id, 40) }),
      ...(at && { line: at.line }),
      expected: show(expected, 300),
      outcome: !measured ? "not-measurable" : isEnough(passed, rounds.length, minPassRate) ? "pass" : "fail",
      passed,
      of: rounds.length,
      reasons: Array.from(reasons).slice(0, mostReasons),
    };
  });
}

/** A billionth allows for rates such as 66.7 % of 3, which no binary number holds exactly. */
function isEnough(passed: number, of: number, minPassRate: number): boolean {
  return (passed * 100) / of >= minPassRate - 1e-9;
}

/** A sentence about an expectation that was not always met. */
export function describeRate({ expected, passed, of, outcome, reasons }: RatedExpectation): string {
  const rate =
    outcome === "not-measurable" || of === 1 ? [] : [`met in ${passed} of ${count(of, "session")}`];
  return [expected, ...rate, ...(reasons.length === 0 ? [] : [reasons.join("; ")])].join(": ");
}

/** Expectations that are met often enough, but not always. */
export function isFlaky({ outcome, passed, of }: RatedExpectation): boolean {
  return outcome === "pass" && passed < of;
}
