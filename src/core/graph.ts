import type { Reference } from "./body.ts";
import type { Range } from "./place.ts";

/** What refers to what inside one skill. */
export interface ReferenceGraph {
  /** SKILL.md first, then by path in code units; directories are no nodes. */
  readonly nodes: readonly GraphNode[];
  /** By the place they stand at. */
  readonly edges: readonly GraphEdge[];
}

export interface GraphNode {
  readonly path: string;
  readonly bytes: number;
  /** How many steps it takes from SKILL.md; absent where nothing leads here. */
  readonly depth?: number;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: Reference["kind"] | "import" | "mention" | "directory";
  readonly range: Range;
  readonly fragment?: string;
}
