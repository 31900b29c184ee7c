import type { GraphedEdge, GraphedFile, SkillGraph } from "../../results/graph.ts";
import { figure } from "../../model/token-counter.ts";
import { atMost, type SurveyStyle } from "./survey-style.ts";
import { clean, cleanPath, widthOf } from "../drawing/width.ts";

const shownLines = 100;

/** Deeper steps are not indented further. */
const deepest = 12;

/** Every file that can be reached, once: below the first file from which the way is shortest, with how that one names it. */
export function drawTree({ files, edges, counter }: SkillGraph, style: SurveyStyle): readonly string[] {
  const start = files.find(({ depth }) => depth === 0);
  if (!start) return [];
  const byPath = new Map(files.map((file) => [file.path, file]));
  const below = childrenOf(edges, byPath);
  const lines = [`${cleanPath(start.path)}${describeTokens(start.tokens, counter)}`];
  const stack = level(below.get(start.path), "");
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { edge, indent, last } = next;
    const file = byPath.get(edge.to)!;
    const place = edge.kind === "directory" ? "directory" : `${edge.kind}, :${edge.line}`;
    const cost = describeTokens(file.tokens, counter);
    const branch = `${indent}${last ? "└─ " : "├─ "}${clean(edge.to)}`;
    const fits = widthOf(branch) + 1 + place.length + 2 + cost.length <= style.width;
    lines.push(
      `${branch}${fits ? " " : `\n${indent}${last ? "   " : "│  "}  `}${style.paint.dim(`(${place})`)}${cost}`,
    );
    stack.push(
      ...level(below.get(edge.to), (file.depth ?? 0) > deepest ? indent : `${indent}${last ? "   " : "│  "}`),
    );
  }
  return atMost(lines, shownLines, "", style);
}

interface Step {
  readonly edge: GraphedEdge;
  readonly indent: string;
  readonly last: boolean;
}

/** The last one first, as a stack gives them back. */
function level(edges: readonly GraphedEdge[] = [], indent: string): Step[] {
  return edges.map((edge, index) => ({ edge, indent, last: index === edges.length - 1 })).reverse();
}

function childrenOf(
  edges: readonly GraphedEdge[],
  files: ReadonlyMap<string, GraphedFile>,
): ReadonlyMap<string, readonly GraphedEdge[]> {
  const placed = new Set<string>();
  const children = new Map<string, GraphedEdge[]>();
  for (const edge of edges) {
    if (placed.has(edge.to) || files.get(edge.to)?.depth !== (files.get(edge.from)?.depth ?? 0) + 1) continue;
    placed.add(edge.to);
    const known = children.get(edge.from);
    if (known) known.push(edge);
    else children.set(edge.from, [edge]);
  }
  return children;
}

/** Nothing for what is no text. */
export function describeTokens(tokens: number | undefined, counter: string): string {
  return tokens === undefined ? "" : `, ${figure(tokens, counter)} token${tokens === 1 ? "" : "s"}`;
}
