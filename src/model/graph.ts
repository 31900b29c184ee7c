import type { Reference } from "./body.ts";
import type { Range } from "../core/place.ts";

/** What refers to what inside one skill. Each member costs nothing until it is asked for. */
export interface ReferenceGraph {
  /** SKILL.md first, then by path in code units; directories are no nodes. */
  readonly nodes: readonly GraphNode[];
  /** From the files that SKILL.md leads to, one between any two: of the plainest kind, where it first stands. By file, then by place. */
  readonly edges: readonly GraphEdge[];
  /** Files that nothing leads to, but for those that others than an agent read (a licence, a manifest, tests) and what these lead to. */
  readonly orphans: readonly string[];
  /** There were more names to look for, or edges to tell of, than anybody would: some are left out, and no file is called an orphan. */
  readonly capped: boolean;
  /** In the files of `read`. */
  readonly lostAnchors: readonly LostAnchor[];
  /** What SKILL.md leads to, itself included, by path: all that is for the agent, and of the rest only what leads there. */
  readonly read: ReadonlyMap<string, Way>;
  /** Files other than SKILL.md that link to one another in a circle; of several circles through one link the first. */
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
  /** Absent where nothing leads here. */
  readonly way?: Way;
}

/** The shortest way from SKILL.md. */
export interface Way {
  /** How many steps it takes. */
  readonly depth: number;
  /** The last step is the name of a directory, not of this file. */
  readonly byDirectory: boolean;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** A "mention" is a path or a name that no other file has, outside Markdown's own marks; "directory" stands for every file below one. */
  readonly kind: Reference["kind"] | "import" | "mention" | "directory";
  readonly range: Range;
  readonly fragment?: string;
}
