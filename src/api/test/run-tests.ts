import type { System } from "../../harness/system.ts";
import { shownAt } from "../../model/agent.ts";
import type { Choice } from "../../model/scenario.ts";
import { documentName } from "../../model/document-name.ts";
import type { ContextReader } from "../../model/skill.ts";
import type { FileEntry, SkillSource, Unread } from "../../model/source.ts";
import type { EvalCounts, TestResult } from "../../model/reports/test.ts";
import { countOnce, type TokenCounter } from "../../model/token-counter.ts";
import { holdSource } from "../../model/held-source.ts";
import { parentLabel } from "../../read/label.ts";
import { joinLabel } from "../../core/paths.ts";
import type { ResultCache } from "../cache/result-cache.ts";
import { evalTest, type AnnouncedSkill, type JudgedFile } from "./eval-tests.ts";
import { inOrder } from "../../core/in-order.ts";
import { modelEvalTests } from "./model-evals.ts";
import { describeMisplaced } from "./misplaced.ts";
import { readForSmoke, type ReadForSmoke } from "./smoke-subject.ts";
import { smokeTests, type SmokePlan } from "./smoke-tests.ts";
import { scenarioTests, type ScenarioPlan, type TestedScenario } from "./scenario-tests.ts";
import { isEvals, isScenario, testFilesIn, type TestFile, type TestScope } from "./test-files.ts";
import type { TestedSession } from "./test-metrics.ts";

export interface TestPlan extends SmokePlan, ScenarioPlan {
  readonly systems: readonly System[];
  readonly tokens: TokenCounter;
  readonly jobs: number;
  readonly onStep: (index: number, of: number) => void;
  /** The text that names of tests must contain. */
  readonly filter: string;
  readonly contextOf: ContextReader;
  readonly cache?: ResultCache;
}

export interface Tested {
  readonly results: readonly TestResult[];
  readonly sessions: readonly TestedSession[];
  readonly choices: readonly Choice[];
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
    else if (plan.wants(file.label)) judged.push(evalTest(file, skills, named));
  }
  return judged;
}

async function testSkill(source: SkillSource, plan: TestPlan): Promise<Unit> {
  const { results, announced, files } = await smokeOf(source, plan);
  const played = await inOrder(testFilesIn(source, files, isScenario), 1, (file) =>
    scenarioTests(file, plan),
  );
  return {
    results: [...results, ...played.flatMap(({ results: each }) => each)],
    sessions: played.flatMap(({ sessions }) => sessions),
    leftOut: played.flatMap(({ leftOut = [] }) => leftOut),
    announced: announce(source, announced, files),
    evals: testFilesIn(source, files, isEvals),
  };
}

/** What a client announces of a skill. */
type Entry = Pick<AnnouncedSkill["entry"], "name" | "description" | "hidden">;

interface Smoked {
  readonly results: readonly TestResult[];
  readonly announced: Entry;
}

async function smokeOf(
  source: SkillSource,
  plan: TestPlan,
): Promise<Smoked & { readonly files: readonly FileEntry[] }> {
  const found = plan.cache?.find<Smoked>(source, () => settingsOf(source, plan));
  if (found?.saved) return { ...found.saved.result, files: found.source.list().entries };
  // Scenarios may change files, so they read the skill again.
  const held = holdSource(found?.source ?? source);
  const tokens = countOnce(plan.tokens);
  const read = readForSmoke(held, tokens, plan.contextOf);
  const results = await smokeTests(held, read, { ...plan, tokens });
  const smoked = { results, announced: entryOf(read) };
  if (isLasting(smoked, read.files))
    found?.store({ ...smoked, results: results.map((result) => withoutTrace(result, plan)) }, undefined);
  return { ...smoked, files: read.files };
}

/** What a smoke test depends on, besides the skill's files and what is asked of its context. */
function settingsOf(source: SkillSource, plan: TestPlan): readonly unknown[] {
  const systems = plan
    .systemsOf(source)
    .map((system) => [system.id, describeMisplaced(system, source, plan)] as const);
  return [plan.tokens.name, plan.limits, plan.filter, plan.traces, systems];
}

function withoutTrace({ trace, ...result }: TestResult, { traces }: TestPlan): TestResult {
  return trace && (traces || result.outcome !== "pass") ? { ...result, trace } : result;
}

/** A skill that could not be measured is tried again. The skills inside another one are searched for on disk. */
function isLasting({ results }: Smoked, files: readonly FileEntry[]): boolean {
  return (
    results.every(({ outcome }) => outcome !== "could-not-measure") &&
    !files.some(({ path }) => path.endsWith(`/${documentName}`))
  );
}

async function testFile(file: TestFile, plan: TestPlan): Promise<Unit> {
  return isScenario(file.label)
    ? { ...(await scenarioTests(file, plan)), evals: [] }
    : { results: [], sessions: [], evals: [file] };
}

/** If an eval file was passed by its path, adds the skill that contains it, unless that skill is in scope. */
function withOwn(
  announced: readonly AnnouncedSkill[],
  { skill }: TestFile,
  { tokens }: TestPlan,
): readonly AnnouncedSkill[] {
  if (!skill || announced.some(({ label }) => label === skill.label)) return announced;
  return [...announced, announceRead(skill, readForSmoke(skill, tokens))];
}

function announceRead(source: SkillSource, read: ReadForSmoke): AnnouncedSkill {
  return announce(source, entryOf(read), read.files);
}

function entryOf({ name, description, subject }: ReadForSmoke): Entry {
  return { name, description, hidden: subject?.hidden ?? false };
}

function announce(source: SkillSource, entry: Entry, files: readonly FileEntry[]): AnnouncedSkill {
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
