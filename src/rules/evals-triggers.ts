import type { Finding } from "../model/rule.ts";
import { quote } from "../core/show.ts";
import type { Skill } from "../model/skill.ts";
import { defineRule } from "./define.ts";
import { promptFields } from "./parts/fields.ts";
import { triggerSetsOf, triggerWord, type TriggerSet } from "./parts/trigger-set.ts";
import { shareNothing, stemsOf } from "./parts/word-stems.ts";

/** Of each polarity; the guide: "about 20 queries: 8-10 that should trigger and 8-10 that shouldn't". */
const fewest = 8;

export default defineRule({
  meta: {
    id: "evals-triggers",
    category: "evals",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/optimizing-descriptions#designing-trigger-eval-queries",
    summary:
      "Reports trigger queries that are too few of a kind, and negative ones that have no word in common with the skill.",
    why: "A few queries pass or fail by chance, and a query about something else altogether tests nothing: the negatives that tell are the near misses.",
    remedy:
      "Write eight to ten queries of each kind; let those that should not trigger share words with the description.",
    severity: "info",
    words: [triggerWord],
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const sets = triggerSetsOf(skill);
    const [first] = sets;
    return first ? [...tooFew(first, sets), ...farOff(skill, sets)] : [];
  },
});

/** A set for training and one for validation are parts of one whole; a query that stands in two files counts once. */
function tooFew({ file }: TriggerSet, sets: readonly TriggerSet[]): readonly Finding[] {
  const labels = Array.from(
    new Map(
      sets.flatMap(({ queries }) => queries.map(({ key, shouldTrigger }) => [key, shouldTrigger] as const)),
    ).values(),
  );
  const positive = labels.filter(Boolean).length;
  const negative = labels.length - positive;
  if (positive >= fewest && negative >= fewest) return [];
  return [
    {
      file: file.path,
      message: `${positive} of the queries should trigger the skill and ${negative} should not, where the guide asks for 8 to 10 of each`,
    },
  ];
}

function farOff(skill: Skill, sets: readonly TriggerSet[]): readonly Finding[] {
  const queries = sets.flatMap(({ file, queries: each }) =>
    each.map((query) => ({ ...query, file: file.path })),
  );
  const positive = queries.filter(({ shouldTrigger }) => shouldTrigger).map(({ node }) => node.value);
  const near = stemsOf([...promptFields(skill).map(({ value }) => value), ...positive]);
  const far = queries.filter(
    ({ shouldTrigger, node }) => !shouldTrigger && shareNothing(stemsOf([node.value]), near),
  );
  return far.map(({ file, node }) => ({
    file,
    range: node.range,
    message: `${quote(node.value, 80)} has no word in common with the description or a query that should trigger, expected a near miss`,
  }));
}
