import type { System } from "../system.ts";
import type {
  AgentWorld,
  Budget,
  Model,
  Policy,
  ScriptRunner,
  SkillRoot,
  SystemId,
} from "../../model/agent.ts";
import { SkillsError } from "../../core/errors.ts";
import { describeProblems } from "../../core/file-problem.ts";
import type { FilePosition } from "../../core/place.ts";
import type {
  PermissionRule,
  Scenario,
  ScenarioOutcome,
  ScenarioPolicy,
  ScenarioStep,
  ToolAnswer,
  ExpectationResult,
} from "../../model/scenario.ts";
import type { SkillSource } from "../../model/source.ts";
import type { TokenCounter } from "../../model/token-counter.ts";
import type { TraceEvent, Tracer } from "../../model/trace.ts";
import { scripted } from "../models/scripted.ts";
import { dryRunner } from "../scripts/dry.ts";
import { runSession } from "../session.ts";
import { startTrace } from "../tracer.ts";
import { SettingError } from "../own-prompts.ts";
import { openChanges, StepError } from "./changes.ts";
import { judge, outcomeOf, describeExpectation, worst } from "./judge.ts";
import { fits, toHostTool } from "./host-tool.ts";
import { watchRequests, type Played } from "./played.ts";
import { settingPosition } from "./read-settings.ts";
import { collectNames, findUnknownNames, type OtherNames } from "./unknown-names.ts";
import { findUnused, type SessionUse, type UnusedPart } from "./unused.ts";

export interface ScenarioNeeds {
  /** All available systems; the scenario selects some of them. */
  readonly systems: readonly System[];
  roots(system: System, scenario: Scenario): readonly SkillRoot[];
  /** The files of the user's project; absent or undefined if the scenario has none. */
  project?(scenario: Scenario): SkillSource | undefined;
  readonly tokens: TokenCounter;
  /** Replaces the scenario's steps. */
  model?(system: System, scenario: Scenario): Model;
  /** Replaces the results that are recorded in the scenario. */
  scripts?(scenario: Scenario): ScriptRunner;
  watch?(event: TraceEvent, system: SystemId): void;
}

/** The result of one scenario in one system. */
export interface ScenarioPlay {
  readonly system: SystemId;
  /** Absent if the system could not start. */
  readonly played?: Played;
  readonly verdicts: readonly ExpectationResult[];
  /** Those of the parts without effect that name what is not there. */
  readonly unknown: readonly UnusedPart[];
  /** What the scenario contains in vain; then it does not pass. */
  readonly unused: readonly UnusedPart[];
  readonly outcome: ScenarioOutcome;
}

export interface ScenarioRun {
  readonly scenario: Scenario;
  /** In the order in which the scenario lists its systems. */
  readonly plays: readonly ScenarioPlay[];
  readonly outcome: ScenarioOutcome;
}

/** Enough for every reasonable scenario; others can set `limits`. */
export const usualBudget: Budget = { turns: 20, toolCalls: 50, scriptRuns: 10 };

/** Runs a scenario in each of its systems, one after another, and judges the sessions. */
export async function runScenario(scenario: Scenario, needs: ScenarioNeeds): Promise<ScenarioRun> {
  const plays: ScenarioPlay[] = [];
  for (const id of scenario.systems) {
    const system = needs.systems.find((known) => known.id === id);
    plays.push(
      system
        ? await playIn(system, scenario, needs)
        : unplayed(id, scenario, `the system "${id}" is not available`),
    );
  }
  return { scenario, plays, outcome: worst(plays.map(({ outcome }) => outcome)) };
}

async function playIn(system: System, scenario: Scenario, needs: ScenarioNeeds): Promise<ScenarioPlay> {
  const [refused] = scenario.settingsProblems[system.id] ?? [];
  if (refused) return unplayed(system.id, scenario, describeProblems([refused]).join());
  try {
    const roots = needs.roots(system, scenario);
    const project = needs.project?.(scenario);
    const { played, use } = await play(system, { ...scenario, roots, ...(project && { project }) }, needs);
    const failed = whyNotMeasured(played);
    if (failed !== undefined) return unplayed(system.id, scenario, failed, played);
    const verdicts = judge(scenario, played);
    const written = needs.model ? { ...scenario, steps: [] } : scenario;
    const there = { roots, ...(project && { project }) };
    const unknown = await unknownIn(written, { played, there, system, needs });
    // Another model decides what is used.
    const unused = needs.model ? [] : findUnused(scenario, played, use);
    const isUnknown = (at: UnusedPart["at"]): boolean => unknown.some((each) => each.at === at);
    return {
      system: system.id,
      played,
      verdicts,
      unknown,
      unused: [...unknown, ...unused.filter(({ at }) => !isUnknown(at))].toSorted(
        (a, b) => a.at.line - b.at.line || a.at.column - b.at.column,
      ),
      outcome: outcomeWith(outcomeOf(verdicts), unknown, unused),
    };
  } catch (error) {
    // The system refused a setting or a directory cannot be read, so nothing was measured.
    if (!(error instanceof SkillsError)) throw error;
    const at = positionOf(error, scenario, system.id);
    return at
      ? {
          ...unplayed(system.id, { ...scenario, expectations: [] }, ""),
          unused: [{ at, message: error.message }],
        }
      : unplayed(system.id, scenario, error.message);
  }
}

function positionOf(error: SkillsError, scenario: Scenario, id: SystemId): FilePosition | undefined {
  if (error instanceof StepError) return scenario.positions.steps[error.step - 1];
  return error instanceof SettingError ? settingPosition(error, scenario, id) : undefined;
}

