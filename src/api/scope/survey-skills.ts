import { contextReader } from "../../find/surroundings.ts";
import type { ValidatorId } from "../../model/validator.ts";
import type { Report } from "../../model/report.ts";
import type { ReportingCommand } from "../../model/reports/command-report.ts";
import type { Skill } from "../../model/skill.ts";
import type { TokenCount } from "../../model/token-counter.ts";
import { loadExactCounter } from "../../tokens/exact-counter.ts";
import { timedReport } from "../timed-report.ts";
import { now } from "../clock.ts";
import { examineSkill, type Examination } from "../../lint/examine-skill.ts";
import { findSources, type Scope } from "./find-sources.ts";
import { rulesToRun } from "../../lint/rule-settings.ts";
import { vocabularyOf } from "../../lint/vocabulary-of.ts";

export interface SurveyOptions extends Scope {
  /** The targets whose refusal is an error; by default only "spec". */
  readonly targets?: readonly ValidatorId[];
  readonly tokens?: TokenCount;
}

export interface Survey<View> {
  /** Its `data` contains `skills`; its outcome is always 0. */
  readonly report: Report<{ readonly skills: readonly View[] }>;
  readonly skills: readonly View[];
}

/**
 * Reads skills as `skills lint` does, and returns a `view` of each. Throws a SkillsError if nothing can be read, or
 * if no skill is in scope.
 */
export async function surveySkills<View>(
  command: ReportingCommand,
  { targets = ["spec"], tokens = "estimate", ...scope }: SurveyOptions,
  view: (skill: Skill) => View,
): Promise<Survey<View>> {
  const started = now();
  const { sources, unread } = await findSources(scope);
  const examination = await prepareExamination({ targets, tokens });
  const examined = sources.map((source) => {
    const { skill, subject } = examineSkill(source, examination);
    return { subject, viewed: view(skill) };
  });
  const skills = examined.map(({ viewed }) => viewed);
  const report = timedReport({
    command,
    targets,
    subjects: examined.map(({ subject }) => subject),
    unread,
    started,
    maxWarnings: Infinity,
  });
  return { report: { ...report, outcome: 0, data: { skills } }, skills };
}

/** Examines skills completely, with all findings of `skills lint`. */
export async function prepareExamination({
  targets,
  tokens,
}: Required<Pick<SurveyOptions, "targets" | "tokens">>): Promise<Examination> {
  const rules = rulesToRun({}, false);
  return {
    targets,
    rules,
    vocabulary: vocabularyOf(rules),
    contextOf: contextReader(),
    ...(tokens === "exact" && { tokens: await loadExactCounter() }),
  };
}
