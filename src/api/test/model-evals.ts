import { count } from "../../core/sentence.ts";
import type { EvalCase, EvalFile } from "../../harness/evals/eval-file.ts";
import { judgeEvals, type JudgedEvals } from "../../harness/evals/judge-evals.ts";
import { measureSelection } from "../../harness/metrics.ts";
import type { System } from "../../harness/system.ts";
import { describeRates } from "../../model/metrics.ts";
import type { ModelSessions, RatedExpectation, TestResult } from "../../model/reports/test.ts";
import { type AnnouncedSkill, catalogFor, type JudgedFile, judgeOffline, openEvals } from "./eval-tests.ts";
import { type CasePlan, caseSessions, isPlayable, type PlayedCase, playCases } from "./play-cases.ts";
import { describeRate, isFlaky, rateExpectations } from "./rate-sessions.ts";
import { nameTest, type TestFile } from "./test-files.ts";
import type { TestModel } from "./test-model.ts";

interface ModelEvalPlan extends CasePlan {
  readonly model: TestModel;
  readonly systems: readonly System[];
  wants(name: string): boolean;
}

/**
 * Lets the user's model play the cases of an eval file in each system, each repeat in a new session, and decides the
 * expectations by the sessions. A file whose cases no session can decide is judged without one.
 */
export async function modelEvalTests(
  file: TestFile,
  skills: readonly AnnouncedSkill[],
  named: boolean,
  plan: ModelEvalPlan,
): Promise<readonly JudgedFile[]> {
  const read = openEvals(file, skills, named);
  if ("judged" in read) return [read.judged];
  const evals = { ...read.evals, cases: spreadChecks(read.evals.cases) };
  if (!evals.cases.some(isPlayable)) return [judgeOffline(read.evals, file, { skills, named })];
  const judged: JudgedFile[] = [];
  for (const system of plan.systems)
    if (plan.wants(nameTest(file.label, system.id, "evals")))
      judged.push(await judgeIn(system, evals, file, { ...plan, skills }));
  return judged;
}

/** Adds the checks that apply to every case to each case with a prompt; those that no session decides stay. */
function spreadChecks(cases: readonly EvalCase[]): readonly EvalCase[] {
  const all = cases.flatMap(({ everyCase, checks }) => (everyCase ? checks : []));
  const decidable = all.filter(({ kind }) => kind !== "open");
  if (decidable.length === 0 || !cases.some(({ prompt }) => prompt !== undefined)) return cases;
  return cases.map((each) => {
    if (each.everyCase) return { ...each, checks: each.checks.filter(({ kind }) => kind === "open") };
    return each.prompt === undefined ? each : { ...each, checks: [...each.checks, ...decidable] };
  });
}

async function judgeIn(
  system: System,
  evals: EvalFile,
  file: TestFile,
  { skills, ...plan }: ModelEvalPlan & { readonly skills: readonly AnnouncedSkill[] },
): Promise<JudgedFile> {
  const { world, inCatalog, own } = catalogFor(file, skills);
  const name = nameTest(file.label, system.id, "evals");
  const skill = evals.skill ?? world.skill;
  const sessions = await playCases(
    {
      cases: evals.cases,
      name,
      system,
      skills: inCatalog,
      own,
      plays: isPlayable,
      ...(skill !== undefined && { skill }),
    },
    plan,
  );
  const rounds = Array.from({ length: plan.model.repeat }, (_, index) => {
    const inRound = sessions.filter(({ repeat }) => repeat === index + 1);
    const playedBy = new Map(inRound.map(({ each, played }) => [each, played]));
    return judgeEvals(evals, { ...world, played: (each) => playedBy.get(each) });
  });
  return toJudged(rounds, sessions, { name, file, system, plan });
}

interface About {
  readonly name: string;
  readonly file: TestFile;
  readonly system: System;
  readonly plan: ModelEvalPlan;
}

