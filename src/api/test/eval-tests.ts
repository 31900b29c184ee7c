import type { CatalogEntry } from "../../model/agent.ts";
import { SkillsError } from "../../core/errors.ts";
import { summarizeProblems } from "../../core/file-problem.ts";
import type { Choice } from "../../model/scenario.ts";
import { count } from "../../core/sentence.ts";
import { quote, show } from "../../core/show.ts";
import type { EvalCounts, TestResult } from "../../model/reports/test.ts";
import type { EvalVerdict, EvalWorld } from "../../harness/evals/decide.ts";
import type { EvalFile } from "../../harness/evals/eval-file.ts";
import { judgeEvals, type JudgedEvals } from "../../harness/evals/judge-evals.ts";
import { findMistakes, readEvals } from "../../harness/evals/read-evals.ts";
import { rankCatalog } from "../../harness/models/rank-catalog.ts";
import type { SkillSource } from "../../model/source.ts";
import type { TestFile } from "./test-files.ts";
import type { TestedSession } from "./test-metrics.ts";

/** The data about a skill that evals need. */
export interface AnnouncedSkill {
  readonly entry: CatalogEntry;
  readonly source: SkillSource;
  /** Label of the parent directory. The skills in one parent directory share a catalog. */
  readonly beside: string;
  /** Label of the skill itself. */
  readonly label: string;
  readonly files: readonly string[];
}

export interface JudgedFile {
  /** Absent if a file in a skill is not an eval file. */
  readonly result?: TestResult;
  readonly counts: EvalCounts;
  /** By the words of descriptions. */
  readonly choices: readonly Choice[];
  /** By a model. */
  readonly selected: readonly Choice[];
  /** The sessions of the model, if there is one. */
  readonly sessions: readonly TestedSession[];
}

/**
 * Reads an eval file; gives its result if it cannot be read. `named` is true if the user passed the path of the file,
 * and so expects it to be an eval file.
 */
export function openEvals(
  file: TestFile,
  skills: readonly AnnouncedSkill[],
  named: boolean,
): { readonly evals: EvalFile } | { readonly judged: JudgedFile } {
  const read = readOrRecord(file, skills);
  if (!("message" in read)) return { evals: read };
  const result = {
    ...toResult(file, "could-not-measure", read.message),
    ...(read.details && { details: read.details }),
  };
  return {
    judged: {
      counts: none,
      choices: [],
      selected: [],
      sessions: [],
      ...((named || read.broken) && { result }),
    },
  };
}

/** The skill of an eval file, or the only one that there is, and the skills in its catalog. */
export function catalogFor(
  file: TestFile,
  skills: readonly AnnouncedSkill[],
): {
  readonly world: EvalWorld;
  readonly inCatalog: readonly AnnouncedSkill[];
  readonly own: AnnouncedSkill | undefined;
} {
  const own = skills.find(({ label }) => label === file.skill?.label);
  const inCatalog = own ? skills.filter(({ beside }) => beside === own.beside) : skills;
  const meant = own ?? (skills.length === 1 ? skills[0] : undefined);
  const world: EvalWorld = {
    ...(meant && { skill: meant.entry.name }),
    catalog: inCatalog.map(({ entry }) => entry),
    rank: rankCatalog,
    filesOf: (name) => inCatalog.find(({ entry }) => entry.name === name)?.files,
  };
  return { world, inCatalog, own };
}

/** Decides the expectations of an eval file that can be decided without the user's model. */
export function judgeOffline(
  evals: EvalFile,
  file: TestFile,
  { skills, named, mocked }: JudgedWith,
): JudgedFile {
  const judged = judgeEvals(evals, { ...catalogFor(file, skills).world, ...(mocked && { mocked }) });
  const verdicts = judged.cases.flatMap((each) => each.verdicts);
  const { decided, undecided, separability } = judged;
  // Evals in a skill are usually written for models, and their separability depends on the other skills too. So a file
  // is reported as not measurable only if the user passed its path.
  const outcome = judged.outcome === "could-not-measure" && !named ? "pass" : judged.outcome;
  return {
    result: {
      ...toResult(file, outcome, summarize(judged)),
      ...(outcome === "pass" && undecided > 0 && { warnings: warningsOf(judged) }),
      details: detailsOf(judged),
    },
    counts: {
      decided,
      undecided,
      separated: separability?.asExpected ?? 0,
      separable: separability?.of ?? 0,
    },
    choices: choicesOf(verdicts, (basis) => basis !== "transcript"),
    selected: choicesOf(verdicts, (basis) => basis === "transcript"),
    sessions: [],
  };
}

