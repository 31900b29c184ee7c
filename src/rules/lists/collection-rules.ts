import type { CollectionRule } from "../../model/collection.ts";
import catalogueBudget from "../description/catalogue-budget.ts";
import descriptionSimilar from "../description/similar.ts";
import nameConfusable from "../name/confusable.ts";
import nameDuplicate from "../name/duplicate.ts";
import siblingAbsent from "../description/sibling-absent.ts";

/** Every rule that compares the skills of a run. */
export const collectionRules: readonly CollectionRule[] = [
  nameDuplicate,
  nameConfusable,
  descriptionSimilar,
  siblingAbsent,
  catalogueBudget,
];
