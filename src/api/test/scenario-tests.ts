import { mergeSettings, type ProjectSettings, readProjectSettings } from "../../harness/project-settings.ts";
import { SettingError } from "../../harness/own-prompts.ts";
import { settingPosition } from "../../harness/scenario/read-settings.ts";
import type { System } from "../../harness/system.ts";
import {
  type ScriptRunner,
  type Settings,
  shownAt,
  type SkillRoot,
  type SystemId,
} from "../../model/agent.ts";
import type { SkillSource, Unread } from "../../model/source.ts";
import { openDirectory } from "../../read/directory.ts";
import { SkillsError } from "../../core/errors.ts";
import { describeProblems, summarizeProblems } from "../../core/file-problem.ts";
import type { Scenario, ExpectationResult } from "../../model/scenario.ts";
import { count, series } from "../../core/sentence.ts";
import { show } from "../../core/show.ts";
import type { TestResult } from "../../model/reports/test.ts";
import type { CheckResult } from "../../model/smoke.ts";
import type { TokenCounter } from "../../model/token-counter.ts";
import { compareOrder, eventsConcerned } from "../../harness/scenario/describe-failure.ts";
import { readScenario } from "../../harness/scenario/read-scenario.ts";
import { runScenario, type ScenarioPlay } from "../../harness/scenario/run-scenario.ts";
import {
  findAbsent,
  placedRoot,
  projectPlace,
  readPromptsIn,
  scenarioProject,
  scenarioRoots,
} from "../../harness/scenario/scenario-roots.ts";
import { scanRoots } from "../../find/scan-roots.ts";
import { openGoldenTrace, type GoldenTrace, type Traces } from "./golden-trace.ts";
import { modelScenario } from "./model-scenarios.ts";
import { nameTest, type TestFile } from "./test-files.ts";
import { type SpanPlan, type TestedSession, testedSession } from "./test-metrics.ts";
import type { TestModel } from "./test-model.ts";

export interface ScenarioPlan extends SpanPlan {
  /** The agents to simulate, unless a scenario lists its own. */
  readonly systems: readonly System[];
  /** Those that a scenario may list. */
  readonly known: readonly System[];
  readonly tokens: TokenCounter;
  readonly scripts?: ScriptRunner;
  readonly update: boolean;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Plays the scenarios in place of their steps. */
  readonly model?: TestModel;
  wants(name: string): boolean;
}

export interface TestedScenario {
  readonly results: readonly TestResult[];
  readonly sessions: readonly TestedSession[];
  /** Set if the scenario is for other agents than the chosen ones. */
  readonly leftOut?: readonly Unread[];
}

/** Runs a scenario in each selected system that it supports. Returns one test per system. */
export async function scenarioTests(file: TestFile, plan: ScenarioPlan): Promise<TestedScenario> {
  try {
    const read = readScenario(file.read(), file.label);
    if ("problems" in read) return unmeasured(summarizeProblems(read.problems), file, plan);
    const absent = file.absolute === undefined ? [] : findAbsent(read.scenario, `${file.absolute}/..`);
    if (absent.length > 0) return unmeasured(summarizeProblems(absent), file, plan);
    return await playFile(read.scenario, file, plan);
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    return unmeasured({ message: error.message }, file, plan);
  }
}

function unmeasured(
  failure: Pick<TestResult, "message" | "details">,
  { label }: TestFile,
  { wants }: ScenarioPlan,
): TestedScenario {
  const result: TestResult = {
    name: label,
    kind: "scenario",
    path: label,
    check: label,
    outcome: "could-not-measure",
    ...failure,
    warnings: [],
  };
  return { results: [result].filter(({ name }) => wants(name)), sessions: [] };
}

function leaveOut({ file, systems }: Scenario): Unread {
  return { path: file, reason: `the scenario is only for ${series(systems)}` };
}

