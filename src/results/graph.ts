import type { GraphEdge } from "../model/graph.ts";
import type { ResolvedReference } from "../model/skill.ts";
import type { SectionCost } from "../model/token-sections.ts";

/** The data of the report of `skills graph`. */
export interface GraphData {
  readonly skills: readonly SkillGraph[];
}

/** What `skills graph` tells of one skill. Plain data: it survives JSON. */
export interface SkillGraph {
  /** That of the report's subject. */
  readonly path: string;
  /** How tokens were counted: "estimate", or a tokenizer's name. */
  readonly counter: string;
  /** SKILL.md first, then by path. */
  readonly files: readonly GraphedFile[];
  /** From the files that can be reached; one between any two. */
  readonly edges: readonly GraphedEdge[];
  readonly broken: readonly BrokenReference[];
  /** There was too much to tell: edges are missing, and orphans not known. */
  readonly capped: boolean;
  /** Links to sections that are not there. */
  readonly lostAnchors: readonly (Spot & {
    readonly to: string;
    readonly fragment: string;
    readonly nearest?: string;
  })[];
  readonly orphans: readonly string[];
  /** The paths of each circle, the first one repeated at its end. */
  readonly cycles: readonly (readonly string[])[];
  /** Of SKILL.md's body. */
  readonly sections: readonly SectionCost[];
}

export interface GraphedFile {
  readonly path: string;
  readonly bytes: number;
  /** Absent where the file is no text. */
  readonly tokens?: number;
  /** Steps from SKILL.md; absent where nothing leads here. */
  readonly depth?: number;
  /** A directory is named, and not this file. */
  readonly byDirectory?: true;
}

/** Where a reference stands. */
export interface Spot {
  readonly from: string;
  readonly line: number;
  readonly column: number;
}

export interface GraphedEdge extends Spot {
  readonly to: string;
  readonly kind: GraphEdge["kind"];
  readonly fragment?: string;
}

export interface BrokenReference extends Spot {
  readonly target: string;
  readonly status: Exclude<ResolvedReference["resolution"]["status"], "found">;
  /** The file that was probably meant. */
  readonly nearest?: string;
}
