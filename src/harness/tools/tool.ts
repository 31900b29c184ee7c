import type { AgentWorld, HostTool, ToolArguments, ToolSpec } from "../../model/agent.ts";
import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { series } from "../../core/sentence.ts";
import { type Answer, refusal } from "../answer.ts";

/** A tool that a model may call. */
export interface Tool {
  readonly spec: ToolSpec;
  /** Whether a tool of the host may replace it: it reads, writes or runs files, and loads no skill. */
  readonly replaceable?: true;
  /** Returns the problem with the arguments; absent if any arguments are accepted. */
  objectTo?(args: ToolArguments): string | undefined;
  /** What the user must approve first, such as `run the script "a.sh"`; absent if no approval is needed. */
  question?(args: ToolArguments): string;
  run(args: ToolArguments): Answer | Promise<Answer>;
}

/** A type, not an interface, because only a type is assignable to the JSON Schema that a model receives. */
export type Parameter = {
  readonly type: "string" | "integer" | "boolean" | "array";
  readonly description: string;
  /** The allowed strings. */
  readonly enum?: readonly string[];
  /** The items of an array. */
  readonly items?: { readonly type: "string" };
};

interface ToolPlan {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly required: readonly string[];
  readonly replaceable?: true;
  question?(args: ToolArguments): string;
  run(args: ToolArguments): Answer | Promise<Answer>;
}

/** A tool whose arguments are checked against its parameters before it runs. */
export function defineTool(plan: ToolPlan): Tool {
  const { name, description, parameters, required, replaceable, question } = plan;
  return {
    spec: { name, description, parameters: { type: "object", properties: parameters, required } },
    ...(replaceable && { replaceable }),
    objectTo: (args) => objection(args, parameters, required),
    ...(question && { question }),
    run: plan.run,
  };
}

/** The host's tools. Those in a skill's group are included only if `isThere` returns true. */
export function hostTools(
  { hostTools: given }: Pick<AgentWorld, "hostTools">,
  isThere: (tool: HostTool) => boolean = ({ group, always }) => group === undefined || always === true,
): readonly Tool[] {
  return given.filter(isThere).map(({ spec, answer }) => ({
    spec,
    run: (args) => askHost(answer, args),
  }));
}

/** What a tool of the host does with a call. */
export function askHost(answer: HostTool["answer"], args: ToolArguments): Answer {
  const answered = answer(args);
  return typeof answered === "string"
    ? { content: answered, event: { kind: "tool" } }
    : refusal(answered.error);
}

/**
 * Without the agent's own tools that the host replaces with tools of the same name. Throws a SkillsError ("bad-usage")
 * if the host has a tool with the name of one that cannot be replaced.
 */
export function withoutReplaced(
  own: readonly Tool[],
  { hostTools: given }: Pick<AgentWorld, "hostTools">,
): readonly Tool[] {
  if (given.length === 0) return own;
  const names = new Set(given.map(({ spec }) => spec.name));
  return own.filter(({ spec: { name }, replaceable }) => {
    if (names.has(name) && !replaceable)
      throw new SkillsError(
        "bad-usage",
        `the tool ${quote(name)} belongs to the agent; rename the host's tool`,
      );
    return !names.has(name);
  });
}

/** The value of a string argument; empty if it is absent. */
export function textOf(args: ToolArguments, name: string): string {
  const value = args[name];
  return typeof value === "string" ? value : "";
}

export function numberOf(args: ToolArguments, name: string): number | undefined {
  const value = args[name];
  return typeof value === "number" ? value : undefined;
}

export function textsOf(args: ToolArguments, name: string): readonly string[] {
  const value = args[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function objection(
  args: ToolArguments,
  parameters: ToolPlan["parameters"],
  required: readonly string[],
): string | undefined {
  const absent = required.find((name) => args[name] === undefined);
  if (absent !== undefined) return `the argument ${quote(absent)} is missing`;
  for (const [name, value] of Object.entries(args)) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (!parameter)
      return `unknown argument ${quote(name)}; use ${series(
        Object.keys(parameters).map((known) => quote(known)),
        "or",
      )}`;
    const wrong = value === undefined ? undefined : misfit(value, parameter);
    if (wrong !== undefined) return `the argument ${quote(name)} ${wrong}`;
  }
  return undefined;
}

function misfit(value: unknown, { type, enum: allowed }: Parameter): string | undefined {
  if (!isOf(type, value))
    return `must be ${type === "array" ? "a list of strings" : type === "integer" ? "an integer" : `a ${type}`}`;
  if (!allowed || (typeof value === "string" && allowed.includes(value))) return undefined;
  return `is ${quote(String(value))}; use ${series(
    allowed.map((word) => quote(word)),
    "or",
  )}`;
}

function isOf(type: Parameter["type"], value: unknown): boolean {
  if (type === "integer") return Number.isSafeInteger(value);
  return type === "array"
    ? Array.isArray(value) && value.every((item) => typeof item === "string")
    : typeof value === type;
}
