import { validatorIds, type Reason } from "../model/validator.ts";
import type { Diagnostic, Subject, Verdict } from "../model/report.ts";
import type { Rule } from "../model/rule.ts";
import type { Skill } from "../model/skill.ts";
import type { SkillSource } from "../model/source.ts";
import type { Target } from "../model/target.ts";
import type { ClientLoad } from "../model/client-load.ts";
import { validators } from "../generated/validators.ts";
import { refusalRules } from "../rules/lists/skill-rules.ts";
import { joinLoads } from "./join-loads.ts";
import { joinObjections, type Objecting } from "./objection.ts";
import { loadSkill, type LoadOptions, type SkillWithTexts } from "./load-skill.ts";
import { runRules, type Checked, type RunRulesOptions } from "./run-rules.ts";

/** A skill with its findings and verdicts, for users that need the parsed skill itself. */
export interface Examined extends Omit<SkillWithTexts, "changesCode"> {
  readonly subject: Subject;
}

export interface Examination extends LoadOptions {
  /** The targets whose refusal is an error. */
  readonly targets: readonly Target[];
  /** The clients that messages may name, if they were chosen. */
  readonly clients?: readonly Target[] | undefined;
  readonly rules: readonly Rule[];
  /** What other targets object to. */
  readonly objecting?: Objecting;
}

/** Reads a skill and runs the rules over it. */
export function examineSkill(
  source: SkillSource,
  { targets, clients, rules, objecting, ...reading }: Examination,
): Examined {
  const { changesCode, ...read } = loadSkill(source, validators, reading);
  const checked = checkSkill({ ...read, changesCode }, { targets, clients, rules, loads: [] });
  if (!objecting) return { ...read, subject: subjectOf(read.skill, checked.diagnostics) };
  const { objections, asked } = objecting;
  const findings = joinObjections(checked, read.skill.document, objections, targets);
  return { ...read, subject: subjectOf(read.skill, findings, { asked: [...validatorIds, ...asked] }) };
}

interface Check extends Pick<RunRulesOptions, "targets" | "clients" | "timeRule"> {
  readonly rules: readonly Rule[];
  /** What clients make of the skill. */
  readonly loads: readonly ClientLoad[];
}

/** The findings of the rules, with all targets that refuse the skill because of them. */
export function checkSkill(
  { skill, textOf, changesCode }: Omit<SkillWithTexts, "bytes">,
  { rules, loads, targets, clients, timeRule }: Check,
): Checked {
  const options = { targets, clients, timeRule, textOf, changesCode };
  return joinLoads(runSkillRules(skill, rules, options), loads, skill, { ...options, validatorRefusals: [] });
}

/** The findings of the rules, plus one for each refusal that no rule reports, so that every verdict is explained. */
function runSkillRules(
  skill: Skill,
  rules: readonly Rule[],
  options: Omit<RunRulesOptions, "validatorRefusals">,
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

interface Judged {
  /** The targets that were asked; by default all validators. */
  readonly asked?: readonly Target[];
  readonly loads?: Subject["loads"];
}

/** A skill in a report. A target refuses it if and only if a finding says so. */
export function subjectOf(
  { label, document, partial }: Pick<Skill, "label" | "document" | "partial">,
  findings: readonly Diagnostic[],
  { asked = validatorIds, loads }: Judged = {},
): Subject {
  const name = nameIn(document);
  const refusing = new Set(findings.flatMap(({ refusedBy }) => refusedBy));
  return {
    kind: "skill",
    path: label,
    ...(name !== undefined && { name }),
    verdicts: Object.fromEntries(
      asked.map((id): [Target, Verdict] => [id, refusing.has(id) ? "refuses" : "accepts"]),
    ),
    ...(loads && { loads }),
    findings,
    partial,
  };
}

/** The name in the frontmatter; undefined if there is none that is certain. */
export function nameIn(document: Skill["document"]): string | undefined {
  const name = document?.frontmatter?.fields.get("name");
  return typeof name?.value === "string" && name.recovered !== "guess" ? name.value : undefined;
}
