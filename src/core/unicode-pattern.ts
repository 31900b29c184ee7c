import { once } from "./once.ts";

/**
 * A pattern with Unicode properties, compiled on first use. For a literal, V8 would collect the characters of every
 * property when it loads the file, even if the pattern is never used: up to a millisecond each.
 */
export function unicodePattern(source: string, flags = "u"): () => RegExp {
  return once(() => new RegExp(source, flags));
}
