import { compareDiagnostics } from "../check/check.ts";
import type { Diagnostic } from "../core/report.ts";
import type { Rule, Severity } from "../core/rule.ts";
import { lintRules, ruleMetas } from "../rules/lint-rules.ts";
import { unknownRule } from "./explain.ts";

/** What a rule's findings count as; with "off" nothing is said of them. */
export type RuleSetting = Severity | "off";

/** By rule id. */
export type RuleSettings = Readonly<Record<string, RuleSetting>>;

/** Throws a SkillsError where there is no such rule. */
export function requireRules(settings: RuleSettings): void {
  const known = new Set(ruleMetas.map(({ id }) => id));
  for (const id of Object.keys(settings)) if (!known.has(id)) throw unknownRule(id);
}

/** All but those that run only where somebody asks; a rule whose findings are not wanted runs too, as the verdicts are made of all findings. */
export function rulesToRun(settings: RuleSettings, security: boolean): readonly Rule[] {
  return lintRules.filter(({ meta }) => !meta.off || (settings[meta.id] ?? "off") !== "off" || (security && meta.category === "security"));
}

/** An error is a chosen target's refusal or a danger, as no rule is one of itself. */
export function withSettings(findings: readonly Diagnostic[], settings: RuleSettings): readonly Diagnostic[] {
  const byId = new Map(Object.entries(settings));
  if (byId.size === 0) return findings;
  const kept = findings.flatMap((finding): readonly Diagnostic[] => {
    const setting = byId.get(finding.ruleId) ?? finding.severity;
    if (setting === "off") return [];
    return finding.severity === "error" ? [finding] : [{ ...finding, severity: setting }];
  });
  return kept.toSorted(compareDiagnostics);
}
