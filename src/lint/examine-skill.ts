import { runRules, type Checked, type RunRulesOptions } from "./run-rules.ts";
import { validators } from "../generated/validators.ts";
import { validatorIds, type Reason, type ValidatorId } from "../model/validator.ts";
import type { Diagnostic, Subject, Verdict } from "../model/report.ts";
import type { Rule } from "../model/rule.ts";
import type { Skill } from "../model/skill.ts";
import type { SkillSource } from "../model/source.ts";
import type { Target } from "../model/target.ts";
import type { LoadOutcomeId } from "../model/loader.ts";
import type { ClientLoad, CompatRow } from "../model/client-load.ts";
import type { RecordedVersion } from "../targets/newest-clients.ts";
import { joinLoads } from "./join-loads.ts";
import { type PredictedLoads, predictLoads } from "./predict-loads.ts";
import { refusalRules } from "../rules/lists/skill-rules.ts";
import { loadSkill, type SkillWithTexts, type LoadOptions } from "./load-skill.ts";

/** A skill with its findings and verdicts. */
export interface Examined extends Omit<SkillWithTexts, "changesCode"> {
  readonly subject: Subject;
  /** What the clients make of the skill. */
  readonly loads: readonly CompatRow[];
  /** For each finding, the reasons for refusals that it reports. Valid until the subject's findings change. */
  readonly reasonsByFinding: Checked["reasonsByFinding"];
}

export interface Examination extends LoadOptions {
  /** The targets whose refusal is an error. */
  readonly targets: readonly Target[];
  /** The clients whose loading is predicted; none by default. */
  readonly clients?: readonly RecordedVersion[];
  readonly rules: readonly Rule[];
  /** Runs a rule's work and times it. */
  readonly timeRule?: RunRulesOptions["timeRule"];
}

/** Reads a skill and runs the rules over it. */
export function examineSkill(
  source: SkillSource,
  { targets, rules, timeRule, clients = [], ...reading }: Examination,
): Examined {
  const { skill, bytes, textOf, changesCode } = loadSkill(source, validators, reading);
  const options = { targets, timeRule, textOf, changesCode };
  const checked = runSkillRules(skill, rules, options);
  const { loads } =
    clients.length === 0 ? noLoads : predictLoads(source, clients, { bytes, document: skill.document });
  const { diagnostics: findings, reasonsByFinding } = joinLoads(checked, loads, skill, {
    ...options,
    validatorRefusals: [],
  });
  const name = skill.document?.frontmatter?.fields.get("name");
  return {
    skill,
    ...(bytes && { bytes }),
    textOf,
    loads,
    reasonsByFinding,
    subject: {
      kind: "skill",
      path: skill.label,
      ...(typeof name?.value === "string" && name.recovered !== "guess" && { name: name.value }),
      verdicts: verdictsOf(findings),
      ...(clients.length > 0 && { loads: worstByClient(loads) }),
      findings,
      partial: skill.partial,
    },
  };
}

const noLoads: Pick<PredictedLoads, "loads"> = { loads: [] };

/** The findings of the rules, plus one for each refusal that no rule reports, so that every verdict is explained. */
function runSkillRules(
  skill: Skill,
  rules: readonly Rule[],
  options: Pick<RunRulesOptions, "targets" | "timeRule" | "textOf" | "changesCode">,
): Checked {
  const { validatorRefusals } = skill;
  const checked = runRules(skill, rules, { ...options, validatorRefusals });
  const reasons = new Set<Reason>(Array.from(checked.reasonsByFinding.values()).flat());
  const rest = validatorRefusals.flatMap(({ validator, refusals }) =>
    refusals.filter(({ reason }) => !reasons.has(reason)).map((refusal) => ({ validator, refusal })),
  );
  if (rest.length === 0) return checked;
  const unexplained = runRules({ skill, refusals: rest, loads: [] }, refusalRules, {
    ...options,
    validatorRefusals,
  });
  return { ...checked, diagnostics: [...checked.diagnostics, ...unexplained.diagnostics] };
}

/** A target refuses a skill if and only if a finding says so. */
function verdictsOf(findings: readonly Diagnostic[]): Subject["verdicts"] {
  const verdict = (id: ValidatorId): Verdict =>
    findings.some(({ refusedBy }) => refusedBy.includes(id)) ? "refuses" : "accepts";
  return Object.fromEntries(validatorIds.map((id) => [id, verdict(id)]));
}

/** From the least to the most important to report. */
const ranks: readonly LoadOutcomeId[] = ["unknown", "as-written", "differs", "not-loaded"];

function worstByClient(loads: readonly ClientLoad[]): NonNullable<Subject["loads"]> {
  const worst: Record<string, LoadOutcomeId> = {};
  for (const { client, outcome } of loads)
    if (ranks.indexOf(outcome) > ranks.indexOf(worst[client] ?? "unknown")) worst[client] = outcome;
    else worst[client] ??= outcome;
  return worst;
}
