import type { Reference } from "./body.ts";
import type { Range } from "../core/place.ts";

/** The references inside one skill. Each property is computed on first use. */
export interface ReferenceGraph {
  /** SKILL.md first, then by path in code units; directories are no nodes. */
  readonly nodes: readonly GraphNode[];
  /** Edges from files reachable from SKILL.md, at most one between two files: the most explicit kind, at its first occurrence. Sorted by file, then by position. */
  readonly edges: readonly GraphEdge[];
  /** Unreachable files, except those that are not for agents (a license, a manifest, tests) and files reachable from these. */
  readonly orphans: readonly string[];
  /** A limit on names or edges was reached: some are left out, and no file counts as an orphan. */
  readonly capped: boolean;
  /** In the files of `read`. */
  readonly lostAnchors: readonly LostAnchor[];
  /** Files reachable from SKILL.md, including itself, by path: all files for the agent, and other files only if they lead to one. */
  readonly read: ReadonlyMap<string, Way>;
  /** Cycles of files other than SKILL.md; of several cycles through one link the first. */
  readonly cycles: readonly (readonly GraphEdge[])[];
}

/** A link into a Markdown file, to a heading or mark that it does not have. */
export interface LostAnchor {
  readonly from: string;
  /** The link's target as written, its fragment included. */
  readonly range: Range;
  /** The Markdown file it leads into: `from` itself, or another. */
  readonly to: string;
  readonly fragment: string;
  /** An anchor of that file which differs in little. */
  readonly nearest?: string;
}

export interface GraphNode {
  readonly path: string;
  readonly bytes: number;
  /** Absent if unreachable. */
  readonly way?: Way;
}

/** The shortest path from SKILL.md. */
export interface Way {
  /** How many steps it takes. */
  readonly depth: number;
  /** The last step is the name of a directory, not of this file. */
  readonly byDirectory: boolean;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** A "mention" is a path or a name that no other file has, outside Markdown's own marks; "directory" covers every file below it. */
  readonly kind: Reference["kind"] | "import" | "mention" | "directory";
  readonly range: Range;
  readonly fragment?: string;
}
