import type { Agent, Message } from "../../../model/agent.ts";
import type { Constraints } from "./config.ts";
import type { Plan } from "./plan.ts";

/** The state of one run, as in the design; the trace is its audit trail. */
export interface RunState {
  request: string;
  plan: Plan | undefined;
  readonly conversation: Message[];
  /** How much of each limit has been used. */
  spent: Constraints;
  /** Number of consecutive replies without an action. */
  rejected: number;
  answer: string | undefined;
  stopped: Agent["stopped"];
}

export function newState(): RunState {
  return {
    request: "",
    plan: undefined,
    conversation: [],
    spent: { max_turns: 0, max_tool_calls: 0, max_script_runs: 0 },
    rejected: 0,
    answer: undefined,
    stopped: undefined,
  };
}

/** Starts a new run, which keeps only the conversation of the previous one. */
export function beginRun(state: RunState, request: string): void {
  state.request = request;
  state.plan = undefined;
  state.answer = undefined;
}
