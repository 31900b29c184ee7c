import { series } from "../../../core/sentence.ts";
import { quote } from "../../../core/show.ts";
import type { Constraints } from "./config.ts";
import { type MemberReader, type Members, readMembers } from "./members.ts";

const stepStatuses = ["pending", "in_progress", "completed"] as const;

type StepStatus = (typeof stepStatuses)[number];

interface PlanStep {
  readonly id: string;
  readonly title: string;
  readonly status: StepStatus;
}

/** What the model intends to do, with the design's property names. */
export interface Plan {
  readonly goal: string;
  readonly steps: readonly PlanStep[];
  readonly assumptions: readonly string[];
  readonly constraints: Constraints;
}

/** A change to the plan. Members that are absent from a patch are not changed. */
export type PlanUpdate =
  | {
      readonly kind: "replace";
      readonly plan: Omit<Plan, "constraints"> & { readonly constraints: Partial<Constraints> };
    }
  | { readonly kind: "patch"; readonly patch: PlanPatch };

interface PlanPatch {
  readonly goal: string | undefined;
  /** Steps to remove, before others are added. */
  readonly remove: readonly string[];
  /** Steps to add, at the end unless `order` is given. */
  readonly add: readonly PlanStep[];
  /** The ids of all steps, in their new order. */
  readonly order: readonly string[] | undefined;
  readonly status: ReadonlyMap<string, StepStatus>;
  /** Replaces the previous assumptions. */
  readonly assumptions: readonly string[] | undefined;
  readonly constraints: Partial<Constraints>;
}

/** The plan if the model provided none: the three steps that the design has for every task. */
export function makePlan(goal: string, constraints: Constraints): Plan {
  const titles = [
    "choose and load the skills for it",
    "follow them: run scripts, read resources",
    "check the result and give the answer",
  ];
  return {
    goal,
    steps: titles.map((title, index) => ({ id: `s${index + 1}`, title, status: "pending" })),
    assumptions: [],
    constraints,
  };
}

/**
 * The plan after a change, or why the change is invalid. Constraints may become stricter than `most`, but not looser.
 */
export function changePlan(
  plan: Plan,
  update: PlanUpdate,
  most: Constraints,
): Plan | { readonly objection: string } {
  const changed =
    update.kind === "replace"
      ? { ...update.plan, constraints: { ...most, ...update.plan.constraints } }
      : patchPlan(plan, update.patch);
  if ("objection" in changed) return changed;
  const objection = objectToSteps(changed.steps) ?? objectToConstraints(changed.constraints, most);
  return objection === undefined ? changed : { objection };
}

function patchPlan(
  plan: Plan,
  { goal, remove, add, order, status, assumptions, constraints }: PlanPatch,
): Plan | { readonly objection: string } {
  const named = [...remove, ...status.keys()].find(
    (id) => ![...plan.steps, ...add].some((step) => step.id === id),
  );
  if (named !== undefined) return { objection: `unknown step ${quote(named)}` };
  const kept = [...plan.steps.filter(({ id }) => !remove.includes(id)), ...add].map((step) => ({
    ...step,
    status: status.get(step.id) ?? step.status,
  }));
  const steps = order ? reorder(kept, order) : kept;
  if (!steps)
    return {
      objection: `"order" must name each step once; the steps are ${series(kept.map(({ id }) => quote(id)))}`,
    };
  return {
    goal: goal ?? plan.goal,
    steps,
    assumptions: assumptions ?? plan.assumptions,
    constraints: { ...plan.constraints, ...constraints },
  };
}

function reorder(steps: readonly PlanStep[], order: readonly string[]): readonly PlanStep[] | undefined {
  const sorted = order.flatMap((id) => steps.filter((step) => step.id === id));
  return sorted.length === steps.length && new Set(order).size === steps.length ? sorted : undefined;
}

function objectToSteps(steps: readonly PlanStep[]): string | undefined {
  const double = steps.find(({ id }, index) => steps.findIndex((step) => step.id === id) !== index);
  return double && `two steps have the id ${quote(double.id)}`;
}

function objectToConstraints(constraints: Constraints, most: Constraints): string | undefined {
  for (const name of constraintNames) {
    if (constraints[name] > most[name])
      return `the constraint ${quote(name)} is ${constraints[name]} (maximum ${most[name]})`;
  }
  return undefined;
}

/** Reads the member "plan_update" of an action: a whole plan, or changes to the current one. */
export function readPlanUpdate(value: unknown): PlanUpdate | { readonly objection: string } {
  const given = readMembers({ plan_update: value }, "the reply");
  const update = given.members("plan_update");
  const kind = (["replace", "patch"] as const).find(
    (name) => Object.keys(update).length === 1 && Object.hasOwn(update, name),
  );
  const objection = given.finish();
  if (objection !== undefined || kind === undefined)
    return {
      objection: objection ?? '"plan_update" must have exactly one key, "replace" or "patch"',
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
    read.addObjection('the new plan has no "steps"; add a list of {"id", "title", "status"}');
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
    if (objection !== undefined) outer.addObjection(objection);
    return step;
  });
}

function readStatuses(outer: MemberReader): ReadonlyMap<string, StepStatus> {
  const members = outer.optionalMembers("status");
  const read = readMembers(members, '"status" of the patch');
  const statuses = new Map(Object.keys(members).map((id) => [id, toStatus(read.text(id), read)]));
  const objection = read.finish();
  if (objection !== undefined) outer.addObjection(objection);
  return statuses;
}

function toStatus(written: string, read: MemberReader): StepStatus {
  const status = stepStatuses.find((known) => known === written);
  if (status === undefined)
    read.addObjection(`unknown status ${JSON.stringify(written)}; use ${series(stepStatuses, "or")}`);
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
    outer.addObjection(
      `the constraint ${JSON.stringify(strange[0])} is ${JSON.stringify(strange[1])}; use a whole number for ${series(constraintNames, "or")}`,
    );
  return Object.fromEntries(
    constraintNames.flatMap((name) => (isCount(given[name]) ? [[name, given[name]]] : [])),
  );
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && typeof value === "number" && value >= 0;
}
