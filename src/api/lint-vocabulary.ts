import { Vocabulary } from "../core/vocabulary.ts";
import { lintRules } from "../rules/lint-rules.ts";

let vocabulary: Vocabulary | undefined;

/** The words of all rules; made when first asked for, as that takes some milliseconds. */
export function lintVocabulary(): Vocabulary {
  return (vocabulary ??= new Vocabulary(lintRules.flatMap(({ meta }) => meta.words ?? [])));
}
