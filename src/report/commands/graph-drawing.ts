import type { SkillGraph } from "../../results/graph.ts";
import { show } from "../../core/show.ts";

/** A skill's graph as a drawing program is given it: names are numbers, so that no file's name can be read as anything else. */
export interface Drawing {
  readonly label: string;
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly { readonly from: string; readonly to: string; readonly label: string }[];
}

export interface DrawnNode {
  readonly id: string;
  readonly label: string;
  readonly look: "start" | "file" | "orphan" | "missing";
}

/** `index` tells the nodes of one skill from those of another. */
export function drawingOf({ path, files, edges, broken, orphans }: SkillGraph, index: number): Drawing {
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
