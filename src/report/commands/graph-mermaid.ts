import type { SkillGraph } from "../../results/graph.ts";
import { drawingOf, type Drawing, type DrawnNode } from "./graph-drawing.ts";

/** For Mermaid, which GitHub draws in Markdown: one subgraph a skill. */
export function graphMermaid(skills: readonly SkillGraph[]): string {
  const drawings = skills.map(drawingOf);
  return [
    "flowchart LR",
    ...drawings.flatMap(subgraph),
    ...classes(drawings.flatMap(({ nodes }) => nodes)),
    "",
  ].join("\n");
}

function subgraph({ label, nodes, edges }: Drawing, index: number): readonly string[] {
  return [
    `  subgraph s${index}[${quoted(label)}]`,
    ...nodes.map(({ id, label: text }) => `    ${id}[${quoted(text)}]`),
    ...edges.map(({ from, to, label: text }) => `    ${from} -->|${text}| ${to}`),
    "  end",
  ];
}

function classes(nodes: readonly DrawnNode[]): readonly string[] {
  const of = (look: DrawnNode["look"], style: string): readonly string[] => {
    const ids = nodes.filter((node) => node.look === look).map(({ id }) => id);
    return ids.length === 0 ? [] : [`  classDef ${look} ${style}`, `  class ${ids.join(",")} ${look}`];
  };
  return [
    ...of("start", "font-weight:bold"),
    ...of("orphan", "stroke-dasharray:4,color:#666"),
    ...of("missing", "stroke:#c00,color:#c00,stroke-dasharray:4"),
  ];
}

/** All but letters, digits and what is in every path becomes an entity, as brackets, quotes and signs have a meaning even inside quotes; so does the blank that would begin a list. */
function quoted(text: string): string {
  return `"${text.replaceAll(/[^\p{L}\p{N} ./_-]|(?<=^(?:\d{1,20}\.|-)) /gu, (character) => `#${character.codePointAt(0)};`)}"`;
}
