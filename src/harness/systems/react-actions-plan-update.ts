import type { Constraints } from "./react-actions-config.ts";
import { readMembers, type Members, type MemberReader } from "./react-actions-members.ts";
import { stepStatuses, type PlanStep, type PlanUpdate, type StepStatus } from "./react-actions-plan.ts";

/** Reads what stands as "plan_update" beside an action: a whole plan, or what is to change of the one there is. */
export function readPlanUpdate(value: unknown): PlanUpdate | { readonly objection: string } {
  const given = readMembers({ plan_update: value }, "the reply");
  const update = given.members("plan_update");
  const kind = (["replace", "patch"] as const).find(
    (name) => Object.keys(update).length === 1 && Object.hasOwn(update, name),
  );
  const objection = given.finish();
  if (objection !== undefined || kind === undefined)
    return {
      objection: objection ?? '"plan_update" has neither "replace" nor "patch" alone, expected one of them',
    };
  const outer = readMembers(update, '"plan_update"');
  const members = outer.members(kind);
  return kind === "replace" ? readReplacement(members, outer.finish()) : readPatch(members, outer.finish());
}

function readReplacement(
  members: Members,
  earlier: string | undefined,
): PlanUpdate | { readonly objection: string } {
  const read = readMembers(members, "the new plan");
  const steps = readSteps(read, "steps");
  if (steps.length === 0)
    read.object('the new plan has no "steps", expected a list of {"id", "title", "status"}');
  const plan = {
    goal: read.text("goal"),
    steps,
    assumptions: read.optionalTexts("assumptions") ?? [],
    constraints: readConstraints(read),
  };
  const objection = earlier ?? read.finish();
  return objection === undefined ? { kind: "replace", plan } : { objection };
}

function readPatch(
  members: Members,
  earlier: string | undefined,
): PlanUpdate | { readonly objection: string } {
  const read = readMembers(members, "the patch of the plan");
  const patch = {
    goal: read.optionalText("goal"),
    remove: read.optionalTexts("remove_steps") ?? [],
    add: readSteps(read, "add_steps"),
    order: read.optionalTexts("order"),
    status: readStatuses(read),
    assumptions: read.optionalTexts("assumptions"),
    constraints: readConstraints(read),
  };
  const objection = earlier ?? read.finish();
  return objection === undefined ? { kind: "patch", patch } : { objection };
}

function readSteps(outer: MemberReader, name: string): readonly PlanStep[] {
  return outer.list(name).map(({ members, called }) => {
    const read = readMembers(members, called);
    const step = {
      id: read.text("id"),
      title: read.text("title"),
      status: toStatus(read.optionalText("status") ?? "pending", read),
    };
    const objection = read.finish();
    if (objection !== undefined) outer.object(objection);
    return step;
  });
}

function readStatuses(outer: MemberReader): ReadonlyMap<string, StepStatus> {
  const members = outer.optionalMembers("status");
  const read = readMembers(members, '"status" of the patch');
  const statuses = new Map(Object.keys(members).map((id) => [id, toStatus(read.text(id), read)]));
  const objection = read.finish();
  if (objection !== undefined) outer.object(objection);
  return statuses;
}

function toStatus(written: string, read: MemberReader): StepStatus {
  const status = stepStatuses.find((known) => known === written);
  if (status === undefined)
    read.object(`the status ${JSON.stringify(written)} is none of ${stepStatuses.join(", ")}`);
  return status ?? "pending";
}

const constraintNames = [
  "max_turns",
  "max_tool_calls",
  "max_script_runs",
] as const satisfies readonly (keyof Constraints)[];

function readConstraints(outer: MemberReader): Partial<Constraints> {
  const given = outer.optionalMembers("constraints");
  const strange = Object.entries(given).find(
    ([name, value]) => !constraintNames.some((known) => known === name) || !isCount(value),
  );
  if (strange)
    outer.object(
      `the constraint ${JSON.stringify(strange[0])} is ${JSON.stringify(strange[1])}, expected a whole number for ${constraintNames.join(", ")}`,
    );
  return Object.fromEntries(
    constraintNames.flatMap((name) => (isCount(given[name]) ? [[name, given[name]]] : [])),
  );
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && typeof value === "number" && value >= 0;
}
