import type { Mark } from "./cursor.ts";
import type { Comment } from "./tokens.ts";

/** A standard YAML tag as spelled in Python's libraries. */
export const prefix = "tag:yaml.org,2002:";
export const strTag = "tag:yaml.org,2002:str";
export const seqTag = "tag:yaml.org,2002:seq";
export const mapTag = "tag:yaml.org,2002:map";
export const mergeTag = "tag:yaml.org,2002:merge";
export const valueTag = "tag:yaml.org,2002:value";

/**
 * The untyped representation of a text: a tree, or with aliases a graph that may contain cycles. Constructors modify
 * it, as Python's do.
 */
export type Node = ScalarNode | SequenceNode | MappingNode;

interface NodeBase {
  tag: string;
  readonly start: Mark;
  end: Mark;
  comment: Comment | undefined;
}

export interface ScalarNode extends NodeBase {
  readonly kind: "scalar";
  readonly value: string;
}

export interface SequenceNode extends NodeBase {
  readonly kind: "sequence";
  readonly items: Node[];
}

export interface MappingNode extends NodeBase {
  readonly kind: "mapping";
  pairs: (readonly [key: Node, value: Node])[];
}
