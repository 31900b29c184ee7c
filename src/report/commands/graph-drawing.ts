import { show } from "../../core/show.ts";
import type { SkillGraph } from "../../model/reports/graph.ts";

/** The graph of a skill, for a diagram. Nodes have numbered ids, so that file names cannot be parsed as syntax. */
interface Drawing {
  readonly label: string;
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly { readonly from: string; readonly to: string; readonly label: string }[];
}

interface DrawnNode {
  readonly id: string;
  readonly label: string;
  readonly look: "start" | "file" | "orphan" | "missing";
}

/** `index` makes the ids unique across skills. */
function drawingOf({ path, files, edges, broken, orphans }: SkillGraph, index: number): Drawing {
  const lost = new Set(orphans);
  const ids = new Map(files.map((file, at) => [file.path, `s${index}f${at}`]));
  const missing = new Map<string, string>();
  const away = broken.filter(({ status }) => status !== "wrong-case");
  for (const { target } of away) if (!missing.has(target)) missing.set(target, `s${index}m${missing.size}`);
  const nodes = files.map(
    (file): DrawnNode => ({
      id: ids.get(file.path)!,
      label: show(file.path),
      look: file.depth === 0 ? "start" : lost.has(file.path) ? "orphan" : "file",
    }),
  );
  return {
    label: show(path),
    nodes: [
      ...nodes,
      ...Array.from(missing, ([target, id]): DrawnNode => ({ id, label: show(target), look: "missing" })),
    ],
    edges: [
      ...edges.map(({ from, to, kind }) => ({ from: ids.get(from)!, to: ids.get(to)!, label: kind })),
      ...away.map(({ from, target, status }) => ({
        from: ids.get(from)!,
        to: missing.get(target)!,
        label: status,
      })),
    ],
  };
}

const looks: Readonly<Record<DrawnNode["look"], string>> = {
  start: "style=bold",
  file: "",
  orphan: "style=dashed, color=gray40, fontcolor=gray40",
  missing: "style=dashed, color=red, fontcolor=red",
};

/** For Graphviz: one cluster per skill. */
export function graphDot(skills: readonly SkillGraph[]): string {
  const clusters = skills.flatMap((skill, index) => cluster(drawingOf(skill, index), index));
  return ["digraph skills {", "  rankdir=LR;", "  node [shape=box];", ...clusters, "}", ""].join("\n");
}

function cluster({ label, nodes, edges }: Drawing, index: number): readonly string[] {
  return [
    `  subgraph cluster_${index} {`,
    `    label=${quotedForDot(label)};`,
    ...nodes.map(
      ({ id, label: text, look }) =>
        `    ${id} [label=${quotedForDot(text)}${looks[look] === "" ? "" : `, ${looks[look]}`}];`,
    ),
    ...edges.map(({ from, to, label: text }) => `    ${from} -> ${to} [label=${quotedForDot(text)}];`),
    "  }",
  ];
}

/**
 * Graphviz labels have more backslash escapes than other strings, and HTML character references; "##" may be a command
 * of a CI runner.
 */
function quotedForDot(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, "\\$&").replaceAll("&", "&amp;").replaceAll("##", "#&#35;")}"`;
}

/** For Mermaid, which GitHub renders in Markdown: one subgraph per skill. */
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
    `  subgraph s${index}[${quotedForMermaid(label)}]`,
    ...nodes.map(({ id, label: text }) => `    ${id}[${quotedForMermaid(text)}]`),
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

/**
 * Replaces all characters but letters, digits and common path characters with entities, because Mermaid parses
 * brackets, quotes and signs even inside quotes; also a space that would start a list.
 */
function quotedForMermaid(text: string): string {
  return `"${text.replaceAll(/[^\p{L}\p{N} ./_-]|(?<=^(?:\d{1,20}\.|-)) /gu, (character) => `#${character.codePointAt(0)};`)}"`;
}
