import { contextReader } from "../../src/find/surroundings.ts";
import { cpSync, existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { checkCollection, collect } from "../../src/lint/check-collection.ts";
import { loadSkill } from "../../src/lint/load-skill.ts";
import { vocabularyOf } from "../../src/lint/vocabulary-of.ts";
import { runRules } from "../../src/lint/run-rules.ts";
import { markSuppressed } from "../../src/lint/mark-suppressed.ts";
import { validators } from "../../src/generated/validators.ts";
import type { Diagnostic } from "../../src/model/report.ts";
import type { Skill } from "../../src/model/skill.ts";
import type { SkillSource } from "../../src/model/source.ts";
import type { SuppressionUse } from "../../src/model/suppression.ts";
import { findMisspelled, findSuppressions } from "../../src/parse/suppressions.ts";
import { openDirectory } from "../../src/read/directory.ts";
import { collectionRules } from "../../src/rules/lists/collection-rules.ts";
import { refusalRules } from "../../src/rules/lists/skill-rules.ts";
import { lintRules, ruleMetas } from "../../src/rules/lists/lint-rules.ts";
import { suppressionRules } from "../../src/rules/lists/suppression-rules.ts";

export const fixturesRoot = fileURLToPath(new URL("../../fixtures/", import.meta.url));

/** A skill in a folder, for one rule to report on. */
export interface Case {
  readonly ruleId: string;
  readonly name: string;
  /** The skill's own directory. */
  readonly skill: string;
  /** The file with the expected findings. */
  readonly expected: string;
}

export function casesOf(ruleId: string): readonly Case[] {
  return folders("rules", ruleId).map((name) => {
    const home = path.join(fixturesRoot, "rules", ruleId, name);
    return {
      ruleId,
      name,
      skill: path.join(home, folders("rules", ruleId, name)[0]!),
      expected: path.join(home, "expected.txt"),
    };
  });
}

export function openCase({ skill }: Case): SkillSource {
  return openDirectory(skill, path.basename(skill));
}

const vocabulary = vocabularyOf([...lintRules, ...suppressionRules]);

/** The findings of a rule in a case: in its first skill, or, for a collection rule, in all its skills. */
export function describeCase(each: Case): string {
  const rule = collectionRules.find(({ meta }) => meta.id === each.ruleId);
  if (!rule) return describeDiagnostics(diagnose(each.ruleId, openCase(each)));
  const home = path.dirname(each.skill);
  const collected = folders(path.relative(fixturesRoot, home)).flatMap((name) => {
    const source = openDirectory(path.join(home, name), name);
    return collect(loadSkill(source, []).skill, source) ?? [];
  });
  const findings = checkCollection(collected, { rules: [rule] });
  const own = path.basename(each.skill);
  return Array.from(findings, ([name, diagnostics]) =>
    describeDiagnostics(
      diagnostics.map((diagnostic) => ({
        ...diagnostic,
        file: name === own ? diagnostic.file : `../${name}/${diagnostic.file}`,
      })),
    ),
  ).join("");
}

/** The findings of one rule in a skill, with the severities that apply if no target is chosen. */
export function diagnose(ruleId: string, source: SkillSource): readonly Diagnostic[] {
  const { skill, changesCode } = loadSkill(source, validators, { vocabulary, contextOf: contextReader() });
  const options = { targets: [], validatorRefusals: skill.validatorRefusals, changesCode };
  const rules = lintRules.filter(({ meta }) => meta.id === ruleId);
  if (rules.length > 0) return runRules(skill, rules, options).diagnostics;
  const aboutSuppressions = suppressionRules.filter(({ meta }) => meta.id === ruleId);
  if (aboutSuppressions.length > 0)
    return runRules(suppressionsIn(skill), aboutSuppressions, options).diagnostics;
  return runRules(
    { skill, refusals: refusalsOf(skill), loads: [] },
    refusalRules.filter(({ meta }) => meta.id === ruleId),
    options,
  ).diagnostics;
}

/** The use of a skill's suppressions after all rules have run. */
function suppressionsIn(skill: Skill): SuppressionUse {
  const comments = findSuppressions(skill);
  const rules = new Map(ruleMetas.map((meta) => [meta.id, meta]));
  const { diagnostics } = runRules(skill, lintRules, {
    targets: [],
    validatorRefusals: skill.validatorRefusals,
  });
  const { used } = markSuppressed(diagnostics, { comments, entries: [], dangers: new Set() });
  return {
    comments,
    misspelled: findMisspelled(skill),
    entries: [],
    used,
    rules,
    isJudged: () => true,
    today: "2026-01-01",
  };
}

function refusalsOf({ validatorRefusals }: Skill) {
  return validatorRefusals.flatMap(({ validator, refusals }) =>
    refusals.map((refusal) => ({ validator, refusal })),
  );
}

/** `SKILL.md:2:7-2:16 warning [spec skills-ref] message`, one line a finding. */
export function describeDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map((diagnostic) => `${describe(diagnostic)}\n`).join("");
}

function describe({ file, start, end, severity, refusedBy, message }: Diagnostic): string {
  const place = start && end ? `${file}:${start.line}:${start.column}-${end.line}:${end.column}` : file;
  return `${place} ${severity} [${refusedBy.join(" ")}] ${message}`;
}

/** Copies the cases of these rules into a directory. */
export function copyCases(to: string, rules: readonly string[]): void {
  for (const rule of rules)
    cpSync(path.join(fixturesRoot, "rules", rule), path.join(to, rule), {
      recursive: true,
      verbatimSymlinks: true,
    });
}

/** The folders in a folder of the fixtures; none where that is not there. */
export function folders(...parts: readonly string[]): readonly string[] {
  if (!existsSync(path.join(fixturesRoot, ...parts))) return [];
  return readdirSync(path.join(fixturesRoot, ...parts), { withFileTypes: true })
    .filter((item) => item.isDirectory())
    .map((item) => item.name)
    .sort();
}
