import type { ScenarioOutcome } from "../../model/scenario.ts";
import { quote } from "../../core/show.ts";
import { decide, type EvalSubject, type EvalVerdict, type EvalWorld } from "./decide.ts";
import type { EvalCase, EvalFile } from "./eval-file.ts";
import { controlsOf, type Control } from "./separability.ts";

interface JudgedCase {
  readonly id: string;
  readonly prompt?: string;
  readonly verdicts: readonly EvalVerdict[];
}

export interface JudgedEvals {
  readonly evals: EvalFile;
  /** The skill of the eval file; absent if it is unknown. */
  readonly skill?: string;
  /** Checks of the separability measure; empty if it is not used. */
  readonly controls: readonly Control[];
  readonly cases: readonly JudgedCase[];
  readonly decided: number;
  readonly undecided: number;
  /** The number of prompts that keywords alone separate as expected; absent if there are none or a control fails. */
  readonly separability?: { readonly asExpected: number; readonly of: number };
  readonly outcome: ScenarioOutcome;
}

/**
 * Decides what can be decided in an eval file, by sessions or without a model. If nothing can, the file counts as not
 * measurable.
 */
export function judgeEvals(evals: EvalFile, world: EvalWorld): JudgedEvals {
  const skill = evals.skill ?? world.skill;
  const controls = controlsFor(evals, skill, world);
  const broken = controls.find(({ holds }) => !holds);
  const about = {
    world,
    ...(skill !== undefined && { skill }),
    ...(broken && { distrust: `separability check failed: ${broken.name}` }),
  };
  const cases = evals.cases.map((each) => judgeCase({ ...about, each }));
  const verdicts = cases.flatMap((each) => each.verdicts);
  const decided = verdicts.filter(({ outcome }) => outcome !== "not-measurable");
  const separated = decided.filter(({ basis }) => basis === "separability");
  return {
    evals,
    ...(skill !== undefined && { skill }),
    controls,
    cases,
    decided: decided.length,
    undecided: verdicts.length - decided.length,
    ...(separated.length > 0 && {
      separability: {
        asExpected: separated.filter(({ outcome }) => outcome === "pass").length,
        of: separated.length,
      },
    }),
    outcome:
      decided.length === 0
        ? "could-not-measure"
        : decided.some(({ outcome }) => outcome === "fail")
          ? "fail"
          : "pass",
  };
}

/** Controls for the skills in the catalog that prompts should choose; none if a model chooses. */
function controlsFor(
  { cases }: EvalFile,
  skill: string | undefined,
  { catalog, rank, played }: EvalWorld,
): readonly Control[] {
  if (played) return [];
  const named = cases.flatMap(({ checks }) =>
    checks.flatMap((check) => (check.kind === "trigger" ? [check.skill ?? skill] : [])),
  );
  const targets = Array.from(new Set(named)).filter(
    (name) => name !== undefined && catalog.some((entry) => entry.name === name && !entry.hidden),
  );
  return targets.length === 0
    ? []
    : controlsOf(
        targets.flatMap((name) => name ?? []),
        catalog,
        rank,
      );
}

function judgeCase(subject: EvalSubject): JudgedCase {
  const { id, prompt, checks } = subject.each;
  return {
    id,
    ...(prompt !== undefined && { prompt }),
    verdicts: [
      ...missingFiles(subject),
      ...actionsLeft(subject),
      ...checks.map((check) => decide(check, subject)),
    ],
  };
}

/** An action of a mock model that is never taken shows nothing. */
function actionsLeft({ each, world }: EvalSubject): readonly EvalVerdict[] {
  const mocked = world.mocked?.(each);
  const next = each.mock?.kind === "scripted" ? each.mock.steps[mocked?.taken ?? Infinity] : undefined;
  if (!mocked || !next) return [];
  return [
    {
      outcome: "fail",
      basis: "transcript",
      expected: "all actions are taken",
      reason: `the session ended before action ${mocked.taken + 1} (${mocked.played.result.stop})`,
      at: next.at,
    },
  ];
}

/** URLs, patterns and placeholders, which are not paths. */
const noPath = /^[a-z][a-z0-9+.-]*:\/\/|[*?{}<>$]|^\/|(?:^|\/)\.\.(?:\/|$)/i;

/**
 * The missing input files of an eval, without which it cannot be run. The guide's paths are relative to the skill's
 * root, those in its example to evals/.
 */
function missingFiles({ each, skill, world }: EvalSubject): readonly EvalVerdict[] {
  const there = skill === undefined ? undefined : world.filesOf(skill);
  if (!there) return [];
  const missing = each.files.filter(
    ({ value }) => value !== "" && !noPath.test(value) && findInput(value, there) === undefined,
  );
  return missing.map(({ value, at }) => ({
    outcome: "fail",
    basis: "files",
    expected: `the input file ${quote(value, 80)}`,
    reason: "not among the skill's files",
    at,
  }));
}

/** The path in the skill of an eval's input file; undefined if the skill has no such file. */
function findInput(file: string, there: readonly string[]): string | undefined {
  const plain = plainPath(file);
  return [plain, `evals/${plain}`, `evals/files/${plain}`].find((path) => there.includes(path));
}

/** The input files of a case that exist: each path as written, with its path in the skill. */
export function inputFiles(
  { files }: Pick<EvalCase, "files">,
  there: readonly string[],
): readonly { readonly written: string; readonly path: string }[] {
  return files.flatMap(({ value }) => {
    const path = noPath.test(value) ? undefined : findInput(value, there);
    return path === undefined ? [] : [{ written: plainPath(value), path }];
  });
}

function plainPath(file: string): string {
  return file.replace(/^(?:\.\/)+/, "");
}