async function playFile(read: Scenario, file: TestFile, plan: ScenarioPlan): Promise<TestedScenario> {
  const { scenario, remarksBySystem } = withProjectSettings(read, file, plan);
  const among = scenario.namesSystems ? plan.known : plan.systems;
  const chosen = scenario.systems.filter((id) => among.some((system) => system.id === id));
  if (chosen.length === 0) return { results: [], sessions: [], leftOut: [leaveOut(scenario)] };
  const systems = chosen.filter((id) => plan.wants(nameTest(file.label, id, scenario.name)));
  if (plan.model && systems.length > 0)
    return modelScenario({ ...scenario, systems }, file.label, {
      ...plan,
      systems: among,
      model: plan.model,
      roots: (system) => rootsFor(scenario, system, file, plan),
      project: () => projectFor(scenario, file, plan),
    });
  const plays = systems.length === 0 ? [] : await play({ ...scenario, systems }, file, plan);
  const { absolute, label } = file;
  const golden =
    absolute === undefined || plays.length === 0 ? undefined : openGoldenTrace({ absolute, label });
  // A new trace file is also a new file in the skill, which the model sees, so the scenario is run again.
  if (plan.update && golden && (await golden.keep(tracesOf(plays)))) return playFile(read, file, plan);
  return {
    results: plays
      .map((each) => toResult(each, scenario, file, plan.update ? undefined : golden))
      .map((result) => ({
        ...result,
        warnings: [...result.warnings, ...(result.system ? (remarksBySystem[result.system] ?? []) : [])],
      })),
    sessions: plays.flatMap(({ system, played, verdicts }) =>
      played ? [testedSession(nameTest(label, system, scenario.name), played, verdicts, plan)] : [],
    ),
  };
}

/** The scenario's settings over those of its project; one that only lists its skills has none. */
function withProjectSettings(
  scenario: Scenario,
  { absolute, skill }: TestFile,
  { cwd, known }: ScenarioPlan,
): {
  readonly scenario: Scenario;
  readonly remarksBySystem: Readonly<Partial<Record<SystemId, readonly string[]>>>;
} {
  const { home, skills, skillFiles } = scenario.places;
  const isCurrent = (home === undefined && !skills && !skillFiles) || skill !== undefined;
  const place = absolute === undefined ? undefined : projectPlace(scenario, `${absolute}/..`);
  const project = place ?? (isCurrent ? { directory: cwd } : undefined);
  const read = known
    .filter(({ id }) => scenario.systems.includes(id))
    .map((system) => [system.id, project ? readProjectSettings(system, project) : none] as const);
  const settings = read.map(([id, own]) => {
    return [id, mergeSettings(own.settings, writtenSettings(scenario, id, absolute))];
  });
  return {
    scenario: {
      ...scenario,
      settingsBySystem: { ...scenario.settingsBySystem, ...Object.fromEntries(settings) },
    },
    remarksBySystem: Object.fromEntries(read.map(([id, { remarks }]) => [id, remarks])),
  };
}

/** The scenario's own settings. Throws a SkillsError at the position of one that names a file that is not there. */
function writtenSettings(scenario: Scenario, id: SystemId, absolute: string | undefined): Settings {
  const written = scenario.settingsBySystem[id];
  try {
    return absolute === undefined ? written : readPromptsIn(`${absolute}/..`, written);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    const at = settingPosition(error, scenario, id);
    const { file } = scenario;
    throw at
      ? new SkillsError("bad-usage", describeProblems([{ file, ...at, message: error.message }]).join())
      : error;
  }
}

const none: ProjectSettings = { settings: {}, remarks: [] };

async function play(
  scenario: Scenario,
  file: TestFile,
  plan: ScenarioPlan,
): Promise<readonly ScenarioPlay[]> {
  const { known, scripts, tokens } = plan;
  const { plays } = await runScenario(scenario, {
    systems: known,
    tokens,
    roots: (system) => rootsFor(scenario, system, file, plan),
    project: () => projectFor(scenario, file, plan),
    ...(scripts && { scripts: () => scripts }),
  });
  return plays;
}

function tracesOf(plays: readonly ScenarioPlay[]): Traces {
  return Object.fromEntries(
    plays.flatMap(({ system, played }) => (played ? [[system, played.result.trace]] : [])),
  );
}

/**
 * The roots that the scenario lists; otherwise only the skill that contains the scenario; otherwise the roots of the
 * current project.
 */
