import type { TargetId } from "../core/client.ts";
import type { BrokenReference, GraphedFile, GraphedSkill, Spot } from "../core/graphed-skill.ts";
import type { Range } from "../core/place.ts";
import type { Report } from "../core/report.ts";
import type { ResolvedReference, Skill } from "../core/skill.ts";
import { sectionsOf } from "../core/token-sections.ts";
import type { TokenCounter } from "../core/token-counter.ts";
import { assembleReport } from "./assemble-report.ts";
import { examineSkill } from "./examine-skill.ts";
import { findSources, type Scope } from "./find-sources.ts";
import { rulesToRun } from "./rule-settings.ts";
import { vocabularyOf } from "./vocabulary-of.ts";

export interface GraphOptions extends Scope {
  /** The targets whose refusal counts as an error; "spec" alone where none is given. */
  readonly targets?: readonly TargetId[];
  /** Estimated where it is not given. */
  readonly tokens?: TokenCounter;
}

export interface GraphResult {
  /** Its `data` holds `skills`; its outcome is 0, whatever was found. */
  readonly report: Report;
  readonly skills: readonly GraphedSkill[];
}

/** Tells how the files of skills refer to one another. Throws a SkillsError where nothing can be read, or no skill is in scope. */
export async function graph({ targets = ["spec"], tokens, ...scope }: GraphOptions): Promise<GraphResult> {
  const started = performance.now();
  const { sources, unread } = await findSources(scope);
  const rules = rulesToRun({}, false);
  const examination = { targets, rules, vocabulary: vocabularyOf(rules), ...(tokens && { tokens }) };
  const examined = sources.map((source) => {
    const { skill, subject } = examineSkill(source, examination);
    return { subject, skill: graphSkill(skill) };
  });
  const skills = examined.map(({ skill }) => skill);
  const report = assembleReport({ command: "graph", targets, subjects: examined.map(({ subject }) => subject), unread, started, maxWarnings: Infinity });
  return { report: { ...report, outcome: 0, data: { skills } }, skills };
}

function graphSkill(skill: Skill): GraphedSkill {
  const { label, document, references, tokens } = skill;
  const { edges, lostAnchors, orphans, cycles } = skill.graph;
  return {
    path: label,
    counter: tokens.name,
    files: filesOf(skill),
    edges: edges.map(({ from, to, kind, range, fragment }) => ({ ...spot(from, range), to, kind, ...(fragment !== undefined && { fragment }) })),
    broken: references.flatMap(brokenReference),
    lostAnchors: lostAnchors.map(({ from, range, to, fragment, nearest }) => ({ ...spot(from, range), to, fragment, ...(nearest !== undefined && { nearest }) })),
    orphans,
    cycles: cycles.map((cycle) => [...cycle.map(({ from }) => from), ...cycle.slice(-1).map(({ to }) => to)]),
    sections: document ? sectionsOf(document, tokens).map(({ title, level, line, own, total }) => ({ title, level, line, tokens: own, total })) : [],
  };
}

function filesOf({ graph: { nodes }, texts, tokens }: Skill): readonly GraphedFile[] {
  const byPath = new Map(texts.map((text) => [text.path, text]));
  return nodes.map(({ path, bytes, way }) => {
    const text = byPath.get(path);
    return { path, bytes, ...(text && { tokens: tokens.count(text.source.text) }), ...(way && { depth: way.depth }), ...(way?.byDirectory && { byDirectory: true as const }) };
  });
}

function brokenReference({ from, reference: { target, range }, outcome }: ResolvedReference): readonly BrokenReference[] {
  if (outcome.status === "found") return [];
  const nearest = outcome.status === "wrong-case" ? outcome.path : outcome.status === "missing" ? outcome.nearest : undefined;
  return [{ ...spot(from, range), target, status: outcome.status, ...(nearest !== undefined && { nearest }) }];
}

function spot(from: string, { start: { line, column } }: Range): Spot {
  return { from, line, column };
}
