import type { RuleSetting } from "../model/config.ts";
import type { Diagnostic } from "../model/report.ts";
import type { Rule } from "../model/rule.ts";
import type { SkillSource } from "../model/source.ts";
import type { CheckTarget } from "../model/target.ts";
import { lintRules } from "../rules/lists/lint-rules.ts";
import { compareDiagnostics } from "./run-rules.ts";
import { knownRules, unknownRule } from "./known-rules.ts";

export type { RuleSetting };

/** By rule id. */
export type RuleSettings = Readonly<Record<string, RuleSetting>>;

/** By file; one value where it is the same for all files. */
export type FileSettings = RuleSettings | ((file: string) => RuleSettings);

export function settingsFor(settings: FileSettings, file: string): RuleSettings {
  return typeof settings === "function" ? settings(file) : settings;
}

/** Throws a SkillsError where there is no such rule. */
export function requireRules(settings: RuleSettings): void {
  for (const id of Object.keys(settings))
    if (!knownRules.has(id)) throw unknownRule(id, Array.from(knownRules.keys()));
}

/** All but those that run only where somebody asks; a rule whose findings are not wanted runs too, as the verdicts are made of all findings. */
export function rulesToRun(settings: RuleSettings, security: boolean): readonly Rule[] {
  return lintRules.filter(
    ({ meta }) =>
      !meta.off || (settings[meta.id] ?? "off") !== "off" || (security && meta.category === "security"),
  );
}

/** An error is a chosen target's refusal or a danger, as no rule is one of itself. Settings may differ by file. */
export function withSettings(findings: readonly Diagnostic[], settings: FileSettings): readonly Diagnostic[] {
  if (typeof settings !== "function" && Object.keys(settings).length === 0) return findings;
  const kept = findings.flatMap((finding): readonly Diagnostic[] => {
    const setting = settingsFor(settings, finding.file)[finding.ruleId] ?? finding.severity;
    if (setting === "off") return [];
    return finding.severity === "error" ? [finding] : [{ ...finding, severity: setting }];
  });
  return kept.toSorted(compareDiagnostics);
}

export interface PathSettings {
  /** With everything turned on that is on somewhere. */
  readonly widest: RuleSettings;
  targetsOf(skill: Placed): readonly CheckTarget[];
  rulesOf(skill: Placed): FileSettings;
}

export interface PathOverrides {
  /** Absolute: where the patterns begin. */
  readonly directory: string;
  /** The last that holds has the last word. */
  readonly entries: readonly PathOverride[];
}

export type Placed = Pick<SkillSource, "directory">;

/** Other settings for some paths. */
export interface PathOverride {
  /** As `compilePathPattern` takes them, from the directory of `PathOverrides`. */
  readonly paths: readonly string[];
  readonly rules?: RuleSettings;
  /** For skills whose SKILL.md lies under the paths. */
  readonly targets?: readonly CheckTarget[];
}