function rootsFor(
  scenario: Scenario,
  system: System,
  { absolute, skill }: TestFile,
  { cwd, env }: ScenarioPlan,
): readonly SkillRoot[] {
  const placed = absolute === undefined ? undefined : scenarioRoots(scenario, system, `${absolute}/..`);
  if (placed) return placed;
  const specs = system.roots(scenario.places.environment, scenario.settingsBySystem[system.id]);
  if (skill?.directory !== undefined) return [placedRoot(specs, [skill.directory])];
  const roots = scanRoots(specs, { project: cwd, home: env["HOME"] ?? cwd }, system);
  // Without any skill, most expectations would hold and mean nothing.
  if (roots.every(({ skills, unread }) => skills.length + unread.length === 0))
    throw new SkillsError(
      "not-found",
      `${system.id} finds no skill here; set "skills" or "project" to their directories or files`,
    );
  return roots;
}

/** The project that the scenario gives; otherwise the current one, if the scenario uses its skills. */
function projectFor(
  scenario: Scenario,
  { absolute, skill }: TestFile,
  { cwd }: ScenarioPlan,
): SkillSource | undefined {
  const { project, files, home, skills, skillFiles } = scenario.places;
  if (absolute !== undefined && (project !== undefined || files))
    return scenarioProject(scenario, `${absolute}/..`);
  const isCurrent = home === undefined && !skills && !skillFiles && skill?.directory === undefined;
  return isCurrent ? openDirectory(cwd, shownAt.project) : undefined;
}

function toResult(
  play: ScenarioPlay,
  scenario: Scenario,
  { label: path }: TestFile,
  golden: GoldenTrace | undefined,
): TestResult {
  const { system, played, verdicts, outcome } = play;
  const { name: check, steps = [] } = scenario;
  const trace = played?.result.trace;
  const difference = trace && golden?.differenceIn(system, trace);
  const result =
    difference !== undefined && outcome === "pass"
      ? { outcome: "fail" as const, message: difference.message, warnings: [], events: [difference.event] }
      : { outcome, ...describe(verdicts, play, outcome), ...concernOf(scenario, play) };
  const idle =
    steps.length === 0 && result.outcome === "fail"
      ? { warnings: [...result.warnings, "the scenario has no steps, so the model only answers"] }
      : {};
  return {
    name: nameTest(path, system, check),
    kind: "scenario",
    path,
    system,
    check,
    ...result,
    ...idle,
    ...(trace && { trace }),
  };
}

/** What a failure is about. */
function concernOf(
  { expectations }: Scenario,
  { verdicts, played }: ScenarioPlay,
): Pick<TestResult, "orders" | "events"> {
  const trace = played?.result.trace ?? [];
  const failed = expectations.filter(({ at, valuesAt = [] }) =>
    verdicts.some(
      (verdict) =>
        verdict.outcome === "fail" && verdict.at && (verdict.at === at || valuesAt.includes(verdict.at)),
    ),
  );
  const orders = failed.flatMap((each) => (each.kind === "order" ? [compareOrder(each.events, trace)] : []));
  const events = new Set(failed.flatMap((each) => eventsConcerned(each, trace)));
  return {
    ...(orders.length > 0 && { orders }),
    ...(events.size > 0 && { events: Array.from(events).sort((a, b) => a - b) }),
  };
}

function describe(
  verdicts: readonly ExpectationResult[],
  { unused, unknown }: Pick<ScenarioPlay, "unused" | "unknown">,
  outcome: CheckResult["outcome"],
): Pick<TestResult, "message" | "warnings" | "details"> {
  const details = verdicts
    .filter((verdict) => verdict.outcome !== "pass")
    .map(
      ({ expected, reason, at }) =>
        `${at ? `line ${at.line}: ` : ""}${show(expected, Infinity)}${reason === undefined ? "" : `: ${show(reason, Infinity)}`}`,
    );
  const idle = unused.map(({ at, message }) => `line ${at.line}: ${show(message, Infinity)}`);
  const all = count(verdicts.length, "expectation");
  const [only, ...others] = [...details, ...idle];
  if (only === undefined) return { message: `${all} met`, warnings: [] };
  const came = outcome === "fail" || unknown.length > 0 ? "not met" : "not met or cannot be measured";
  const sentences = [
    ...(details.length > 0 ? [`${details.length} of ${all} ${came}`] : []),
    ...(unknown.length > 0 ? [count(unknown.length, "unknown name")] : []),
    ...(idle.length > unknown.length
      ? [`${count(idle.length - unknown.length, "part")} of the scenario without effect`]
      : []),
  ];
  return {
    message: others.length === 0 ? only : sentences.join("; "),
    warnings: [],
    details: [...details, ...idle],
  };
}
