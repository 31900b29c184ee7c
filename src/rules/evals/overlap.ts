import { quote } from "../../core/show.ts";
import { defineRule } from "../define.ts";
import { triggerSetsOf, triggerWord, type TriggerSet } from "./parts/trigger-set.ts";

const training = /(?:^|[^a-z])train(?:ing)?(?![a-z])/i;
const validation = /(?:^|[^a-z])(?:validation|valid|val|test|hold[-_ ]?out|held[-_ ]?out)(?![a-z])/i;

export default defineRule({
  meta: {
    id: "evals-overlap",
    category: "evals",
    origin: "guidance",
    source:
      "https://agentskills.io/skill-creation/optimizing-descriptions#avoiding-overfitting-with-train%2Fvalidation-splits",
    summary: "Reports a query that is in both the training set and the validation set.",
    why: "A description that was tuned on a query passes on it, so the validation result shows nothing about other queries.",
    remedy: "Remove the query from one of the two files.",
    severity: "warning",
    words: [triggerWord],
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const sets = triggerSetsOf(skill);
    if (sets.length < 2) return [];
    const train = sets.filter((set) => training.test(nameOf(set)));
    const trained = new Map(
      train.flatMap(({ file, queries }) =>
        queries.map(({ key, node }) => [key, { file: file.path, range: node.range }] as const),
      ),
    );
    const held = sets.filter((set) => !training.test(nameOf(set)) && validation.test(nameOf(set)));
    return held.flatMap(({ file, queries }) =>
      queries.flatMap(({ key, node }) => {
        const other = trained.get(key);
        return other
          ? [
              {
                file: file.path,
                range: node.range,
                message: `query ${quote(node.value, 80)} is also in the training set ${quote(other.file)}; remove one`,
                related: [other],
              },
            ]
          : [];
      }),
    );
  },
});

function nameOf({ file: { path } }: TriggerSet): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.json$/i, "");
}
