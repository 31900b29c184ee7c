import { type MappingNode, type Node, prefix } from "../libyaml/nodes.ts";
import { showAt } from "./complaint.ts";
import { readDocument, type SerdeDocument } from "./document.ts";
import { describeKey, readScalar } from "./scalars.ts";

/** The entries of a mapping that have text as their key. */
export type SerdeEntries = ReadonlyMap<string, Node>;

export type SerdeValueRead =
  /** `entries` is absent if the root is not a mapping. */
  | { readonly outcome: "value"; readonly entries?: SerdeEntries }
  | { readonly outcome: "error"; readonly message: string };

/** `serde_yaml::from_str::<Value>(text)` of serde_yaml 0.9.34. */
export function readSerdeValue(text: string): SerdeValueRead {
  const document = readDocument(text);
  const message = document.agreed ? undefined : mistakeIn(document);
  if (message !== undefined) return { outcome: "error", message };
  const { root } = document;
  return root?.kind === "mapping" ? { outcome: "value", entries: entriesOf(root) } : { outcome: "value" };
}

function mistakeIn({ root, error }: SerdeDocument): string | undefined {
  const walk: Walk = { sizes: new Map(), open: new Set(), nodes: 0 };
  const wrong = root && checkNode(walk, root, "");
  return typeof wrong === "string" ? wrong : (error ?? excessOf(walk, wrong));
}

function entriesOf({ pairs }: MappingNode): SerdeEntries {
  return new Map(
    pairs.flatMap(([key, value]) => {
      // A key with a tag of its own is not text.
      const name = key.kind === "scalar" && !key.tag.startsWith("!") ? readScalar(key) : undefined;
      if (typeof name !== "string") return [];
      return [[name, value]];
    }),
  );
}

/** What a node is with all its aliases followed. */
interface Size {
  /** The number of aliases that are followed. */
  readonly jumps: number;
  readonly depth: number;
}

interface Walk {
  readonly sizes: Map<Node, Size>;
  /** The collections around the node. */
  readonly open: Set<Node>;
  nodes: number;
}

/** serde_yaml src/de.rs jump: aliases may be followed a hundred times as often as there are nodes. */
function excessOf({ nodes }: Walk, size: Size | undefined): string | undefined {
  if (size === undefined) return undefined;
  if (size.depth > deepest) return tooDeep;
  return size.jumps > 100 * nodes ? "repetition limit exceeded" : undefined;
}

/** serde_yaml src/de.rs remaining_depth */
const deepest = 128;
const tooDeep = "recursion limit exceeded";

/** The node's size, or the message if it is not a value; each node is visited once. */
function checkNode(walk: Walk, node: Node, path: string): Size | string {
  const known = walk.sizes.get(node);
  if (known) return { ...known, jumps: known.jumps + 1 };
  if (walk.open.has(node)) return `${tooDeep}${showAt(node.start)}`;
  walk.nodes++;
  const size = node.kind === "scalar" ? checkScalar(node, path) : checkCollection(walk, node, path);
  if (typeof size !== "string") walk.sizes.set(node, size);
  return size;
}

function checkScalar(node: Node & { readonly kind: "scalar" }, path: string): Size | string {
  const expected = wanted.get(node.tag);
  if (expected === undefined || typeof readScalar(node) !== "string") return { jumps: 0, depth: 0 };
  return `${showPath(path)}invalid value: string ${JSON.stringify(node.value)}, expected ${expected}${showAt(node.start)}`;
}

/** The types that a tag requires. serde_yaml src/de.rs visit_scalar */
const wanted: ReadonlyMap<string, string> = new Map([
  [`${prefix}bool`, "a boolean"],
  [`${prefix}int`, "an integer"],
  [`${prefix}float`, "a float"],
  [`${prefix}null`, "null"],
]);

function checkCollection(walk: Walk, node: Exclude<Node, { kind: "scalar" }>, path: string): Size | string {
  walk.open.add(node);
  let size: Size = { jumps: 0, depth: 0 };
  const keys = new Set<string>();
  for (const { name, part, key } of partsOf(node)) {
    const inner = checkNode(
      walk,
      part,
      `${path}${path !== "" || name.startsWith("[") ? name : name.slice(1)}`,
    );
    if (typeof inner === "string") return inner;
    size = { jumps: size.jumps + inner.jumps, depth: Math.max(size.depth, inner.depth) };
    const identity = key && identify(key);
    if (key === undefined || identity === undefined) continue;
    if (keys.has(identity))
      return `${showPath(path)}duplicate entry ${describeKey(key)}${showAt(node.start)}`;
    keys.add(identity);
  }
  walk.open.delete(node);
  return { ...size, depth: size.depth + 1 };
}

interface Part {
  /** As in the path of a message. */
  readonly name: string;
  readonly part: Node;
  /** Present if the part is a key. */
  readonly key?: Node;
}

/** The items of a sequence; of a mapping each key, then its value. */
function partsOf(node: Exclude<Node, { kind: "scalar" }>): readonly Part[] {
  if (node.kind === "sequence") return node.items.map((part, at) => ({ name: `[${at}]`, part }));
  return node.pairs.flatMap(([key, value]) => {
    const name = `.${key.kind === "scalar" ? key.value : "?"}`;
    return [
      { name, part: key, key },
      { name, part: value },
    ];
  });
}

/**
 * A text that is the same for equal keys; undefined for a collection of more than a few nodes, taken to be unequal to
 * all.
 */
function identify(key: Node): string | undefined {
  let left = 50;
  const spell = (node: Node): unknown => {
    if (left-- <= 0) return undefined;
    if (node.kind === "sequence") return node.items.map(spell);
    if (node.kind === "mapping") return { pairs: node.pairs.map((pair) => pair.map(spell)) };
    const value = readScalar(node);
    return value !== null && typeof value === "object" ? { number: Number(value.text) } : value;
  };
  const spelled = JSON.stringify(spell(key));
  return left < 0 ? undefined : spelled;
}

function showPath(path: string): string {
  return path === "" ? "" : `${path}: `;
}
