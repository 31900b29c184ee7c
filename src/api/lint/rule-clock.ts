import type { RunRulesOptions } from "../../lint/run-rules.ts";
import { compareText } from "../../core/order.ts";
import type { RuleTiming } from "../../model/reports/lint.ts";

export interface RuleClock {
  /** Times the rules of one skill. */
  timerOf(path: string): NonNullable<RunRulesOptions["timeRule"]>;
  /** Slowest first. */
  timings(): readonly RuleTiming[];
}

/** A clock that adds up the time of each rule. */
export function startRuleClock(): RuleClock {
  const timings = new Map<string, RuleTiming>();
  const add = (ruleId: string, path: string, milliseconds: number): void => {
    const known = timings.get(ruleId);
    const here = { path, milliseconds };
    const slowest = known && known.slowest.milliseconds >= milliseconds ? known.slowest : here;
    timings.set(ruleId, { ruleId, milliseconds: (known?.milliseconds ?? 0) + milliseconds, slowest });
  };
  return {
    timerOf: (path) => (ruleId, work) => {
      const started = performance.now();
      work();
      add(ruleId, path, performance.now() - started);
    },
    timings: () =>
      Array.from(timings.values()).sort(
        (a, b) => b.milliseconds - a.milliseconds || compareText(a.ruleId, b.ruleId),
      ),
  };
}