function toJudged(
  rounds: readonly JudgedEvals[],
  sessions: readonly PlayedCase[],
  { name, file: { label }, system, plan }: About,
): JudgedFile {
  const { minPassRate } = plan.model;
  const about = { name, kind: "eval", path: label, system: system.id, check: "evals" } as const;
  const failures = sessions.flatMap(({ failure }) => failure ?? []);
  const verdicts = rounds.map(({ cases }) =>
    cases.flatMap((each) => each.verdicts.map((verdict) => ({ ...verdict, case: each.id }))),
  );
  const expectations = failures.length > 0 ? [] : rateExpectations(verdicts, minPassRate);
  const choices = failures.length > 0 ? [] : verdicts.flat().flatMap(({ choice }) => choice ?? []);
  const failing = sessions.filter((session) => !hasPassed(session, rounds));
  const model: ModelSessions = {
    sessions: sessions.length,
    passed: sessions.length - failing.length,
    expectations,
    ...(choices.length > 0 && { selection: measureSelection(choices) }),
  };
  const shown = sessions.find(({ failure }) => failure !== undefined) ?? failing[0] ?? sessions[0];
  const trace = shown?.played?.result.trace;
  const undecided = expectations.filter(({ outcome }) => outcome === "not-measurable").length;
  return {
    result: {
      ...about,
      ...(failures.length > 0 ? describeFailures(failures, sessions.length) : describe(expectations, model)),
      model,
      ...(trace && { trace }),
    },
    counts: { decided: expectations.length - undecided, undecided, separated: 0, separable: 0 },
    choices: [],
    selected: choices,
    sessions: caseSessions(name, sessions, plan),
  };
}

/** Whether the session met every expectation of its case that it can decide. */
function hasPassed({ number, repeat, failure }: PlayedCase, rounds: readonly JudgedEvals[]): boolean {
  const judged = rounds[repeat - 1]?.cases[number - 1];
  return (
    failure === undefined &&
    judged !== undefined &&
    judged.verdicts.every(({ outcome }) => outcome !== "fail") &&
    judged.verdicts.some(({ outcome }) => outcome === "pass")
  );
}

type Described = Pick<TestResult, "outcome" | "message" | "warnings" | "details">;

function describeFailures(failures: readonly string[], sessions: number): Described {
  const reasons = Array.from(new Set(failures));
  return {
    outcome: "could-not-measure",
    message: `${failures.length} of ${count(sessions, "session")} failed: ${reasons[0]}`,
    warnings: [],
    ...(reasons.length > 1 && { details: reasons }),
  };
}

function describe(
  expectations: readonly RatedExpectation[],
  { sessions, passed, selection }: ModelSessions,
): Described {
  const of = (outcome: RatedExpectation["outcome"]): readonly RatedExpectation[] =>
    expectations.filter((each) => each.outcome === outcome);
  const [failed, met, open] = [of("fail"), of("pass"), of("not-measurable")];
  const figures = [
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
    `${met.length} passed`,
    ...(open.length > 0 ? [`${open.length} cannot be measured`] : []),
  ];
  const rates = selection ? `; ${describeRates(selection.overall)}` : "";
  return {
    outcome: failed.length + met.length === 0 ? "could-not-measure" : failed.length > 0 ? "fail" : "pass",
    message: `${count(expectations.length, "expectation")}: ${figures.join(", ")}; ${passed} of ${count(sessions, "session")} passed${rates}`,
    warnings: [
      ...met.filter(isFlaky).map(describeCase),
      ...(open.length > 0 ? [`${count(open.length, "expectation")} cannot be measured`] : []),
    ],
    details: [
      ...failed.map((each) => `failed: ${describeCase(each)}`),
      ...open.map((each) => `not measurable: ${describeCase(each)}`),
    ],
  };
}

function describeCase(expectation: RatedExpectation): string {
  return `${expectation.case ?? ""}: ${describeRate(expectation)}`;
}
