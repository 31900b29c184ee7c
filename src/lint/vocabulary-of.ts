import type { RuleMeta } from "../model/rule.ts";
import { Vocabulary } from "../core/vocabulary.ts";

/** The words that these rules search for. Building the vocabulary takes a few milliseconds. */
export function vocabularyOf(rules: readonly { readonly meta: RuleMeta }[]): Vocabulary {
  return new Vocabulary(rules.flatMap(({ meta }) => meta.words ?? []));
}
