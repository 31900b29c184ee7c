import type { Collection } from "../core/collection.ts";
import type { Rule } from "../core/rule.ts";

/** Every rule over the skills of a run taken together. */
export const collectionRules: readonly Rule<Collection>[] = [];
