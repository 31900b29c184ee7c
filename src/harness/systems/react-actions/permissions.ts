import type { AgentWorld, Policy, ToolArguments } from "../../../model/agent.ts";
import { series } from "../../../core/sentence.ts";
import { quote } from "../../../core/show.ts";
import { deniedByRule, permissionFor, seekApproval, type Permission } from "../../permissions.ts";
import type { ReactConfig } from "./config.ts";

export type Risk = "low" | "medium" | "high";

const risks: ReadonlyMap<string, Risk> = new Map([
  ["read_file", "low"],
  ["list_dir", "low"],
  ["grep", "low"],
  ["run_script", "medium"],
  ["write_file", "high"],
  ["network_request", "high"],
  ["delete_file", "high"],
]);

/** The tools that the design names. */
export const classifiedTools: readonly string[] = [...risks.keys()];

/** An unclassified tool has high risk, because it may do anything. */
export function riskOf(tool: string): Risk {
  return risks.get(tool) ?? "high";
}

/** The use of a tool for a skill. */
export interface ToolUse {
  readonly tool: string;
  /** The file or the arguments of the tool, such as "scripts/a.py". */
  readonly on: string;
  readonly args: ToolArguments;
  readonly skill: {
    readonly name: string;
    /** Undefined if the skill allows all tools. */
    readonly allowedTools: readonly string[] | undefined;
  };
}

type Rules = Pick<ReactConfig, "allowedTools" | "needApproval">;

/**
 * Whether the configuration, the skill and this run all allow the tool, and whether the user must approve it first.
 */
export function permissionToUse(
  { tool, skill, args }: Omit<ToolUse, "on">,
  rules: Rules,
  policy: Policy,
): Permission {
  if (!isSwitchedOn(tool, rules, policy))
    return refused(`the configuration does not allow the tool ${quote(tool)}`);
  const permission = permissionFor(policy, tool);
  if (permission.outcome === "refused") return permission;
  if (skill.allowedTools && !skill.allowedTools.includes(tool))
    return refused(
      `the skill ${quote(skill.name)} does not allow the tool ${quote(tool)}; ${describeAllowed(skill.allowedTools)}`,
    );
  const decision = policy.decide?.(tool, args);
  if (decision === "deny") return refused(deniedByRule(tool));
  const isAsked = decision === undefined ? mustBeApproved(tool, rules) : decision === "ask";
  return { outcome: isAsked || riskOf(tool) === "high" ? "needs-approval" : "allowed" };
}

/** Why a tool may not be used. */
export interface Denial {
  readonly reason: string;
  /** Set if the tool needs an approval in a run without a user, which fails then. */
  readonly endsRun?: true;
}

/** Obtains the necessary permission and adds an approval to the trace. Undefined if the tool may be used. */
export async function seekPermission(
  use: ToolUse,
  rules: Rules,
  { policy, tracer }: Pick<AgentWorld, "policy" | "tracer">,
  replay: string,
): Promise<Denial | undefined> {
  const { tool, on, skill } = use;
  const permission = permissionToUse(use, rules, policy);
  if (permission.outcome === "refused") return { reason: permission.reason };
  if (permission.outcome === "allowed") return undefined;
  const question = `use the tool ${quote(tool)} (${riskOf(tool)} risk) on ${quote(on)} for the skill ${quote(skill.name)}`;
  const reason = await seekApproval(policy, tracer, question, { tool, skill: skill.name });
  if (reason === undefined) return undefined;
  return policy.approval === "ci"
    ? { reason: `${reason}; to approve everything, run \`${replay}\``, endsRun: true }
    : { reason };
}

/** By default, tools that only read and tools that need the user's approval are enabled. */
function isSwitchedOn(tool: string, { allowedTools, needApproval }: Rules, { configured }: Policy): boolean {
  if (allowedTools) return names(allowedTools, tool);
  return configured !== undefined || riskOf(tool) === "low" || names(needApproval ?? [], tool);
}

/** High-risk tools always need approval, whatever the configuration says. */
function mustBeApproved(tool: string, { needApproval }: Rules): boolean {
  const risk = riskOf(tool);
  return risk === "high" || (needApproval ? names(needApproval, tool) : risk === "medium");
}

/** The design's example configuration calls "network_request" "network". */
function names(tools: readonly string[], tool: string): boolean {
  return tools.includes(tool) || (tool === "network_request" && tools.includes("network"));
}

function describeAllowed(tools: readonly string[]): string {
  return tools.length === 0 ? "it allows no tools" : `it allows ${series(tools.map((tool) => quote(tool)))}`;
}

function refused(reason: string): Permission {
  return { outcome: "refused", reason };
}
