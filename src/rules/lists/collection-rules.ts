import type { CollectionRule } from "../../model/collection.ts";
import catalogueBudget from "../catalogue-budget.ts";
import descriptionSimilar from "../description-similar.ts";
import nameConfusable from "../name-confusable.ts";
import nameDuplicate from "../name-duplicate.ts";
import siblingAbsent from "../sibling-absent.ts";

/** Every rule over the skills of a run taken together. */
export const collectionRules: readonly CollectionRule[] = [
  nameDuplicate,
  nameConfusable,
  descriptionSimilar,
  siblingAbsent,
  catalogueBudget,
];
