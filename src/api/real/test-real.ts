import { quote, show } from "../../core/show.ts";
import { type Examination, examineSkill } from "../../lint/examine-skill.ts";
import { readInput } from "../../lint/read-input.ts";
import { writtenSkill } from "../../lint/written-skill.ts";
import { documentName } from "../../model/document-name.ts";
import type { LoadedSkill } from "../../model/loader.ts";
import { openMemory } from "../../model/memory-source.ts";
import type { Outcome, Report, Subject } from "../../model/report.ts";
import type { RealStageResult, RealTest, TestRealData } from "../../model/reports/test-real.ts";
import type { Skill } from "../../model/skill.ts";
import type { SkillSource } from "../../model/source.ts";
import type { ListedSkill } from "../../real/client.ts";
import { findProgram } from "../../real/find-program.ts";
import { unescapeXml } from "../../real/listings.ts";
import { playSession } from "../../real/play-session.ts";
import { makeProject } from "../../real/stage-files.ts";
import { toCatalogSkill } from "../../targets/list-catalog.ts";
import { loadAs } from "../../targets/load-as.ts";
import { now } from "../clock.ts";
import type { Scope } from "../scope/find-sources.ts";
import { type ScopeFilter, selectSources } from "../scope/select-sources.ts";
import { prepareExamination } from "../scope/survey-skills.ts";
import { timedReport } from "../timed-report.ts";
import { findEntry, type GivenSkill, type Judged, judgeSession } from "./judge-session.ts";
import { chooseRealClient, type OpenClient, type StartOptions, withClient } from "./open-client.ts";

export interface TestRealOptions extends Scope, ScopeFilter, StartOptions {
  /** The id of a client. */
  readonly client: string;
  /** Called before each skill; the first one is the control. */
  readonly onStep?: (index: number, of: number) => void;
}

/**
 * Takes skills through disclosure in an installed client, with a mock model. The outcome is 2 if a stage could not be
 * measured, else 1 if one failed. Throws a SkillsError if the client cannot be started here, nothing can be read, or
 * no skill is in scope.
 */
export async function testReal(options: TestRealOptions): Promise<Report<TestRealData, "test">> {
  const started = now();
  const client = chooseRealClient(options.client);
  const { sources, unread } = await selectSources(options);
  const examination = await prepareExamination({ targets: ["spec"], tokens: "estimate" });
  const { data, subjects } = await withClient(client, options, (open) =>
    testAll(open, sources, { ...options, examination }),
  );
  const report = timedReport({
    command: "test",
    targets: [],
    subjects,
    unread,
    started,
    maxWarnings: Infinity,
  });
  return { ...report, outcome: outcomeOf(data), data };
}

interface Work extends TestRealOptions {
  readonly examination: Examination;
}

interface Tested {
  readonly data: TestRealData;
  readonly subjects: readonly Subject[];
}

async function testAll(open: OpenClient, sources: readonly SkillSource[], work: Work): Promise<Tested> {
  const { onStep = () => {} } = work;
  onStep(0, sources.length + 1);
  const known = await playControl(open, work.examination);
  const control = explainNeeds(open, known.stages, work);
  const others = known.listed.filter(({ name }) => name !== controlSkill.name);
  const skills: RealTest[] = [];
  const subjects: Subject[] = [];
  for (const [index, source] of sources.entries()) {
    onStep(index + 1, sources.length + 1);
    const isDead = control[0]?.outcome !== "pass";
    const name = String(index + 1);
    const tested = isDead ? undefined : await testOne(open, source, { ...work, name, others });
    skills.push({
      path: source.label,
      stages: limitBy(control, tested?.stages ?? control),
      unpredicted: tested?.unpredicted ?? [],
    });
    subjects.push(
      tested?.subject ?? { kind: "skill", path: source.label, verdicts: {}, findings: [], partial: [] },
    );
  }
  return { data: { client: open.about, control, skills }, subjects };
}

/** What a client does with the control skill, and its catalog with it. */
export function playControl(open: OpenClient, examination: Examination): Promise<OneTested> {
  return testOne(open, controlSkill, { examination, name: "control", others: undefined });
}

/** A skill that every client loads: what fails for it is no fact about other skills. */
const controlSkill = openMemory("skillwright-control", {
  "SKILL.md":
    "---\nname: skillwright-control\ndescription: Shows that a client loads skills. Use when a client is tested.\n---\n\n# Control\n\nRead [the notes](references/notes.md).\n",
  "references/notes.md": "# Notes\n\nThe last line.\n",
});

interface OneTest extends Pick<Work, "examination"> {
  /** Of its temporary directories. */
  readonly name: string;
  /** The catalog without the skill, if it is known. */
  readonly others: readonly ListedSkill[] | undefined;
}

interface OneTested {
  readonly stages: readonly RealStageResult[];
  readonly unpredicted: readonly string[];
  readonly listed: readonly ListedSkill[];
  readonly subject: Subject;
}

