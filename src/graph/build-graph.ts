import { groupBy } from "../core/group-by.ts";
import { once, onceForEach } from "../core/once.ts";
import type { GraphEdge, GraphNode, ReferenceGraph, Way } from "../model/graph.ts";
import type { Script } from "../model/script.ts";
import type { ResolvedReference } from "../model/skill.ts";
import type { FileEntry } from "../model/source.ts";
import type { TextFile } from "../model/text-file.ts";
import { findEdges, mostEdges, namedFrom } from "./edges.ts";
import { findLostAnchors } from "./lost-anchors.ts";
import type { GraphMemory } from "./graph-memory.ts";
import { isForOthers } from "./others.ts";
import { type Ground, spread } from "./reach.ts";
import { type Targets, targetsOf } from "./targets.ts";

interface GraphParts {
  /** The name of the skill's directory. */
  readonly name: string;
  /** The skill's SKILL.md, or the file that is read instead; absent if there is neither. */
  readonly file?: string;
  readonly files: readonly FileEntry[];
  readonly texts: readonly TextFile[];
  readonly scripts: () => readonly Script[];
  readonly references: readonly ResolvedReference[];
  readonly memory?: GraphMemory | undefined;
}

/** Maximum number of characters for each skill in searches that are not linear. */
const mostSearched = 50_000_000;

/** Finds the references between all files that were read. */
export function buildGraph(parts: GraphParts): ReferenceGraph {
  return new LazyGraph(parts);
}

class LazyGraph implements ReferenceGraph {
  readonly #parts: GraphParts;
  readonly #ground: Ground;
  /** The skill's SKILL.md, if it was read. */
  readonly #start: readonly string[];
  readonly #paths: readonly string[];
  #read: ReferenceGraph["read"] | undefined;
  #orphans: ReferenceGraph["orphans"] | undefined;
  #lostAnchors: ReferenceGraph["lostAnchors"] | undefined;
  #nodes: readonly GraphNode[] | undefined;
  #edges: readonly GraphEdge[] | undefined;
  #namedInSkillFile: readonly GraphEdge[] | undefined;
  #cycles: ReferenceGraph["cycles"] | undefined;

  constructor(parts: GraphParts) {
    this.#parts = parts;
    this.#ground = groundOf(parts);
    const { file } = parts;
    this.#start = file !== undefined && this.#ground.texts.has(file) ? [file] : [];
    this.#paths = this.#ground.targets.files.map(({ path }) => path);
  }

  get nodes(): readonly GraphNode[] {
    const ground = this.#ground;
    return (this.#nodes ??= toNodes(this.#parts, ground.targets, spread(ground, this.#start, this.#paths)));
  }

  get edges(): readonly GraphEdge[] {
    return (this.#edges ??= findEdges(this.#ground, this.nodes, this.#parts.files));
  }

  get namedInSkillFile(): readonly GraphEdge[] {
    const ground = this.#ground;
    return (this.#namedInSkillFile ??= this.#start.flatMap((path) =>
      namedFrom(ground, ground.texts.get(path)!, this.#parts.files),
    ));
  }

  get cycles(): ReferenceGraph["cycles"] {
    const { file } = this.#parts;
    return (this.#cycles ??= findCycles(this.edges.filter(({ from, to }) => from !== file && to !== file)));
  }

  get read(): ReferenceGraph["read"] {
    return (this.#read ??= spread(this.#ground, this.#start, filesForAgents(this.#ground.targets)));
  }

  get orphans(): ReferenceGraph["orphans"] {
    return (this.#orphans ??=
      this.#start.length === 0
        ? []
        : orphansOf(this.#ground, this.#paths, filesForAgents(this.#ground.targets), this.read));
  }

  get capped(): boolean {
    return (
      [this.orphans, this.nodes, this.edges].some(({ length }) => length >= mostEdges) ||
      this.#ground.budget.left <= 0
    );
  }

  get lostAnchors(): ReferenceGraph["lostAnchors"] {
    return (this.#lostAnchors ??= findLostAnchors(
      this.#parts.texts.filter(({ path }) => this.read.has(path)),
      this.#parts.references,
    ));
  }
}

const filesForAgents = onceForEach(({ files }: Targets): readonly string[] => {
  const paths = new Set(files.map(({ path }) => path));
  return Array.from(paths).filter((path) => !isForOthers(path, (other) => paths.has(other)));
});

function groundOf({ name, files, texts, scripts, references, memory }: GraphParts): Ground {
  const targets = memory ? memory.targets(name, files) : targetsOf(name, files);
  const paths = once(() => new Set(targets.files.map(({ path }) => path)));
  const byPath = once(() => new Map(scripts().map((script) => [script.file.path, script])));
  return {
    targets,
    linked: linkedFrom(references),
    texts: new Map(texts.map((text) => [text.path, text])),
    scripts: byPath,
    exists: (path) => paths().has(path),
    budget: { left: mostSearched },
    memory,
  };
}

/** The targets of each file's references, by that file. */
function linkedFrom(references: readonly ResolvedReference[]): ReadonlyMap<string, readonly string[]> {
  const found = references.flatMap(({ from, resolution }) =>
    resolution.status === "found" ? [{ from, path: resolution.path }] : [],
  );
  return new Map(
    Array.from(
      groupBy(found, ({ from }) => from),
      ([from, led]) => [from, led.map(({ path }) => path)],
    ),
  );
}

/** The unreachable files; absent if there were too many names to search for all of them. */
function orphansOf(
  ground: Ground,
  paths: readonly string[],
  forAgents: readonly string[],
  read: ReadonlyMap<string, Way>,
): readonly string[] {
  const missing = forAgents.filter((path) => !read.has(path));
  if (missing.length === 0) return [];
  const agents = new Set(forAgents);
  const used = spread(
    ground,
    paths.filter((path) => !agents.has(path)),
    missing,
  );
  return ground.budget.left > 0 ? missing.filter((path) => !used.has(path)) : [];
}

function toNodes(
  { files, file: start }: GraphParts,
  targets: Targets,
  reached: ReadonlyMap<string, Way>,
): readonly GraphNode[] {
  // Of targets that are remembered, the sizes may be others.
  const sizes = new Map(files.map(({ path, size }) => [path, size]));
  const nodes = targets.files.map(({ path }): GraphNode => {
    const way = reached.get(path);
    return { path, bytes: sizes.get(path)!, ...(way && { way }) };
  });
  return [...nodes.filter(({ path }) => path === start), ...nodes.filter(({ path }) => path !== start)];
}

/** Kinds of references that readers follow. */
const followed: ReadonlySet<GraphEdge["kind"]> = new Set(["link", "definition", "html"]);

/** Maximum number of cycles reported; each can be as long as the number of files. */
const most = 100;

/** Finds the cycles, at most `most`: one for each link that closes a cycle, in a walk that takes every link once. */
function findCycles(edges: readonly GraphEdge[]): readonly (readonly GraphEdge[])[] {
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
