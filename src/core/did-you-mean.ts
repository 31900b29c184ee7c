import { quote } from "./show.ts";

/** The end of a message that suggests a similar word, such as one from `nearest`; empty if there is none. */
export function didYouMean(similar: string | undefined): string {
  return similar === undefined ? "" : `; did you mean ${quote(similar)}?`;
}