/** The other agents are asked for their names only if this one does not know them all. */
async function unknownIn(
  scenario: Scenario,
  {
    played,
    there,
    system,
    needs,
  }: {
    readonly played: Played;
    readonly there: { readonly roots: readonly SkillRoot[]; readonly project?: SkillSource };
    readonly system: System;
    readonly needs: ScenarioNeeds;
  },
): Promise<readonly UnusedPart[]> {
  const find = (others: OtherNames): readonly UnusedPart[] =>
    findUnknownNames(scenario, collectNames(played, { ...there, others }, scenario, system), system);
  const own = find({ skills: new Set(), tools: new Set() });
  return own.length === 0 ? own : find(await namesOf(there.roots, needs));
}

/** A scenario with an unknown name does not say what it means, so nothing was measured. */
function outcomeWith(
  outcome: ScenarioOutcome,
  unknown: readonly UnusedPart[],
  unused: readonly UnusedPart[],
): ScenarioOutcome {
  if (unknown.length > 0) return "could-not-measure";
  return outcome === "pass" && unused.length > 0 ? "fail" : outcome;
}

/** Names of the skills and tools of all agents. A setting can hide some of them, so this takes the default settings. */
async function namesOf(roots: readonly SkillRoot[], { systems, tokens }: ScenarioNeeds): Promise<OtherNames> {
  const [skills, tools] = [new Set<string>(), new Set<string>()];
  for (const system of systems) {
    const agent = await system.open({
      roots,
      tokens,
      tracer: startTrace(),
      policy: { approval: "yes" },
      scripts: dryRunner([]),
      hostTools: [],
      settings: {},
    });
    for (const { name } of agent.catalog) skills.add(name);
    for (const name of system.actionTools ?? agent.request().tools.map((tool) => tool.name)) tools.add(name);
  }
  return { skills, tools };
}

async function play(
  system: System,
  scenario: Scenario & { readonly roots: readonly SkillRoot[]; readonly project?: SkillSource },
  needs: ScenarioNeeds,
): Promise<{ readonly played: Played; readonly use: SessionUse }> {
  const {
    prompts: [prompt = "", ...followUps],
    steps = [],
    budget,
    policy,
    longestDelay,
    settingsBySystem,
    tools,
    scripts,
    roots,
    project,
  } = scenario;
  const tracer = startTrace(needs.watch && ((event) => needs.watch?.(event, system.id)));
  const use = startUse();
  const other = needs.model?.(system, scenario);
  const runner = needs.scripts?.(scenario);
  const { model, seen } = watchRequests(other ?? scriptedSteps(steps, system, tracer, use));
  const changes = openChanges(other ? [] : steps, roots, system, tracer);
  const world: AgentWorld = {
    roots: changes.roots,
    tracer,
    tokens: needs.tokens,
    policy: toPolicy(policy, use),
    scripts: runner ?? dryRunner(scripts, (index) => use.scripts.add(index)),
    hostTools: tools.map((tool) =>
      toHostTool(tool, { longestDelay, onAnswer: (given) => use.answered.add(given) }),
    ),
    settings: settingsBySystem[system.id],
    ...(project && { project }),
  };
  try {
    const result = await runSession({
      system,
      model,
      world,
      prompt,
      followUps,
      budget: { ...usualBudget, ...budget },
      between: changes.afterStep,
    });
    const { steps: taken, scripts: used, ...others } = use;
    return {
      played: { result, ...seen() },
      use: { ...(!other && { steps: taken }), ...(!runner && { scripts: used }), ...others },
    };
  } finally {
    await model.close?.();
  }
}

/** What a session has taken of its scenario so far. */
interface UseSoFar {
  readonly steps: Set<number>;
  readonly scripts: Set<number>;
  readonly unasked: Set<number>;
  readonly answered: Set<ToolAnswer>;
  readonly rules: Set<PermissionRule>;
  approvals: number;
}

function startUse(): UseSoFar {
  return {
    steps: new Set(),
    scripts: new Set(),
    unasked: new Set(),
    answered: new Set(),
    rules: new Set(),
    approvals: 0,
  };
}

function scriptedSteps(
  steps: readonly ScenarioStep[],
  { speak }: System,
  { events }: Tracer,
  use: UseSoFar,
): Model {
  const promptsSoFar = (): number => events.filter(({ kind }) => kind === "prompt").length;
  return scripted(
    steps,
    speak,
    (index) => use.steps.add(index),
    () => use.unasked.add(promptsSoFar() - 1),
  );
}

/**
 * Why nothing was measured. A failure of the user's program or transcript says nothing about the skill, while the
 * scenario's steps are part of the test.
 */
function whyNotMeasured({ result: { model }, failure }: Played): string | undefined {
  return model === "command" || model === "replay" ? failure : undefined;
}

function unplayed(
  system: SystemId,
  { expectations }: Scenario,
  reason: string,
  played?: Played,
): ScenarioPlay {
  const verdicts = expectations.map(
    (expectation): ExpectationResult => ({
      kind: expectation.kind,
      outcome: "not-measurable",
      expected: describeExpectation(expectation),
      reason,
      at: expectation.at,
    }),
  );
  return {
    system,
    ...(played && { played }),
    verdicts,
    unknown: [],
    unused: [],
    outcome: "could-not-measure",
  };
}

function toPolicy(
  { approval, approvals, rules, configured, allowed }: ScenarioPolicy,
  use: UseSoFar,
): Policy {
  const answers = [...approvals];
  return {
    approval,
    decide: (tool, args) => {
      const rule = rules.find((each) => each.tool === tool && fits(args, each.when ?? {}));
      if (rule) use.rules.add(rule);
      return rule?.decision;
    },
    ask: async () => {
      use.approvals++;
      return answers.shift() ?? false;
    },
    ...(configured && { configured }),
    ...(allowed && { allowed }),
  };
}
