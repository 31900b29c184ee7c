import { check, type Checked } from "../check/check.ts";
import { excerptOf } from "../check/excerpt.ts";
import { models } from "../clients/index.ts";
import type { TargetId } from "../core/client.ts";
import type { Diagnostic, Excerpt, Outcome, Report, Subject, Summary, Verdict } from "../core/report.ts";
import type { Severity } from "../core/rule.ts";
import type { Skill } from "../core/skill.ts";
import type { SkillSource, Unread } from "../core/source.ts";
import { version } from "../generated/version.ts";
import { discover } from "../read/discover.ts";
import { openMemory } from "../read/memory.ts";
import { refusalRules, skillRules } from "../rules/index.ts";
import { loadSkillFrom } from "./load-skill.ts";

export interface ValidateOptions {
  /** Skill directories, SKILL.md files, trees, globs; as the user wrote them. */
  readonly paths: readonly string[];
  /** Where relative paths begin. */
  readonly cwd: string;
  /** The targets whose refusal is an error; "spec" alone where none is given. */
  readonly targets?: readonly TargetId[];
  /** One SKILL.md that is not on the disk, and the name of the directory it would stand in. */
  readonly stdin?: { readonly bytes: Uint8Array; readonly name: string };
  /** More warnings than this are an outcome of 1. */
  readonly maxWarnings?: number;
}

export interface ValidateResult {
  readonly report: Report;
  /** The source line that one of the report's diagnostics points at. */
  excerpt(diagnostic: Diagnostic): Excerpt | undefined;
}

/** Holds skills against the specification and the modelled clients. Throws a SkillsError where nothing can be read, or no skill is in scope. */
export async function validate({ paths, cwd, targets = ["spec"], stdin, maxWarnings = Infinity }: ValidateOptions): Promise<ValidateResult> {
  const started = performance.now();
  const { sources, unread } = await findSources(paths, cwd, stdin);
  const excerpts = new Map<Diagnostic, Excerpt>();
  const subjects = sources.map((source) => validateSource(source, targets, excerpts));
  const summary = summarise(subjects, (performance.now() - started) / 1000);
  const report: Report = {
    schemaVersion: 1,
    tool: { name: "skills", version },
    command: "validate",
    outcome: outcomeOf(summary, maxWarnings),
    targets,
    subjects,
    unread,
    summary,
  };
  return { report, excerpt: (diagnostic) => excerpts.get(diagnostic) };
}

async function findSources(paths: readonly string[], cwd: string, stdin: ValidateOptions["stdin"]): Promise<{ sources: readonly SkillSource[]; unread: readonly Unread[] }> {
  const piped = stdin ? [openMemory(stdin.name, { "SKILL.md": stdin.bytes }, "-")] : [];
  if (stdin && paths.length === 0) return { sources: piped, unread: [] };
  const { sources, unread } = await discover(paths, { cwd });
  return { sources: [...piped, ...sources], unread };
}

function validateSource(source: SkillSource, targets: readonly TargetId[], excerpts: Map<Diagnostic, Excerpt>): Subject {
  const { skill, texts } = loadSkillFrom(source, models);
  const findings = findingsOf(skill, targets);
  for (const finding of findings) {
    const excerpt = excerptOf(finding, texts.get(finding.file));
    if (excerpt) excerpts.set(finding, excerpt);
  }
  const name = skill.document?.frontmatter?.fields.get("name")?.value;
  return {
    kind: "skill",
    path: skill.label,
    ...(typeof name === "string" && { name }),
    verdicts: verdictsOf(findings),
    findings,
    partial: skill.partial,
  };
}

/** What the rules say, and then each refusal that none of them spoke for: no verdict goes unexplained. */
function findingsOf(skill: Skill, targets: readonly TargetId[]): readonly Diagnostic[] {
  const { outcomes } = skill;
  const { diagnostics, explained } = check(skill, skillRules, { targets, outcomes });
  const rest = outcomes.flatMap(({ client, refusals }) => refusals.filter(({ reason }) => !explained.has(reason)).map((refusal) => ({ client, refusal })));
  if (rest.length === 0) return diagnostics;
  const unexplained: Checked = check({ skill, refusals: rest }, refusalRules, { targets, outcomes });
  return [...diagnostics, ...unexplained.diagnostics];
}

/** A target refuses a skill exactly where some finding says so. */
function verdictsOf(findings: readonly Diagnostic[]): Record<TargetId, Verdict> {
  const verdict = (id: TargetId): Verdict => (findings.some(({ refusedBy }) => refusedBy.includes(id)) ? "refuses" : "accepts");
  return { spec: verdict("spec"), "skills-ref": verdict("skills-ref"), "claude-api": verdict("claude-api") };
}

function summarise(subjects: readonly Subject[], seconds: number): Summary {
  const count = (severity: Severity): number => subjects.reduce((sum, { findings }) => sum + findings.filter((finding) => finding.severity === severity).length, 0);
  return {
    checked: subjects.length,
    errors: count("error"),
    warnings: count("warning"),
    infos: count("info"),
    suppressed: 0,
    baselined: 0,
    partial: subjects.filter(({ partial }) => partial.length > 0).length,
    seconds,
  };
}

function outcomeOf({ errors, warnings }: Summary, maxWarnings: number): Outcome {
  return errors > 0 || warnings > maxWarnings ? 1 : 0;
}
