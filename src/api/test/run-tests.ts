import type { System } from "../../harness/system.ts";
import { shownAt } from "../../model/agent.ts";
import type { Answer, SmokeAnswer } from "../../model/answer.ts";
import type { Choice } from "../../model/scenario.ts";
import type { FileEntry, SkillSource, Unread } from "../../model/source.ts";
import type { EvalCounts, TestResult } from "../../model/reports/test.ts";
import type { TokenCounter } from "../../model/token-counter.ts";
import { parentLabel } from "../../read/label.ts";
import { joinLabel } from "../../core/paths.ts";
import type { AnnouncedSkill, JudgedFile } from "./eval-tests.ts";
import { evalTest, skillsOfProject } from "./mock-evals.ts";
import { inOrder } from "../../core/in-order.ts";
import { modelEvalTests } from "./model-evals.ts";
import { readForSmoke, type ReadForSmoke } from "../smoke/smoke-subject.ts";
import { announcedIn } from "../smoke/smoke-tests.ts";
import { scenarioTests, type ScenarioPlan, type TestedScenario } from "./scenario-tests.ts";
import { isEvals, isScenario, testFilesIn, type TestFile, type TestScope } from "./test-files.ts";
import type { TestedSession } from "./test-metrics.ts";

export interface TestPlan extends ScenarioPlan {
  /** Answers the question about a skill: its smoke tests, and what a client announces. */
  readonly answer: (source: SkillSource) => Promise<Answer>;
  readonly systems: readonly System[];
  /** The agents to simulate with a skill. */
  systemsOf(skill: SkillSource): readonly System[];
  wants(name: string): boolean;
  readonly tokens: TokenCounter;
  readonly jobs: number;
  readonly onStep: (index: number, of: number) => void;
}

export interface Tested {
  readonly results: readonly TestResult[];
  readonly sessions: readonly TestedSession[];
  readonly choices: readonly Choice[];
  readonly selected: readonly Choice[];
  readonly evals?: EvalCounts;
  /** Scenarios for other agents. */
  readonly leftOut: readonly Unread[];
}

/** The results of one skill or one file. */
interface Unit extends Pick<TestedScenario, "results" | "sessions" | "leftOut"> {
  readonly announced?: AnnouncedSkill;
  readonly evals: readonly TestFile[];
}

/** Runs all tests in scope. Evals come last, because they need the catalog of all skills. */
export async function runTests({ skills, others, files }: TestScope, plan: TestPlan): Promise<Tested> {
  const work = [
    ...skills.map((source) => () => testSkill(source, plan)),
    ...files.map((file) => () => testFile(file, plan)),
  ];
  const units = await inOrder(work, plan.jobs, async (each, index) => {
    const unit = await each();
    plan.onStep(index, work.length);
    return unit;
  });
  const hasEvals = units.some(({ evals }) => evals.length > 0);
  const announced = [
    ...units.flatMap((unit) => (unit.announced ? [unit.announced] : [])),
    ...(hasEvals ? others.map((source) => announceRead(source, readForSmoke(source, plan.tokens))) : []),
  ];
  const named = new Set(files);
  const judged = await judgeEvalFiles(units, plan, (file) => ({
    skills: withOwn(announced, file, plan),
    named: named.has(file),
  }));
  const counts = judged.filter(({ result }) => result !== undefined).map((each) => each.counts);
  return {
    results: [
      ...units.flatMap(({ results }) => results),
      ...judged.flatMap(({ result }) => (result ? [result] : [])),
    ],
    sessions: [...units.flatMap(({ sessions }) => sessions), ...judged.flatMap(({ sessions }) => sessions)],
    choices: judged.flatMap(({ choices }) => choices),
    selected: judged.flatMap(({ selected }) => selected),
    leftOut: units.flatMap(({ leftOut = [] }) => leftOut),
    ...(counts.length > 0 && { evals: counts.reduce(add) }),
  };
}

/** Judges one file after another; the sessions of a file are played in parallel. */
async function judgeEvalFiles(
  units: readonly Unit[],
  plan: TestPlan,
  about: (file: TestFile) => { readonly skills: readonly AnnouncedSkill[]; readonly named: boolean },
): Promise<readonly JudgedFile[]> {
  const judged: JudgedFile[] = [];
  for (const file of units.flatMap(({ evals }) => evals)) {
    const { skills, named } = about(file);
    const systems = file.skill ? plan.systemsOf(file.skill) : plan.systems;
    if (plan.model)
      judged.push(...(await modelEvalTests(file, skills, named, { ...plan, systems, model: plan.model })));
    else if (plan.wants(file.label)) judged.push(await evalTest(file, skills, named, plan));
  }
  return judged;
}

async function testSkill(source: SkillSource, plan: TestPlan): Promise<Unit> {
  const { smoke = {} } = await plan.answer(source);
  const { tests = [], announced = { name: source.name, description: "", hidden: false } } = smoke;
  const files = source.list().entries;
  const played = await inOrder(testFilesIn(source, files, isScenario), 1, (file) =>
    scenarioTests(file, plan),
  );
  return {
    results: [...tests, ...played.flatMap(({ results: each }) => each)],
    sessions: played.flatMap(({ sessions }) => sessions),
    leftOut: played.flatMap(({ leftOut = [] }) => leftOut),
    announced: announce(source, announced, files),
    evals: testFilesIn(source, files, isEvals),
  };
}

async function testFile(file: TestFile, plan: TestPlan): Promise<Unit> {
  return isScenario(file.label)
    ? { ...(await scenarioTests(file, plan)), evals: [] }
    : { results: [], sessions: [], evals: [file] };
}

/**
 * If an eval file was passed by its path, adds the skill that contains it, unless that skill is in scope; without any
 * skill in scope, those of the project.
 */
function withOwn(
  announced: readonly AnnouncedSkill[],
  file: TestFile,
  { tokens }: TestPlan,
): readonly AnnouncedSkill[] {
  const { skill } = file;
  if (!skill && announced.length === 0)
    return skillsOfProject(file).map((source) => announceRead(source, readForSmoke(source, tokens)));
  if (!skill || announced.some(({ label }) => label === skill.label)) return announced;
  return [...announced, announceRead(skill, readForSmoke(skill, tokens))];
}

function announceRead(source: SkillSource, read: ReadForSmoke): AnnouncedSkill {
  return announce(source, announcedIn(read), read.files);
}

function announce(
  source: SkillSource,
  entry: NonNullable<SmokeAnswer["announced"]>,
  files: readonly FileEntry[],
): AnnouncedSkill {
  const { label, name: directory } = source;
  return {
    label,
    source,
    beside: parentLabel(label),
    files: files.flatMap((file) => (file.kind === "directory" ? [] : [file.path])),
    entry: { ...entry, scope: "project", path: joinLabel(`${shownAt.project}/skills`, directory) },
  };
}

function add(a: EvalCounts, b: EvalCounts): EvalCounts {
  return {
    decided: a.decided + b.decided,
    undecided: a.undecided + b.undecided,
    separated: a.separated + b.separated,
    separable: a.separable + b.separable,
  };
}
