import { nearest } from "../../core/nearest.ts";
import { quote } from "../../core/show.ts";

/** The end of a message that suggests the most similar of the known words; empty if none is similar. */
export function meant(word: string, known: Iterable<string>): string {
  const like = nearest(word, Array.from(new Set(known)));
  return like === undefined ? "" : `; did you mean ${quote(like, 80)}?`;
}
