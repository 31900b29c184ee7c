import { runRules, type Checked, type RunRulesOptions } from "./run-rules.ts";
import { validators } from "../targets/validators/index.ts";
import { validatorIds, type Reason, type ValidatorId } from "../model/client.ts";
import type { Diagnostic, Subject, Verdict } from "../model/report.ts";
import type { Rule } from "../model/rule.ts";
import type { Skill } from "../model/skill.ts";
import type { SkillSource } from "../model/source.ts";
import type { CheckTarget } from "../model/target.ts";
import { refusalRules } from "../rules/lists/skill-rules.ts";
import { loadSkill, type LoadedSkill, type LoadOptions } from "./load-skill.ts";

/** A skill with its findings and verdicts. */
export interface Examined extends Omit<LoadedSkill, "changesCode"> {
  readonly subject: Subject;
  /** For each finding, the reasons for refusals that it reports. Valid until the subject's findings change. */
  readonly reasonsByFinding: Checked["reasonsByFinding"];
}

export interface Examination extends LoadOptions {
  /** The targets whose refusal is an error. */
  readonly targets: readonly CheckTarget[];
  readonly rules: readonly Rule[];
  /** Runs a rule's work and times it. */
  readonly timeRule?: RunRulesOptions["timeRule"];
}

/** Reads a skill and runs the rules over it. */
export function examineSkill(
  source: SkillSource,
  { targets, rules, timeRule, ...reading }: Examination,
): Examined {
  const { skill, bytes, textOf, changesCode } = loadSkill(source, validators, reading);
  const { findings, reasonsByFinding } = findingsOf(skill, { targets, rules, timeRule, textOf, changesCode });
  const name = skill.document?.frontmatter?.fields.get("name");
  return {
    skill,
    ...(bytes && { bytes }),
    textOf,
    reasonsByFinding,
    subject: {
      kind: "skill",
      path: skill.label,
      ...(typeof name?.value === "string" && name.recovered !== "guess" && { name: name.value }),
      verdicts: verdictsOf(findings),
      findings,
      partial: skill.partial,
    },
  };
}

/** The findings of the rules, plus one for each refusal that no rule reports, so that every verdict is explained. */
function findingsOf(
  skill: Skill,
  {
    rules,
    ...options
  }: Pick<Examination, "targets" | "rules" | "timeRule"> & Pick<LoadedSkill, "changesCode" | "textOf">,
): Pick<Examined, "reasonsByFinding"> & Pick<Subject, "findings"> {
  const { clientRefusals } = skill;
  const { diagnostics, reasonsByFinding } = runRules(skill, rules, { ...options, clientRefusals });
  const reasons = new Set<Reason>(Array.from(reasonsByFinding.values()).flat());
  const rest = clientRefusals.flatMap(({ client, refusals }) =>
    refusals.filter(({ reason }) => !reasons.has(reason)).map((refusal) => ({ client, refusal })),
  );
  if (rest.length === 0) return { findings: diagnostics, reasonsByFinding };
  const unexplained: Checked = runRules({ skill, refusals: rest }, refusalRules, {
    ...options,
    clientRefusals,
  });
  return { findings: [...diagnostics, ...unexplained.diagnostics], reasonsByFinding };
}

/** A target refuses a skill if and only if a finding says so. */
function verdictsOf(findings: readonly Diagnostic[]): Subject["verdicts"] {
  const verdict = (id: ValidatorId): Verdict =>
    findings.some(({ refusedBy }) => refusedBy.includes(id)) ? "refuses" : "accepts";
  return Object.fromEntries(validatorIds.map((id) => [id, verdict(id)]));
}
