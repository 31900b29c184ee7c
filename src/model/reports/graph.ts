import type { GraphEdge } from "../graph.ts";
import type { ResolvedReference } from "../skill.ts";
import type { SectionCost } from "../token-sections.ts";

/** The data of the report of `skills graph`. */
export interface GraphData {
  readonly skills: readonly SkillGraph[];
}

/** The reference graph of one skill. Can be serialized as JSON. */
export interface SkillGraph extends SkillReferences {
  /** The path of the subject in the report. */
  readonly path: string;
  /** How tokens were counted: "estimate", or a tokenizer's name. */
  readonly counter: string;
  /** SKILL.md first, then by path. */
  readonly files: readonly GraphedFile[];
  /** The sections of SKILL.md's body. */
  readonly sections: readonly SectionCost[];
}

/** How the files of a skill refer to one another. */
export interface SkillReferences {
  /** Edges from reachable files; at most one between two files. */
  readonly edges: readonly GraphedEdge[];
  readonly broken: readonly BrokenReference[];
  /** Whether a limit was reached, so that edges are missing and orphans are not determined. */
  readonly capped: boolean;
  /** Links to headings that do not exist. */
  readonly lostAnchors: readonly (Spot & {
    readonly to: string;
    readonly fragment: string;
    readonly nearest?: string;
  })[];
  readonly orphans: readonly string[];
  /** The paths of each cycle, with the first one repeated at the end. */
  readonly cycles: readonly (readonly string[])[];
}

export interface GraphedFile {
  readonly path: string;
  readonly bytes: number;
  /** Absent if the file is not text. */
  readonly tokens?: number;
  /** Distance from SKILL.md; absent if the file is unreachable. */
  readonly depth?: number;
  /** Set if no reference names the file itself, but one names a directory that contains it. */
  readonly byDirectory?: true;
}

/** Position of a reference. */
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
  /** The most similar existing file. */
  readonly nearest?: string;
}
