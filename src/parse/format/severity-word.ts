import type { Severity } from "../../model/rule.ts";
import type { Format } from "./format.ts";
import { oneOf } from "./formats.ts";

/** One of the words. Reports print "note", and JSON "info", for the same severity: both are read. */
export function severityWord<Word extends Severity | "note" | "off">(
  known: readonly Word[],
): Format<Exclude<Word, "note"> | "info"> {
  const words = oneOf(known);
  return {
    ...words,
    read: (node, tell) => {
      const word = words.read(node, tell);
      return word === "note" ? "info" : (word as Exclude<Word, "note"> | undefined);
    },
  };
}
