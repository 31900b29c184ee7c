import type { Policy } from "../model/agent.ts";
import { quote } from "../core/show.ts";
import type { Tracer } from "../model/trace.ts";

export type Permission =
  | { readonly outcome: "allowed" | "needs-approval" }
  /** One sentence, for the model and for the user. */
  | { readonly outcome: "refused"; readonly reason: string };

/** Whether a tool may be used at all: both the configuration and this run must allow it. */
export function permissionFor(policy: Policy, tool: string): Permission {
  if (policy.configured && !policy.configured.includes(tool))
    return { outcome: "refused", reason: `the configuration does not allow the tool ${quote(tool)}` };
  if (policy.allowed && !policy.allowed.includes(tool))
    return { outcome: "refused", reason: `this run does not allow the tool ${quote(tool)}` };
  return { outcome: "allowed" };
}

/** Why the rules of the permission manager do not allow a call. */
export function deniedByRule(tool: string): string {
  return `the permission rules do not allow this call of the tool ${quote(tool)}`;
}

/** Whether an allowed action that needs approval may be carried out, or the user must be asked first. */
function permissionToAct({ approval }: Policy, question: string): Permission {
  if (approval === "ci")
    return {
      outcome: "refused",
      reason: `${question}: needs approval, but this run cannot ask for it`,
    };
  return { outcome: approval === "yes" ? "allowed" : "needs-approval" };
}

/** Asks for an approval and adds it to the trace. Undefined if it was given, otherwise the reason. */
export async function seekApproval(
  policy: Policy,
  tracer: Tracer,
  question: string,
  { tool, skill }: { readonly tool: string; readonly skill?: string },
): Promise<string | undefined> {
  const permission = permissionToAct(policy, question);
  if (permission.outcome === "refused") return permission.reason;
  if (permission.outcome === "needs-approval" && !(await policy.ask?.(question)))
    return `${question}: not approved`;
  const text = `${question}: ${permission.outcome === "allowed" ? "approved beforehand" : "approved"}`;
  const kind = "approve";
  tracer.add(skill === undefined ? { tool, kind, text } : { tool, skill, kind, text });
  return undefined;
}
