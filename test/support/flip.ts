import { stops, type Expectation } from "../../src/model/scenario.ts";
import { measure } from "../../src/harness/scenario/measure.ts";
import type { Played } from "../../src/harness/scenario/played.ts";

const missingName = "no-such-thing";

/** Expectations that cannot hold where this one does. */
export function flip(expectation: Expectation, played: Played): readonly Expectation[] {
  const { result } = played;
  switch (expectation.kind) {
    case "order": {
      const { events } = expectation;
      const missing = {
        ...expectation,
        events: [...events, { kind: "activate", skill: missingName }],
      } as const;
      return events.length === 1 ? [missing] : [missing, { ...expectation, events: events.toReversed() }];
    }
    case "set":
      return flipSet(expectation);
    case "text":
      if (expectation.how === "matches")
        return [
          { ...expectation, value: missingName },
          { ...expectation, how: "contains", value: missingName },
        ];
      return [{ ...expectation, how: expectation.how === "lacks" ? "contains" : "lacks" }];
    case "most":
      return [{ ...expectation, limit: measure(result.trace, expectation.of) - 1 }];
    case "only":
      return result.trace.some(({ kind }) => kind === "activate" || kind === "resource" || kind === "script")
        ? [{ ...expectation, events: [] }]
        : [];
    case "round":
      return flip(expectation.expectation, played).flatMap((flipped) =>
        flipped.kind === "set" || flipped.kind === "text" ? [{ ...expectation, expectation: flipped }] : [],
      );
    case "stop":
      return stops.filter((stop) => stop !== expectation.value).map((value) => ({ ...expectation, value }));
  }
}

function flipSet(expectation: Extract<Expectation, { readonly kind: "set" }>): readonly Expectation[] {
  const { extent, values } = expectation;
  if (extent === "never")
    return values.map((value) => ({ ...expectation, extent: "includes", values: [value] }));
  const more = { ...expectation, values: [...values, missingName] };
  const without = values.map((value) => ({ ...expectation, extent: "never" as const, values: [value] }));
  const fewer =
    extent === "exactly" && values.length > 0 ? [{ ...expectation, values: values.slice(1) }] : [];
  return [more, ...without, ...fewer];
}
