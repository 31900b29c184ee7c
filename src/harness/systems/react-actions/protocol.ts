import type { ModelReply, ToolArguments } from "../../../model/agent.ts";
import { isObject } from "../../../core/is-object.ts";
import { nearest } from "../../../core/nearest.ts";
import { series } from "../../../core/sentence.ts";
import { quote } from "../../../core/show.ts";
import type { ActionNames } from "../../system.ts";
import type { SkillReference } from "./skill-index.ts";
import { readMembers, type Members, type MemberReader } from "./members.ts";
import { type PlanUpdate, readPlanUpdate } from "./plan.ts";

/** Every action that a model can take. */
export type Action =
  | { readonly action: "select_skills"; readonly skills: readonly SkillReference[]; readonly reason: string }
  | {
      readonly action: "load_resource";
      readonly skill: SkillReference;
      readonly relative_path: string;
      readonly section_hint: string | undefined;
    }
  | {
      readonly action: "run_script";
      readonly skill: SkillReference;
      readonly relative_path: string;
      readonly args: readonly string[];
    }
  /**
   * Not one of the four actions in the design, which calls those the minimum: calls a tool that reads a skill, or a
   * tool of the host.
   */
  | {
      readonly action: "call_tool";
      readonly skill: SkillReference;
      readonly tool: string;
      readonly arguments: ToolArguments;
    }
  | { readonly action: "final_answer"; readonly answer: string };

type ActionName = Action["action"];

export type Decision =
  | {
      readonly action: Action;
      readonly planUpdate: PlanUpdate | undefined;
      /** The members as given. */
      readonly given: Members;
    }
  | { readonly objection: string };

const readers: Readonly<Record<ActionName, (read: MemberReader) => Action>> = {
  select_skills: (read) => ({
    action: "select_skills",
    skills: read.skills("skills"),
    reason: read.text("reason"),
  }),
  load_resource: (read) => ({
    action: "load_resource",
    skill: read.skill("skill"),
    relative_path: read.text("relative_path"),
    section_hint: read.optionalText("section_hint"),
  }),
  run_script: (read) => ({
    action: "run_script",
    skill: read.skill("skill"),
    relative_path: read.text("relative_path"),
    args: read.texts("args"),
  }),
  call_tool: (read) => ({
    action: "call_tool",
    skill: read.skill("skill"),
    tool: read.text("tool"),
    arguments: read.members("arguments"),
  }),
  final_answer: (read) => ({ action: "final_answer", answer: read.text("answer") }),
};

/** Reads a reply, which must be one JSON object, bare or in one fence, without tool calls. */
export function readDecision({ text = "", calls = [] }: ModelReply): Decision {
  if (calls.length > 0) return { objection: "the reply calls tools; write one JSON object as text instead" };
  const members = parseObject(text);
  if (!members)
    return {
      objection: `the reply is ${text.trim() === "" ? "empty" : quote(text, 60)}; write one JSON object and nothing else`,
    };
  const { action: name, plan_update: update, ...given } = members;
  if (typeof name !== "string" || !isActionName(name))
    return {
      objection: `${describeAction(name)}; use ${series(
        actionNames.map((known) => quote(known)),
        "or",
      )}`,
    };
  const read = readMembers(given, `the action ${quote(name)}`);
  const action = readers[name](read);
  const planUpdate = update === undefined ? undefined : readPlanUpdate(update);
  const objection = read.finish();
  if (objection !== undefined) return { objection };
  if (planUpdate && "objection" in planUpdate) return planUpdate;
  return { action, planUpdate, given };
}

/** What an action names, or why it is none. */
export function readAction(
  written: Readonly<Record<string, unknown>>,
): ActionNames | { readonly objection: string } {
  const decision = readDecision({ text: JSON.stringify(written) });
  if ("objection" in decision) return decision;
  const { action } = decision;
  switch (action.action) {
    case "select_skills":
      return { skill: action.skills.map(({ name }) => name) };
    case "load_resource":
    case "run_script":
      return { skill: [action.skill.name], file: [action.relative_path] };
    case "call_tool":
      return { skill: [action.skill.name], tool: [action.tool] };
    case "final_answer":
      return {};
  }
}

const actionNames = [
  "select_skills",
  "load_resource",
  "run_script",
  "call_tool",
  "final_answer",
] as const satisfies readonly ActionName[];

function isActionName(name: string): name is ActionName {
  return Object.hasOwn(readers, name);
}

function describeAction(name: unknown): string {
  if (typeof name !== "string") return 'the object has no "action"';
  const like = nearest(name, actionNames);
  return `unknown action ${quote(name)}${like === undefined ? "" : ` (did you mean ${quote(like)}?)`}`;
}

/** Greater than the depth of any action. It is limited because printing a trace is recursive. */
const deepest = 32;

function parseObject(text: string): Members | undefined {
  const [, inner = text] = /^\s*```(?:json)?[ \t]*\n([^]*?)\n[ \t]*```\s*$/.exec(text) ?? [];
  try {
    const value: unknown = JSON.parse(inner);
    return isObject(value) && !isDeeper(value, deepest) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)))
  );
}
