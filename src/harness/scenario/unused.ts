import { quote } from "../../core/show.ts";
import type { FilePosition } from "../../core/place.ts";
import {
  isChange,
  type PermissionRule,
  type Scenario,
  type ScenarioStep,
  type ToolAnswer,
} from "../../model/scenario.ts";
import type { Played } from "./played.ts";

/** The parts of a scenario that had no effect on the session. */
export function findUnused(scenario: Scenario, played: Played, use: SessionUse): readonly UnusedPart[] {
  return [
    ...unplayedSteps(scenario, played, use),
    ...unusedScripts(scenario, use),
    ...unusedAnswers(scenario, use),
    ...unusedRules(scenario, use),
    ...surplusPrompts(scenario, use),
    ...unusedApprovals(scenario, use),
  ];
}

/**
 * Steps after the end of the session. If the session is expected to end at a limit, further steps show that the limit
 * ended it.
 */
function unplayedSteps(
  { positions, expectations, steps: all = [] }: Scenario,
  { result: { stop, trace } }: Played,
  { steps }: SessionUse,
): readonly UnusedPart[] {
  const isExpected = expectations.some((each) => each.kind === "stop" && each.value === stop);
  if (!steps || (isExpected && stop !== "answered" && stop !== "nothing-to-do")) return [];
  const changes = all.filter(isChange);
  const changed = new Set<ScenarioStep>(
    changes.slice(0, trace.filter(({ kind }) => kind === "change").length),
  );
  return positions.steps.flatMap((at, index) =>
    steps.has(index) || changed.has(all[index]!)
      ? []
      : [{ at, message: `step ${index + 1} was never played: the session had ended with ${quote(stop)}` }],
  );
}

function unusedScripts(
  { scripts, positions }: Scenario,
  { scripts: used }: SessionUse,
): readonly UnusedPart[] {
  return positions.scripts.flatMap((at, index) => {
    const { file, skill } = scripts[index] ?? {};
    return !used || used.has(index) || file === undefined || skill === undefined
      ? []
      : [{ at, message: `the recorded result of ${quote(`${skill}/${file}`, 80)} was never used` }];
  });
}

function unusedAnswers({ tools }: Scenario, { answered }: SessionUse): readonly UnusedPart[] {
  return tools.flatMap(({ name, answers = [] }) =>
    answers.flatMap((each, index) =>
      answered.has(each)
        ? []
        : [{ at: each.at, message: `answer ${index + 1} of the tool ${quote(name, 80)} was never given` }],
    ),
  );
}

function unusedRules(
  { policy: { rules }, positions }: Scenario,
  { rules: used }: SessionUse,
): readonly UnusedPart[] {
  return positions.policy.rules.flatMap((at, index) => {
    const rule = rules[index];
    return !rule || used.has(rule)
      ? []
      : [{ at, message: `the rule for the tool ${quote(rule.tool, 80)} was never used` }];
  });
}

/** Prompts after the first one for which no step was left. */
function surplusPrompts({ positions }: Scenario, { unasked }: SessionUse): readonly UnusedPart[] {
  return positions.prompts.flatMap((at, index) =>
    index > 0 && unasked.has(index)
      ? [{ at, message: `prompt ${index + 1} has no step left, so the model only answers it; add one` }]
      : [],
  );
}

function unusedApprovals(
  { policy: { approval, approvals }, positions }: Scenario,
  use: SessionUse,
): readonly UnusedPart[] {
  return positions.policy.approvals.slice(use.approvals).map((at, index) => ({
    at,
    message:
      approval === "interactive"
        ? `the answer ${use.approvals + index + 1} of ${approvals.length} was never asked for`
        : "the user is never asked; write `approval: interactive`",
  }));
}

/** A part of a scenario without any effect, or with a name that means nothing: it tests nothing. */
export interface UnusedPart {
  readonly message: string;
  readonly at: FilePosition;
}

/** What is known about a session besides its result. */
export interface SessionUse {
  /** Indexes of the steps that were played and of the recordings that were used; absent if others replaced them. */
  readonly steps?: ReadonlySet<number>;
  readonly scripts?: ReadonlySet<number>;
  /** The answers of tools that were given. */
  readonly answered: ReadonlySet<ToolAnswer>;
  /** The rules of the policy that decided a call. */
  readonly rules: ReadonlySet<PermissionRule>;
  /** Indexes of the prompts that the model answered without a step. */
  readonly unasked: ReadonlySet<number>;
  /** Number of the scenario's approvals that were asked for. */
  readonly approvals: number;
}