interface JudgedWith extends Pick<EvalWorld, "mocked"> {
  readonly skills: readonly AnnouncedSkill[];
  readonly named: boolean;
}

function choicesOf(
  verdicts: readonly EvalVerdict[],
  counts: (basis: EvalVerdict["basis"]) => boolean,
): readonly Choice[] {
  return verdicts.flatMap(({ choice, basis }) => (choice && counts(basis) ? [choice] : []));
}

function warningsOf({ decided, undecided, controls }: JudgedEvals): readonly string[] {
  const left =
    decided === 0
      ? `0 of ${count(undecided, "expectation")} can be measured offline`
      : `${count(undecided, "expectation")} cannot be measured offline`;
  return [
    left,
    ...controls.flatMap(({ holds, name }) => (holds ? [] : [`separability check failed: ${name}`])),
  ];
}

const none: EvalCounts = { decided: 0, undecided: 0, separated: 0, separable: 0 };

function readOrRecord(
  file: TestFile,
  skills: readonly AnnouncedSkill[],
): JudgedEvals["evals"] | (Pick<TestResult, "message" | "details"> & { readonly broken: boolean }) {
  try {
    const bytes = file.read();
    const read = readEvals(bytes, file.label);
    if ("evals" in read) {
      const mistakes = findMistakes(bytes, read.evals, namesOf(skills));
      return mistakes.length === 0 ? read.evals : { ...summarizeProblems(mistakes), broken: true };
    }
    return {
      ...summarizeProblems(read.problems),
      broken: /(?:^|\/)(?:evals|eval|trigger_tests)\.[a-z]+$/i.test(file.label),
    };
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    return { message: error.message, broken: true };
  }
}

/** Without any skill in scope, a name can mean any. */
function namesOf(skills: readonly AnnouncedSkill[]): Parameters<typeof findMistakes>[2] {
  if (skills.length === 0) return undefined;
  return {
    skills: new Set(skills.map(({ entry }) => entry.name)),
    files: skills.flatMap(({ entry, files }) => files.map((file) => ({ skill: entry.name, file }))),
  };
}

function summarize({ decided, undecided, cases, outcome }: JudgedEvals): string {
  const all = count(decided + undecided, "expectation");
  if (decided === 0) return `0 of ${count(undecided, "expectation")} can be measured offline`;
  const failed = cases.flatMap(({ verdicts }) =>
    verdicts.filter((verdict) => verdict.outcome === "fail"),
  ).length;
  const left = undecided === 0 ? "" : `, ${undecided} cannot be measured offline`;
  return `${all}: ${outcome === "fail" ? `${failed} failed, ` : ""}${decided - failed} passed${left}`;
}

/** Lists failures first, then what could not be measured. */
function detailsOf({ cases }: JudgedEvals): readonly string[] {
  const describe = (outcome: "fail" | "not-measurable", words: string): readonly string[] =>
    cases.flatMap(({ id, verdicts }) =>
      verdicts
        .filter((verdict) => verdict.outcome === outcome)
        .map(
          ({ expected, reason }) =>
            `${words}: ${show(id, 40)}: ${quote(expected, 120)}${reason === undefined ? "" : `: ${show(reason, 300)}`}`,
        ),
    );
  return [...describe("fail", "failed"), ...describe("not-measurable", "not measurable offline")];
}

function toResult({ label }: TestFile, outcome: TestResult["outcome"], message: string): TestResult {
  return { name: label, kind: "eval", path: label, check: "evals", outcome, message, warnings: [] };
}