async function testOne(
  { installed, record, place }: OpenClient,
  source: SkillSource,
  { name, others, examination }: OneTest,
): Promise<OneTested> {
  const { skill, subject, bytes } = examineSkill(source, examination);
  const at = place(name);
  const directory = makeProject(at.project, installed.client.skills, source);
  const input = readInput(source, record ? [record] : [], bytes);
  const predicted = record ? loadAs(record, input) : loadAs({}, input);
  const given = giveSkill(skill, { name: source.name, directory, predicted });
  let entry: ListedSkill | undefined;
  const session = await playSession(installed, at, {
    choose: (listed) => (entry = findEntry(listed, others, given)),
    directory,
    offersTools: others !== undefined,
    ...(given.file && { file: given.file.path }),
  });
  const judged = { client: installed.client, given, session, entry, seconds: installed.seconds };
  const { verdicts: _verdicts, findings: _findings, ...rest } = subject;
  return {
    stages: judgeSession(judged),
    unpredicted: record ? compareWithRecord(judged, record.version) : [],
    listed: session.listed ?? [],
    subject: { ...rest, verdicts: {}, findings: [] },
  };
}

function giveSkill(
  { document, graph, texts }: Skill,
  rest: Pick<GivenSkill, "name" | "directory" | "predicted">,
): GivenSkill {
  const text = document?.source.text ?? "";
  const written = document ? writtenSkill(document) : { body: "", hasMetadata: false };
  const files = new Map(texts.map((each) => [each.path, each.source.text]));
  const referred = graph.nodes.find(
    (node) =>
      node.way?.depth === 1 && node.path !== documentName && (files.get(node.path) ?? "").trim() !== "",
  );
  return {
    ...{ written, text, ...rest },
    ...(referred && { file: { path: referred.path, text: files.get(referred.path)! } }),
  };
}

/** A stage that fails for the control too says nothing about a skill. */
function limitBy(
  control: readonly RealStageResult[],
  stages: readonly RealStageResult[],
): readonly RealStageResult[] {
  return stages.map((result, at) => {
    const same = control[at]!;
    if (same.outcome === "pass" || result.outcome === "pass" || result.outcome === "not-measurable")
      return result;
    const message = `the control skill failed too: ${same.message}`;
    return { ...result, outcome: "could-not-measure", message, warnings: [] };
  });
}

/** Adds the programs that the client's tools need, if the control failed without them. */
function explainNeeds(
  { installed: { client } }: OpenClient,
  control: readonly RealStageResult[],
  { env }: StartOptions,
): readonly RealStageResult[] {
  const missing = (client.needs ?? []).filter((program) => !findProgram(program, env["PATH"] ?? ""));
  if (missing.length === 0) return control;
  const also = `; its tools need ${missing.map((program) => quote(program)).join(", ")} on the search path`;
  return control.map((result) =>
    result.outcome === "fail" ? { ...result, message: show(result.message + also, 400) } : result,
  );
}

function outcomeOf({ skills }: TestRealData): Outcome {
  const outcomes = skills.flatMap(({ stages }) => stages.map(({ outcome }) => outcome));
  if (outcomes.includes("could-not-measure")) return 2;
  return outcomes.includes("fail") ? 1 : 0;
}

/** Sentences about what the record of a client predicts differently than the client did. */
function compareWithRecord(
  { client, given: { predicted, directory }, session, entry }: Judged,
  version: string,
): readonly string[] {
  const record = `the record of ${version} predicts`;
  if (!session.listed || predicted.loads === "unknown") return [];
  if (!predicted.loads) return entry ? [`${record} that it is not loaded: ${show(predicted.reason)}`] : [];
  if (!entry) return predicted.hidden ? [] : [`${record} that it is announced as ${quote(predicted.name)}`];
  if (predicted.hidden) return [`${record} that it is not announced`];
  const differences = compareEntry(entry, predicted, directory).filter(
    (each) => !client.namesOnly || !each.startsWith("the description"),
  );
  const { activation } = session;
  const isOther =
    activation !== undefined &&
    "part" in activation &&
    activation.part === "body" &&
    predicted.body !== undefined &&
    predicted.body.trim() !== activation.text.trim();
  return [...differences, ...(isOther ? ["another body"] : [])].map((what) => `${record} ${what}`);
}

/** How an entry of a catalog differs from the predicted one, if the catalog has room. */
function compareEntry(entry: ListedSkill, predicted: LoadedSkill, directory: string): readonly string[] {
  const { name, listed } = toCatalogSkill(predicted, { directory, path: directory });
  const names = [name, predicted.name];
  return [
    ...(names.includes(entry.name) ? [] : [`the name ${quote(name)}`]),
    // Escapes are a matter of the catalog's format.
    ...(unescapeXml(entry.description ?? "") === unescapeXml(listed)
      ? []
      : [`the description ${quote(listed, 80)}`]),
  ];
}
