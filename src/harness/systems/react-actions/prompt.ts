import type { Constraints, ReactConfig } from "./config.ts";
import { insert, type OwnPrompts } from "../../own-prompts.ts";
import type { IndexedSkill } from "./skill-index.ts";
import type { Plan } from "./plan.ts";

/** What the system prompt consists of. The design lists it, but not its wording. */
export interface PromptContent {
  /** The texts that the user gives in place of ours. */
  readonly own: OwnPrompts;
  readonly index: string;
  /** Absent before the model's first decision. */
  readonly plan: Plan | undefined;
  readonly limits: Constraints;
  readonly spent: Constraints;
  readonly bodiesPerRound: ReactConfig["bodiesPerRound"];
  /** One line for each tool of call_tool. */
  readonly tools: readonly string[];
}

/** The instructions and the state of the run, generated again for every round. */
export function renderPrompt(content: PromptContent): string {
  const { own, index, plan, limits, spent, bodiesPerRound, tools } = content;
  const [skills, budget] = [index === "" ? "There are no skills." : index, renderBudget(limits, spent)];
  if (own.system !== undefined)
    return insert(
      { skills, budget, plan: plan ? JSON.stringify(plan) : "", tools: tools.join("\n") },
      own.system,
    );
  return [
    "You work in rounds: you choose one action, it is carried out, and you see the result.",
    `## Actions\n\n${renderProtocol(bodiesPerRound, tools)}`,
    `## Skills\n\n${skills}`,
    `## Plan\n\n${plan ? JSON.stringify(plan) : 'There is none yet. Make it now: put "plan_update": {"replace": …} beside your action; it may be coarse.'}`,
    `## Budget\n\n${budget}`,
  ].join("\n\n");
}

/**
 * The available skills: only name, source and description. Line breaks are folded, so each skill has one
 * line.
 */
export function renderIndex(skills: readonly IndexedSkill[]): string {
  return skills
    .flatMap(({ name, scope, description, hidden }) =>
      hidden ? [] : [`- ${fold(name)} (${scope}): ${fold(description)}`],
    )
    .join("\n");
}

/** The user's request with its whitespace normalized. */
export function normalize(request: string): string {
  return fold(request.normalize("NFC"));
}

function renderProtocol(bodies: number, tools: readonly string[]): string {
  const skill = '"skill": {"name": "…", "source": "project|user|builtin"}';
  return [
    'Answer with one JSON object and nothing else. Omit "source" if only one skill has the name. The actions are:',
    `- {"action": "select_skills", "skills": [{"name": "…", "source": "…"}], "reason": "…"}: loads the instructions of skills, at most ${bodies} per round`,
    `- {"action": "load_resource", ${skill}, "relative_path": "…", "section_hint": "## …"}: reads one file of a loaded skill, or only the section under that heading`,
    `- {"action": "run_script", ${skill}, "relative_path": "…", "args": ["…"]}: runs a script of a loaded skill`,
    `- {"action": "call_tool", ${skill}, "tool": "…", "arguments": {…}}: uses a tool for a loaded skill:`,
    ...tools.map((tool) => `  - ${tool}`),
    '- {"action": "final_answer", "answer": "…"}: ends the work',
    'Beside any action "plan_update" changes the plan, with {"replace": {"goal", "steps": [{"id", "title", "status"}], "assumptions", "constraints"}}',
    'or {"patch": {"goal", "add_steps", "remove_steps", "order", "status": {"s1": "completed"}, "assumptions", "constraints"}}. A status is pending, in_progress or completed.',
  ].join("\n");
}

function renderBudget(limits: Constraints, spent: Constraints): string {
  const left = (name: keyof Constraints): string =>
    `${Math.max(0, limits[name] - spent[name])} of ${limits[name]}`;
  return `Left: ${left("max_turns")} turns, ${left("max_tool_calls")} tool calls, ${left("max_script_runs")} script runs.`;
}

function fold(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
