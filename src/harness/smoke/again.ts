import type { CheckResult } from "../../model/smoke.ts";
import { fail, pass } from "./check-result.ts";
import type { Stage, Step } from "./stage.ts";

/** The model asks for what it has; undefined where only a person can ask. */
export async function again(stage: Stage, first: Step): Promise<CheckResult | undefined> {
  const { entry, system, agent, conduct } = stage;
  if (!entry || entry.hidden) return undefined;
  const mayRead = conduct.again === "repeats" ? ["SKILL.md"] : [];
  const { events, content } = await stage.reply(system.speak.activate(entry, agent.request().tools), mayRead);
  const isRepeated = content.includes(first.content);
  if (conduct.again === "repeats")
    return isRepeated
      ? pass("the instructions are given once more, as this agent documents")
      : fail("the instructions are not given once more, which this agent documents");
  if (isRepeated) return fail("the instructions stand in the conversation twice");
  return events.some(({ kind }) => kind === "again")
    ? pass("the instructions are not repeated: the model is told that it has them")
    : fail("the model is not told that it has the instructions already");
}
