import { once } from "./once.ts";

/**
 * A pattern with Unicode properties, made when it is first asked for. Of a literal V8 gathers the characters of every property when it
 * loads the file, whether the pattern is used or not: up to a millisecond each.
 */
export function unicodePattern(source: string, flags = "u"): () => RegExp {
  return once(() => new RegExp(source, flags));
}
