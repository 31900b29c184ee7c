import type {
  BrokenReference,
  GraphedFile,
  SkillGraph,
  SkillReferences,
  Spot,
} from "../model/reports/graph.ts";
import type { Range } from "../core/place.ts";
import type { ResolvedReference, Skill } from "../model/skill.ts";
import { sectionCosts } from "../model/token-sections.ts";
import { surveySkills, type Survey, type SurveyOptions } from "./scope/survey-skills.ts";

export type GraphResult = Survey<SkillGraph>;

/**
 * Finds the references between the files of skills. Throws a SkillsError if nothing can be read, or no skill is in
 * scope.
 */
export function graph(options: SurveyOptions): Promise<GraphResult> {
  return surveySkills("graph", options, graphSkill);
}

function graphSkill(skill: Skill): SkillGraph {
  const { label, document, tokens } = skill;
  return {
    path: label,
    counter: tokens.name,
    files: filesOf(skill),
    ...referencesIn(skill),
    sections: sectionCosts(document, tokens),
  };
}

/** How the files of a skill refer to one another. */
export function referencesIn(skill: Skill): SkillReferences {
  const { orphans, lostAnchors, edges, cycles, capped } = skill.graph;
  return {
    edges: edges.map(({ from, to, kind, range, fragment }) => ({
      ...spot(from, range),
      to,
      kind,
      ...(fragment !== undefined && { fragment }),
    })),
    broken: skill.references.flatMap(brokenReference),
    lostAnchors: lostAnchors.map(({ from, range, to, fragment, nearest }) => ({
      ...spot(from, range),
      to,
      fragment,
      ...(nearest !== undefined && { nearest }),
    })),
    orphans,
    capped,
    cycles: cycles.map((cycle) => [...cycle.map(({ from }) => from), ...cycle.slice(-1).map(({ to }) => to)]),
  };
}

function filesOf({ graph: { nodes }, texts, tokens }: Skill): readonly GraphedFile[] {
  const byPath = new Map(texts.map((text) => [text.path, text]));
  return nodes.map(({ path, bytes, way }) => {
    const text = byPath.get(path);
    return {
      path,
      bytes,
      ...(text && { tokens: tokens.count(text.source.text) }),
      ...(way && { depth: way.depth }),
      ...(way?.byDirectory && { byDirectory: true as const }),
    };
  });
}

function brokenReference({
  from,
  reference: { target, range },
  resolution,
}: ResolvedReference): readonly BrokenReference[] {
  if (resolution.status === "found") return [];
  const nearest =
    resolution.status === "wrong-case"
      ? resolution.path
      : resolution.status === "missing"
        ? resolution.nearest
        : undefined;
  return [
    { ...spot(from, range), target, status: resolution.status, ...(nearest !== undefined && { nearest }) },
  ];
}

function spot(from: string, { start: { line, column } }: Range): Spot {
  return { from, line, column };
}
