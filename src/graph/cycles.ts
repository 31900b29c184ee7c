import type { GraphEdge } from "../model/graph.ts";

/** Kinds that send a reader on. */
const followed: ReadonlySet<GraphEdge["kind"]> = new Set(["link", "definition", "html"]);

/** Nobody reads of more; each can be as long as there are files. */
const most = 100;

/** One circle for each link that closes one, in a walk that takes every link once; no more than `most`. */
export function findCycles(edges: readonly GraphEdge[]): readonly (readonly GraphEdge[])[] {
  const links = new Map<string, GraphEdge[]>();
  for (const edge of edges) {
    if (!followed.has(edge.kind)) continue;
    const known = links.get(edge.from);
    if (known) known.push(edge);
    else links.set(edge.from, [edge]);
  }
  const done = new Set<string>();
  const cycles: (readonly GraphEdge[])[] = [];
  for (const start of links.keys()) if (cycles.length < most) walk(start, links, done, cycles);
  return cycles;
}

function walk(
  start: string,
  links: ReadonlyMap<string, readonly GraphEdge[]>,
  done: Set<string>,
  cycles: (readonly GraphEdge[])[],
): void {
  const path: GraphEdge[] = [];
  const open = new Map([[start, 0]]);
  const left = done.has(start) ? [] : [[...(links.get(start) ?? [])].reverse()];
  for (let next = left.at(-1); next && cycles.length < most; next = left.at(-1)) {
    const edge = next.pop();
    if (!edge) {
      left.pop();
      const behind = path.pop()?.to ?? start;
      open.delete(behind);
      done.add(behind);
      continue;
    }
    const since = open.get(edge.to);
    if (since !== undefined) cycles.push([...path.slice(since), edge]);
    else if (!done.has(edge.to)) {
      path.push(edge);
      open.set(edge.to, path.length);
      left.push([...(links.get(edge.to) ?? [])].reverse());
    }
  }
}
