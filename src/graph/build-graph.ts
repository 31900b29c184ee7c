import type { ReferenceGraph } from "../core/graph.ts";
import type { ResolvedReference } from "../core/skill.ts";
import type { Script } from "../core/script.ts";
import type { FileEntry } from "../core/source.ts";
import type { TextFile } from "../core/text-file.ts";

export interface GraphParts {
  /** The skill's SKILL.md, or what stands for it; absent where there is none. */
  readonly file?: string;
  readonly files: readonly FileEntry[];
  readonly texts: readonly TextFile[];
  readonly scripts: readonly Script[];
  readonly references: readonly ResolvedReference[];
}

/** What refers to what, over everything that was read. */
export function buildGraph({ files }: GraphParts): ReferenceGraph {
  return { nodes: files.flatMap(({ path, kind, size }) => (kind === "file" ? [{ path, bytes: size }] : [])), edges: [] };
}
