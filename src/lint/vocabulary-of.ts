import type { RuleMeta } from "../model/rule.ts";
import { Vocabulary } from "../core/vocabulary.ts";

/** The words of these rules. Building it takes some milliseconds. */
export function vocabularyOf(rules: readonly { readonly meta: RuleMeta }[]): Vocabulary {
  return new Vocabulary(rules.flatMap(({ meta }) => meta.words ?? []));
}
