import { choose } from "../model/choose.ts";
import { type RuleSetting, ruleSettings } from "../model/config.ts";
import type { OwnRule } from "../model/own-rule.ts";
import type { Diagnostic } from "../model/report.ts";
import type { Rule } from "../model/rule.ts";
import type { SkillSource } from "../model/source.ts";
import type { Target } from "../model/target.ts";
import { lintRules } from "../rules/lists/lint-rules.ts";
import { compareDiagnostics } from "./run-rules.ts";
import { knownRules, unknownRule } from "./known-rules.ts";

export type { RuleSetting };

/** By rule id. */
export type RuleSettings = Readonly<Record<string, RuleSetting>>;

/** Settings by file; a single value if they are the same for all files. */
export type FileSettings = RuleSettings | ((file: string) => RuleSettings);

export function settingsFor(settings: FileSettings, file: string): RuleSettings {
  return typeof settings === "function" ? settings(file) : settings;
}

/** Throws a SkillsError for an unknown rule or severity. */
export function requireRules(
  settings: Readonly<Record<string, unknown>>,
  own: readonly Pick<OwnRule, "id">[] = [],
): void {
  for (const [id, setting] of Object.entries(settings)) {
    if (!knownRules.has(id) && !own.some((rule) => rule.id === id))
      throw unknownRule(id, [...knownRules.keys(), ...own.map((rule) => rule.id)]);
    choose("severity", String(setting), ruleSettings);
  }
}

/**
 * All rules except those that run only on request. Rules that are set to "off" run too, as verdicts depend on all
 * findings.
 */
export function rulesToRun(settings: RuleSettings, security: boolean): readonly Rule[] {
  return lintRules.filter(
    ({ meta }) =>
      !meta.off || (settings[meta.id] ?? "off") !== "off" || (security && meta.category === "security"),
  );
}

/**
 * Applies the configured severities: refusals of chosen targets and dangers remain errors. Settings may differ by file.
 */
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
  /** The settings that enable every rule that is enabled for some path. */
  readonly widest: RuleSettings;
  targetsOf(skill: Placed): readonly Target[];
  rulesOf(skill: Placed): FileSettings;
}

export interface PathOverrides {
  /** Absolute path of the directory that the patterns are relative to. */
  readonly directory: string;
  /** The last matching override takes precedence. */
  readonly entries: readonly PathOverride[];
}

export type Placed = Pick<SkillSource, "directory">;

/** Other settings for some paths. */
export interface PathOverride {
  /** Patterns for `compilePathPattern`, relative to the directory of `PathOverrides`. */
  readonly paths: readonly string[];
  readonly rules?: RuleSettings;
  /** Applies to skills whose SKILL.md matches the paths. */
  readonly targets?: readonly Target[];
}
