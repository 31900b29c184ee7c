import type { ContextReader } from "../../model/skill.ts";
import { answerRequests } from "../../programs/threads.ts";
import { openAgain, type OpenedDirectory } from "../../read/directory.ts";
import { contextReader } from "../../find/surroundings.ts";
import { noteContext } from "../cache/noted-context.ts";
import type { CheckPlan } from "../check/check.ts";
import type { LintPlan } from "../lint/prepare-run.ts";
import type { ValidatePlan } from "../validate.ts";
import type { SkillWork, ThreadResult } from "./results-of.ts";

type Plan = ValidatePlan | LintPlan | CheckPlan;

/** Runs in a thread until its crew ends it. */
export function runThread(): void {
  answerRequests(async (plan: Plan) => {
    const noted = noteContext(contextReader());
    const work = await workOf(plan, noted.contextOf);
    return async (opened: OpenedDirectory): Promise<ThreadResult<unknown, unknown>> => {
      const source = openAgain(opened);
      return { ...(await work(source)), asked: noted.take(source) };
    };
  });
}

async function workOf(plan: Plan, contextOf: ContextReader): Promise<SkillWork<unknown, unknown>> {
  if (plan.command === "validate") return (await import("../validate.ts")).validateWork(plan, contextOf);
  if (plan.command === "lint") return (await import("../lint/lint-results.ts")).lintWork(plan, contextOf);
  return (await import("../check/check.ts")).checkWork(plan, contextOf);
}
