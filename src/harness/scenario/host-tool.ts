import { isObject } from "../../core/is-object.ts";
import { quote } from "../../core/show.ts";
import type { HostTool } from "../../model/agent.ts";
import type { ScenarioTool, ToolAnswer } from "../../model/scenario.ts";
import { defaultSeconds } from "../scripts/ended-early.ts";

/** Whether a value has everything that is wanted; maps may have more. */
export function fits(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted))
    return (
      Array.isArray(value) &&
      value.length === wanted.length &&
      wanted.every((item, index) => fits(value[index], item))
    );
  if (!isObject(wanted)) return value === wanted;
  return (
    isObject(value) &&
    Object.entries(wanted).every(([name, inner]) => Object.hasOwn(value, name) && fits(value[name], inner))
  );
}

interface HostOptions {
  /** Seconds that a tool may take; the default is that of scripts. */
  readonly longestDelay?: number | undefined;
  /** Receives each of the tool's `answers` that is given. */
  onAnswer?(given: ToolAnswer): void;
}

/** A host tool as a scenario describes it. */
export function toHostTool(
  { name, description = "", parameters = { type: "object" }, group, always, ...recorded }: ScenarioTool,
  { longestDelay = defaultSeconds, onAnswer }: HostOptions = {},
): HostTool {
  const { answer, answers } = recorded;
  return {
    spec: { name, description, parameters },
    answer: (args) => {
      const given = answers?.find(({ when = {} }) => fits(args, when));
      if (given) onAnswer?.(given);
      if (answers && !given && answer === undefined)
        return {
          error: `no answer of ${quote(name, 80)} is recorded for ${quote(JSON.stringify(args), 200)}`,
        };
      const { delay = 0 } = given ?? recorded;
      if (delay > longestDelay)
        return { error: `${quote(name, 80)} did not answer within ${longestDelay} s, its limit` };
      if (given) return "error" in given ? { error: given.error } : given.answer;
      return answer ?? "";
    },
    ...(group !== undefined && { group }),
    ...(always && { always }),
  };
}
