import { didYouMean, nearest } from "../../core/nearest.ts";
import type { Finding } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { SuppressedRule, SuppressionComment, SuppressionUse } from "../../model/suppression.ts";
import { defineRule } from "../define.ts";

export default defineRule<SuppressionUse>({
  meta: {
    id: "suppression-unknown-rule",
    category: "suppression",
    origin: "guidance",
    source: "https://eslint.org/docs/latest/use/configure/rules",
    summary: "Reports a suppression without a rule, or of a rule that does not exist.",
    why: "It suppresses nothing but looks as if it did.",
    remedy: "Write the rule id that is shown after the finding; `skills explain` lists all ids.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: { comments, rules } }) {
    const nearestTo = nearestIn(rules.keys());
    // If the dashes before a reason are missing, it is read as rule ids, which suppression-reason reports.
    return comments
      .filter(({ reason }) => reason !== "")
      .flatMap((comment) => findings(comment, (id) => rules.has(id), nearestTo));
  },
});

function findings(
  { file, range, rules }: SuppressionComment,
  isKnown: (id: string) => boolean,
  nearestTo: (id: string) => string,
): readonly Finding[] {
  if (rules.length === 0)
    return [{ file, range, message: "suppression without a rule; add the id of the rule" }];
  const unknown = rules.filter(({ id }) => !isKnown(id));
  return unknown.map(({ id, range: place }: SuppressedRule) => ({
    file,
    range: place,
    message: `unknown rule ${quote(id, 80)}${nearestTo(id)}`,
  }));
}

/**
 * Maximum number of unknown ids for which a similar one is searched; for a repeated mistake, the first ones are
 * enough.
 */
const mostLookedUp = 100;

function nearestIn(ids: Iterable<string>): (id: string) => string {
  const candidates = Array.from(ids);
  const known = new Map<string, string>();
  return (id) => {
    if (!known.has(id) && known.size < mostLookedUp) known.set(id, didYouMean(nearest(id, candidates)));
    return known.get(id) ?? "";
  };
}
