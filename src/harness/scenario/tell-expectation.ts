import { expectedSets, expectedTexts, type Expectation } from "../../model/scenario.ts";
import { grouped, series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { tellPattern } from "./match-event.ts";
import { tellMeasure } from "./measure.ts";

const extentWords = { exactly: "exactly", includes: "among them", never: "none of" } as const;

/** What is expected, in words. */
export function tellExpectation(expectation: Expectation): string {
  switch (expectation.kind) {
    case "order":
      return `in this order: ${expectation.events.map(tellPattern).join(", then ")}`;
    case "set":
      return `${expectedSets[expectation.of]}: ${extentWords[expectation.extent]} ${expectation.values.length === 0 ? "nothing" : series(expectation.values.map((value) => quote(value, 80)))}`;
    case "text":
      return `${expectedTexts[expectation.of]}: ${expectation.how} ${quote(expectation.value, 80)}`;
    case "most":
      return `${tellMeasure(expectation.of)}: at most ${grouped(expectation.limit)}`;
    case "only":
      return "nothing else is activated, read or run";
    case "stop":
      return `the session ends with ${quote(expectation.value)}`;
  }
}
