import type { SkillGraph } from "../../results/graph.ts";
import { drawingOf, type Drawing, type DrawnNode } from "./graph-drawing.ts";

const looks: Readonly<Record<DrawnNode["look"], string>> = {
  start: "style=bold",
  file: "",
  orphan: "style=dashed, color=gray40, fontcolor=gray40",
  missing: "style=dashed, color=red, fontcolor=red",
};

/** For Graphviz: one cluster a skill. */
export function graphDot(skills: readonly SkillGraph[]): string {
  const clusters = skills.flatMap((skill, index) => cluster(drawingOf(skill, index), index));
  return ["digraph skills {", "  rankdir=LR;", "  node [shape=box];", ...clusters, "}", ""].join("\n");
}

function cluster({ label, nodes, edges }: Drawing, index: number): readonly string[] {
  return [
    `  subgraph cluster_${index} {`,
    `    label=${quoted(label)};`,
    ...nodes.map(
      ({ id, label: text, look }) =>
        `    ${id} [label=${quoted(text)}${looks[look] === "" ? "" : `, ${looks[look]}`}];`,
    ),
    ...edges.map(({ from, to, label: text }) => `    ${from} -> ${to} [label=${quoted(text)}];`),
    "  }",
  ];
}

/** In a label Graphviz reads more behind a backslash than in other strings, and the character references of HTML; "##" may be a runner's command. */
function quoted(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, "\\$&").replaceAll("&", "&amp;").replaceAll("##", "#&#35;")}"`;
}
