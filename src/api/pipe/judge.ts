import { onceForEach } from "../../core/once.ts";
import { SkillsError } from "../../core/errors.ts";
import { series } from "../../core/sentence.ts";
import { buildReport } from "../../lint/build-report.ts";
import { conclude } from "../../lint/conclude.ts";
import { examine, type Prepared } from "../../lint/examine.ts";
import type { RuleSettings } from "../../lint/rule-settings.ts";
import type { Question } from "../../model/answer.ts";
import type { Judgment } from "../../model/pipe.ts";
import type { ContextReader } from "../../model/skill.ts";
import type { OwnRule } from "../../model/own-rule.ts";
import type { SkillSource } from "../../model/source.ts";
import { chosenWords, isLintTarget, type LintTarget, type Target } from "../../model/target.ts";
import type { TokenCount } from "../../model/token-counter.ts";
import type { CheckOptions } from "../check/check.ts";
import type { CompatOptions } from "../compat/compat.ts";

export type PipedCommand = "check" | "compat" | "lint" | "validate";

/**
 * What is asked about each skill, as plain data. Settings for some paths, suppressions in the config and baselines do
 * not apply, as the skills have no path.
 */
export interface PipeQuestion {
  readonly command: PipedCommand;
  readonly targets: readonly LintTarget[];
  /** Chosen targets of the config that the command does not ask. */
  readonly otherTargets: readonly Target[];
  readonly clients?: readonly string[];
  /** The clients to show, for `compat`, if none are named. */
  readonly shown?: readonly string[];
  readonly rules: RuleSettings;
  readonly ownRules?: readonly OwnRule[];
  readonly security: boolean;
  readonly inline: boolean;
  readonly tokens?: TokenCount;
  /** For each skill; with more warnings, its outcome is 1. */
  readonly maxWarnings?: number;
}

/** Judges one skill after another. */
export type Judge = (source: SkillSource) => Promise<Judgment>;

/** The question of a command with these options; what it does not name is left out. */
export function pipeQuestion(
  command: PipedCommand,
  options: Partial<CheckOptions> & Pick<CompatOptions, "shown">,
): PipeQuestion {
  requireAsked(command, options.targets ?? []);
  const {
    clients,
    shown,
    rules = {},
    ownRules,
    security = false,
    inline = true,
    tokens,
    maxWarnings,
  } = options;
  const { targets = ["spec"], otherTargets = [] } = options;
  return {
    command,
    targets: targets.filter(isLintTarget),
    otherTargets: [...targets.filter((id) => !isLintTarget(id)), ...otherTargets],
    ...(clients && { clients }),
    ...(shown && { shown }),
    rules,
    ...(ownRules && { ownRules }),
    security,
    inline,
    ...(tokens && { tokens }),
    ...(maxWarnings !== undefined && Number.isFinite(maxWarnings) && { maxWarnings }),
  };
}

/** Throws a SkillsError for targets that ask for more than a skill in memory. */
function requireAsked(command: PipedCommand, targets: readonly Target[]): void {
  const others = command === "check" ? targets.filter((id) => !isLintTarget(id)) : [];
  if (others.length > 0)
    throw new SkillsError(
      "bad-usage",
      `--stdin-ndjson does not pack or simulate skills for ${series(others)}; choose other targets`,
    );
}

/** Loads what the question needs. Throws a SkillsError for an unknown rule or client. */
export async function openJudge(question: PipeQuestion): Promise<Judge> {
  if (question.command === "compat") return compatJudge(question);
  return question.command === "validate" ? validateJudge(question) : lintJudge(question);
}

/** Of what is around a skill, only the executable bits on its line are known. */
const contextOf: ContextReader = (_source, files, { scripts }) => {
  if (scripts.length === 0) return { executable: new Map() };
  const modes = new Map(files.map(({ path, executable }) => [path, executable]));
  return {
    executable: new Map(
      scripts.flatMap((path) => (modes.has(path) ? [[path, modes.get(path) === true] as const] : [])),
    ),
  };
};

async function lintJudge(question: PipeQuestion): Promise<Judge> {
  const isCheck = question.command === "check";
  const { requireLintOptions, requireClients, runQuestion } = await import("../lint/lint.ts");
  const { lintPreparer, lintQuestions } = await import("../lint/prepare-lint.ts");
  const options = { ...question, paths: [], cwd: ".", partOnly: true };
  requireLintOptions(options);
  const examiners = isCheck ? (["loads", "lint", "costs"] as const) : (["lint"] as const);
  const run = runQuestion(options, {});
  const questionOf = lintQuestions({
    ...question,
    clients: await requireClients(options),
    examiners: () => examiners,
    settings: run.settings,
    digests: false,
  });
  const lint = lintPreparer({ contextOf });
  const more = isCheck && (await import("../check/prepare-check.ts")).checkPreparer(options.cwd);
  const prepare = onceForEach(async (asked: Question): Promise<Prepared> => {
    const prepared = await lint(asked);
    return more ? more(prepared, asked) : prepared;
  });
  const nothing = { siblings: new Map<string, never>(), unread: [] };
  return async (source) => {
    const asked = questionOf(source);
    const answer = await examine(source, asked, await prepare(asked));
    const { outcome, subjects } = conclude([{ answer }], run, nothing).report;
    return {
      outcome,
      subject: subjects[0]!,
      ...(isCheck && { loads: answer.loads ?? [], ...(answer.tokens && { tokens: answer.tokens }) }),
    };
  };
}

async function validateJudge({
  targets,
  otherTargets,
  clients,
  maxWarnings = Infinity,
}: PipeQuestion): Promise<Judge> {
  const { validatePreparer } = await import("../validate.ts");
  const words = chosenWords(clients);
  const asked: Question = {
    examiners: ["lint"],
    targets: [...targets, ...otherTargets],
    ...(words && { clients: words }),
    rules: "validate",
  };
  const prepared = await validatePreparer(contextOf)(asked);
  return async (source) => {
    const { subject } = await examine(source, asked, prepared);
    const report = { command: "validate", targets, subjects: [subject], unread: [], seconds: 0 } as const;
    return { outcome: buildReport({ ...report, maxWarnings }).outcome, subject };
  };
}

async function compatJudge({ clients, shown }: PipeQuestion): Promise<Judge> {
  const { compat } = await import("../compat/compat.ts");
  const { chooseClients } = await import("../compat/choose-clients.ts");
  chooseClients(clients ?? shown);
  return async (source) => {
    const { report } = await compat(
      { paths: [], cwd: ".", ...(clients && { clients }), ...(shown && { shown }) },
      [source],
    );
    const loads = (report.data?.rows ?? []).map(({ skill: _, ...load }) => load);
    return { outcome: report.outcome, subject: report.subjects[0]!, loads };
  };
}
