import type { Reference } from "./body.ts";
import type { Range } from "../core/place.ts";

/** The references inside one skill. Each property is computed on first use. */
export interface ReferenceGraph {
  /** SKILL.md first, then sorted by path in code units. Directories are not nodes. */
  readonly nodes: readonly GraphNode[];
  /**
   * Edges from files reachable from SKILL.md, at most one between two files: the most explicit kind, at its first
   * occurrence. Sorted by file, then by position.
   */
  readonly edges: readonly GraphEdge[];
  /**
   * The edges from SKILL.md, except those to a directory. Costs a fraction of `edges`, as it reads no other file.
   */
  readonly namedInSkillFile: readonly GraphEdge[];
  /**
   * Unreachable files, except those that are not for agents, such as a license, a manifest or tests, and the files
   * reachable from these.
   */
  readonly orphans: readonly string[];
  /**
   * Whether a limit on names or edges was reached. Then some of them are missing, and no file counts as an orphan.
   */
  readonly capped: boolean;
  /** Missing anchors that the files in `read` link to. */
  readonly lostAnchors: readonly LostAnchor[];
  /**
   * Files reachable from SKILL.md (itself included), by path: every file meant for the agent, and any other file on a
   * path to one.
   */
  readonly read: ReadonlyMap<string, Way>;
  /** Cycles of files other than SKILL.md. If several cycles contain the same link, only the first is listed. */
  readonly cycles: readonly (readonly GraphEdge[])[];
}

/** A link to a heading or an anchor that does not exist in a Markdown file. */
export interface LostAnchor {
  readonly from: string;
  /** The link's target as written, including its fragment. */
  readonly range: Range;
  /** The Markdown file that the link points to, which may be `from` itself. */
  readonly to: string;
  readonly fragment: string;
  /** A similar anchor in that file. */
  readonly nearest?: string;
}

export interface GraphNode {
  readonly path: string;
  readonly bytes: number;
  /** Absent if the file is unreachable. */
  readonly way?: Way;
}

/** The shortest path from SKILL.md. */
export interface Way {
  /** Number of links on the path. */
  readonly depth: number;
  /** Whether the last link is the name of a directory instead of this file. */
  readonly byDirectory: boolean;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /**
   * "mention": a path, or a name that only one file has, without Markdown markup; "directory": all files below it.
   */
  readonly kind: Exclude<Reference["kind"], "text"> | "import" | "mention" | "directory";
  readonly range: Range;
  readonly fragment?: string;
}
