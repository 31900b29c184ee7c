import { nearest } from "../core/nearest.ts";
import type { Finding } from "../model/rule.ts";
import { quote } from "../core/show.ts";
import type { SuppressedRule, SuppressionComment, SuppressionUse } from "../model/suppression.ts";
import { defineRule } from "./define.ts";

export default defineRule<SuppressionUse>({
  meta: {
    id: "suppression-unknown-rule",
    category: "suppression",
    origin: "guidance",
    source: "https://eslint.org/docs/latest/use/configure/rules",
    summary: "Reports a suppression that names no rule, or one that there is not.",
    why: "It silences nothing, and reads as if it did.",
    remedy: "Write the id that stands behind the finding; `skills explain` lists them all.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: { comments, rules } }) {
    const nearestTo = nearestIn(rules.keys());
    // Without its dashes a reason looks like rules; that it is missing has been said.
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
    return [{ file, range, message: "the suppression names no rule, expected the id of one or more" }];
  const unknown = rules.filter(({ id }) => !isKnown(id));
  return unknown.map(({ id, range: place }: SuppressedRule) => ({
    file,
    range: place,
    message: `there is no rule ${quote(id, 80)}${nearestTo(id)}`,
  }));
}

/** Unknown ids for which the nearest is looked up: of a mistake made over and over the first are enough. */
const mostLookedUp = 100;

function nearestIn(ids: Iterable<string>): (id: string) => string {
  const candidates = Array.from(ids);
  const known = new Map<string, string>();
  return (id) => {
    if (!known.has(id) && known.size < mostLookedUp) {
      const near = nearest(id, candidates);
      known.set(id, near === undefined ? "" : `; the nearest is ${quote(near)}`);
    }
    return known.get(id) ?? "";
  };
}
