import { runScenario, type ScenarioPlay } from "../../harness/scenario/run-scenario.ts";
import type { System } from "../../harness/system.ts";
import type { ScriptRunner, SkillRoot, SystemId } from "../../model/agent.ts";
import type { Scenario } from "../../model/scenario.ts";
import type { SkillSource } from "../../model/source.ts";
import type { TokenCounter } from "../../model/token-counter.ts";
import { count } from "../../core/sentence.ts";
import type { ModelSessions, RatedExpectation, TestResult } from "../../model/reports/test.ts";
import { describeRate, isFlaky, rateExpectations } from "./rate-sessions.ts";
import { nameTest } from "./test-files.ts";
import { type SpanPlan, type TestedSession, testedSession } from "./test-metrics.ts";
import type { TestModel } from "./test-model.ts";

interface ModelScenarioPlan extends SpanPlan {
  readonly systems: readonly System[];
  readonly tokens: TokenCounter;
  readonly scripts?: ScriptRunner;
  readonly model: TestModel;
  roots(system: System): readonly SkillRoot[];
  project(): SkillSource | undefined;
}

/**
 * Lets the user's model play a scenario in each of its systems, in several sessions if the test is repeated. The steps
 * of the scenario are ignored. `path` is that of the scenario file.
 */
export async function modelScenario(
  scenario: Scenario,
  path: string,
  plan: ModelScenarioPlan,
): Promise<{ readonly results: readonly TestResult[]; readonly sessions: readonly TestedSession[] }> {
  const results: TestResult[] = [];
  const sessions: TestedSession[] = [];
  for (const id of scenario.systems) {
    const plays: ScenarioPlay[] = [];
    for (let repeat = 1; repeat <= plan.model.repeat; repeat++) {
      const key = {
        test: nameTest(path, id, scenario.name),
        repeat,
        system: id,
        prompts: scenario.prompts,
      };
      const run = await runScenario(
        { ...scenario, systems: [id] },
        {
          systems: plan.systems,
          tokens: plan.tokens,
          roots: plan.roots,
          project: plan.project,
          model: (system) => plan.model.open(key, system),
          ...(plan.scripts && { scripts: () => plan.scripts! }),
        },
      );
      plays.push(...run.plays);
    }
    results.push(toResult(plays, { path, system: id, check: scenario.name }, plan.model));
    sessions.push(
      ...plays.flatMap(({ played, verdicts }) =>
        played ? [testedSession(nameTest(path, id, scenario.name), played, verdicts, plan)] : [],
      ),
    );
  }
  return { results, sessions };
}

function toResult(
  plays: readonly ScenarioPlay[],
  { path, system, check }: Pick<TestResult, "path" | "check"> & { readonly system: SystemId },
  { minPassRate }: TestModel,
): TestResult {
  const failed = plays.filter(isUnplayed);
  const rounds = plays.filter((play) => !isUnplayed(play)).map(({ verdicts }) => verdicts);
  const expectations = rateExpectations(rounds, minPassRate);
  const model: ModelSessions = {
    sessions: plays.length,
    passed: plays.filter(({ outcome }) => outcome === "pass").length,
    expectations,
  };
  const shown = plays.find(({ outcome }) => outcome !== "pass") ?? plays[0];
  const trace = shown?.played?.result.trace;
  const about = { name: nameTest(path, system, check), kind: "scenario" as const, path, system, check };
  const unknown = plays[0]?.unknown ?? [];
  if (unknown.length > 0) return { ...about, ...describeUnknown(unknown) };
  const described = failed.length > 0 ? describeFailure(failed, plays.length) : describe(expectations, model);
  return { ...about, ...described, model, ...(trace && { trace }) };
}

/** Whether the agent did not start or the model failed, so that nothing was judged. */
function isUnplayed({ played, outcome }: ScenarioPlay): boolean {
  return outcome === "could-not-measure" && (played === undefined || played.failure !== undefined);
}

type Described = Pick<TestResult, "outcome" | "message" | "warnings" | "details">;

function describeUnknown(unknown: ScenarioPlay["unknown"]): Described {
  const details = unknown.map(({ at, message }) => `line ${at.line}: ${message}`);
  return {
    outcome: "could-not-measure",
    message: details.length === 1 ? details.join() : count(details.length, "unknown name"),
    warnings: [],
    details,
  };
}

function describeFailure(failed: readonly ScenarioPlay[], sessions: number): Described {
  const reasons = Array.from(
    new Set(failed.map(({ verdicts }) => verdicts[0]?.reason ?? "the model failed")),
  );
  const often = sessions === 1 ? "" : `${failed.length} of ${count(sessions, "session")} failed: `;
  return {
    outcome: "could-not-measure",
    message: `${often}${reasons[0]}`,
    warnings: [],
    ...(reasons.length > 1 && { details: reasons }),
  };
}

function describe(expectations: readonly RatedExpectation[], { sessions, passed }: ModelSessions): Described {
  const has = (outcome: RatedExpectation["outcome"]): boolean =>
    expectations.some((each) => each.outcome === outcome);
  const outcome =
    has("not-measurable") || expectations.length === 0 ? "could-not-measure" : has("fail") ? "fail" : "pass";
  const open = expectations.filter((each) => each.outcome !== "pass");
  const all = count(expectations.length, "expectation");
  const often = sessions === 1 ? "" : `, ${passed} of ${sessions} sessions passed`;
  const warnings = expectations.filter(isFlaky).map(describePlaced);
  if (open.length === 0) return { outcome, message: `${all} met${often}`, warnings };
  const came = has("not-measurable") ? "not met or cannot be measured" : "not met";
  return {
    outcome,
    message:
      open.length === 1 && sessions === 1
        ? describePlaced(open[0]!)
        : `${open.length} of ${all} ${came}${often}`,
    warnings,
    details: open.map(describePlaced),
  };
}

function describePlaced(expectation: RatedExpectation): string {
  const { line } = expectation;
  return `${line === undefined ? "" : `line ${line}: `}${describeRate(expectation)}`;
}
