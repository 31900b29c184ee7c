import { SkillsError } from "../../core/errors.ts";
import { compareText } from "../../core/order.ts";
import { joinLabel } from "../../core/paths.ts";
import { count } from "../../core/sentence.ts";
import type { EvalCase, EvalFile } from "../../harness/evals/eval-file.ts";
import { judgeEvals, type JudgedEvals } from "../../harness/evals/judge-evals.ts";
import { measureSelection } from "../../harness/metrics.ts";
import type { SessionKey } from "../../harness/models/recording.ts";
import { type Played, watchRequests } from "../../harness/scenario/played.ts";
import { usualBudget } from "../../harness/scenario/run-scenario.ts";
import { dryRunner } from "../../harness/scripts/dry.ts";
import { runSession } from "../../harness/session.ts";
import { startTrace } from "../../harness/tracer.ts";
import { type Model, type ScriptRunner, shownAt, type SkillRoot, type System } from "../../model/agent.ts";
import { describeRates } from "../../model/metrics.ts";
import type { SkillSource } from "../../model/source.ts";
import type { TokenCounter } from "../../model/token-counter.ts";
import type { Tracer } from "../../model/trace.ts";
import type { ModelSessions, RatedExpectation, TestResult } from "../../results/test.ts";
import { inOrder } from "../in-order.ts";
import { type AnnouncedSkill, catalogFor, type JudgedFile, judgeOffline, openEvals } from "./eval-tests.ts";
import { describeRate, isFlaky, rateExpectations } from "./rate-sessions.ts";
import { nameTest, type TestFile } from "./test-files.ts";
import type { TestModel } from "./test-model.ts";

interface ModelEvalPlan {
  readonly systems: readonly System[];
  readonly tokens: TokenCounter;
  readonly scripts?: ScriptRunner;
  readonly jobs: number;
  readonly model: TestModel;
  readonly onStep: (index: number, of: number) => void;
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
  const read = openEvals(file, named);
  if ("judged" in read) return [read.judged];
  const evals = { ...read.evals, cases: spreadChecks(read.evals.cases) };
  if (!evals.cases.some(isPlayable)) return [judgeOffline(read.evals, file, skills, named)];
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

/** Whether a session can decide any expectation of the case. */
function isPlayable({ prompt, checks }: EvalCase): boolean {
  return prompt !== undefined && prompt.trim() !== "" && checks.some(({ kind }) => kind !== "open");
}

async function judgeIn(
  system: System,
  evals: EvalFile,
  file: TestFile,
  { skills, ...plan }: ModelEvalPlan & { readonly skills: readonly AnnouncedSkill[] },
): Promise<JudgedFile> {
  const { world, inCatalog } = catalogFor(file, skills);
  const roots = [
    rootWith(
      system,
      inCatalog.map(({ source }) => source),
    ),
  ];
  const name = nameTest(file.label, system.id, "evals");
  const repeats = Array.from({ length: plan.model.repeat }, (_, index) => index + 1);
  const work = evals.cases.flatMap((each, index) =>
    isPlayable(each) ? repeats.map((repeat) => ({ each, number: index + 1, repeat })) : [],
  );
  let ended = 0;
  const sessions = await inOrder(work, plan.jobs, async ({ each, number, repeat }) => {
    const key = { test: name, case: number, repeat, system: system.id, prompts: [each.prompt ?? ""] };
    const targets = targetsOf(each, evals.skill ?? world.skill);
    const played = await playCase({ key, system, roots, targets }, plan);
    plan.onStep(ended++, work.length);
    return { each, number, repeat, ...played };
  });
  const rounds = repeats.map((repeat) => {
    const inRound = sessions.filter((session) => session.repeat === repeat);
    const playedBy = new Map(inRound.map(({ each, played }) => [each, played]));
    return judgeEvals(evals, { ...world, played: (each) => playedBy.get(each) });
  });
  return toJudged(rounds, sessions, { name, file, system, model: plan.model });
}

/** The skills whose activation decides all checks of a case; undefined if other checks need the rest of the session. */
function targetsOf({ checks }: EvalCase, skill: string | undefined): readonly string[] | undefined {
  const triggers = checks.flatMap((check) => (check.kind === "trigger" ? [check.skill ?? skill] : []));
  const targets = triggers.filter((name) => name !== undefined);
  const decidable = checks.filter(({ kind }) => kind !== "open");
  return targets.length > 0 && targets.length === decidable.length ? targets : undefined;
}

interface PlayedCase {
  readonly each: EvalCase;
  /** The number of the case, from 1. */
  readonly number: number;
  readonly repeat: number;
  readonly played?: Played;
  /** Why the model failed, or the system could not start. */
  readonly failure?: string;
}

interface CaseSession {
  readonly key: SessionKey;
  readonly system: System;
  readonly roots: readonly SkillRoot[];
  readonly targets: readonly string[] | undefined;
}

async function playCase(
  { key, system, roots, targets }: CaseSession,
  { model: models, tokens, scripts = dryRunner([]) }: Omit<ModelEvalPlan, "systems">,
): Promise<Pick<PlayedCase, "played" | "failure">> {
  try {
    const tracer = startTrace();
    const opened = models.open(key, system);
    const { model, seen } = watchRequests(targets ? untilActivated(opened, targets, system, tracer) : opened);
    try {
      const result = await runSession({
        system,
        model,
        world: {
          roots,
          tracer,
          tokens,
          policy: { approval: "yes" },
          scripts,
          hostTools: [],
          settings: {},
        },
        prompt: key.prompts[0] ?? "",
        budget: usualBudget,
      });
      const played: Played = { result, ...seen() };
      return { played, ...(played.failure !== undefined && { failure: played.failure }) };
    } finally {
      await model.close?.();
    }
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    return { failure: error.message };
  }
}

/** Ends the session in place of the model once these skills are activated: further turns only cost time and money. */
function untilActivated(
  model: Model,
  targets: readonly string[],
  { speak }: System,
  { events }: Tracer,
): Model {
  const isActivated = (name: string): boolean =>
    events.some(({ kind, skill }) => kind === "activate" && skill === name);
  return {
    ...model,
    next: async (request, catalog) =>
      targets.every(isActivated)
        ? speak.finish("Not played further: the activation decides the case.")
        : model.next(request, catalog),
  };
}

/** The system's first project root with these skills in it. */
function rootWith(system: System, sources: readonly SkillSource[]): SkillRoot {
  const spec = system.roots({}, {}).find(({ scope }) => scope === "project");
  const path = joinLabel(shownAt.project, spec?.path ?? "skills");
  const skills = sources.map((source) => ({ path: joinLabel(path, source.name), depth: 0, source }));
  return {
    scope: "project",
    path,
    skills: skills.toSorted((a, b) => compareText(a.path, b.path)),
    without: [],
    unread: [],
  };
}

interface About {
  readonly name: string;
  readonly file: TestFile;
  readonly system: System;
  readonly model: TestModel;
}

function toJudged(
  rounds: readonly JudgedEvals[],
  sessions: readonly PlayedCase[],
  { name, file: { label }, system, model: { minPassRate } }: About,
): JudgedFile {
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
    choices,
    sessions: sessions.flatMap(({ played }) =>
      played ? [{ system: system.id, trace: played.result.trace, verdicts: [] }] : [],
    ),
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
