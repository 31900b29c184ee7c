import type { GraphNode, ReferenceGraph, Way } from "../model/graph.ts";
import { groupBy } from "../core/group-by.ts";
import { once } from "../core/once.ts";
import type { Script } from "../model/script.ts";
import type { ResolvedReference } from "../model/skill.ts";
import type { FileEntry } from "../model/source.ts";
import type { TextFile } from "../model/text-file.ts";
import { findCycles } from "./cycles.ts";
import { findLostAnchors } from "./lost-anchors.ts";
import { findEdges, mostEdges } from "./edges.ts";
import { isForOthers } from "./others.ts";
import { spread, type Ground } from "./reach.ts";
import { targetsOf, type Targets } from "./targets.ts";

interface GraphParts {
  /** The skill's own directory. */
  readonly name: string;
  /** The skill's SKILL.md, or what stands for it; absent where there is none. */
  readonly file?: string;
  readonly files: readonly FileEntry[];
  readonly texts: readonly TextFile[];
  readonly scripts: () => readonly Script[];
  readonly references: readonly ResolvedReference[];
}

/** Of one skill, searches that take more than one look at a text may look at so many characters. */
const mostSearched = 50_000_000;

/** What refers to what, over everything that was read. */
export function buildGraph(parts: GraphParts): ReferenceGraph {
  const ground = groundOf(parts);
  const { file } = parts;
  const start = file !== undefined && ground.texts.has(file) ? [file] : [];
  const paths = ground.targets.files.map(({ path }) => path);
  const forAgents = once(() => paths.filter((path) => !isForOthers(path, ground.exists)));
  const read = once(() => spread(ground, start, forAgents()));
  const orphans = once(() => (start.length === 0 ? [] : orphansOf(ground, paths, forAgents(), read())));
  const lostAnchors = once(() =>
    findLostAnchors(
      parts.texts.filter(({ path }) => read().has(path)),
      parts.references,
    ),
  );
  const nodes = once(() => toNodes(ground.targets, spread(ground, start, paths), file));
  const edges = once(() => findEdges(ground, nodes(), parts.files));
  const cycles = once(() => findCycles(edges().filter(({ from, to }) => from !== file && to !== file)));
  return {
    get nodes() {
      return nodes();
    },
    get edges() {
      return edges();
    },
    get cycles() {
      return cycles();
    },
    get read() {
      return read();
    },
    get orphans() {
      return orphans();
    },
    get capped() {
      return (
        [orphans(), nodes(), edges()].some(({ length }) => length >= mostEdges) || ground.budget.left <= 0
      );
    },
    get lostAnchors() {
      return lostAnchors();
    },
  };
}

function groundOf({ name, files, texts, scripts, references }: GraphParts): Ground {
  const targets = targetsOf(name, files);
  const paths = once(() => new Set(targets.files.map(({ path }) => path)));
  const byPath = once(() => new Map(scripts().map((script) => [script.file.path, script])));
  return {
    targets,
    linked: linkedFrom(references),
    texts: new Map(texts.map((text) => [text.path, text])),
    scripts: byPath,
    exists: (path) => paths().has(path),
    budget: { left: mostSearched },
  };
}

/** By the file that a reference stands in, the files that its references lead to. */
function linkedFrom(references: readonly ResolvedReference[]): ReadonlyMap<string, readonly string[]> {
  const found = references.flatMap(({ from, outcome }) =>
    outcome.status === "found" ? [{ from, path: outcome.path }] : [],
  );
  return new Map(
    Array.from(
      groupBy(found, ({ from }) => from),
      ([from, led]) => [from, led.map(({ path }) => path)],
    ),
  );
}

/** None where the names were too many to look for them all. */
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
  { files }: Targets,
  reached: ReadonlyMap<string, Way>,
  start: string | undefined,
): readonly GraphNode[] {
  const nodes = files.map(({ path, size }): GraphNode => {
    const way = reached.get(path);
    return { path, bytes: size, ...(way && { way }) };
  });
  return [...nodes.filter(({ path }) => path === start), ...nodes.filter(({ path }) => path !== start)];
}
