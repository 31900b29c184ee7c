import { visit, type JSONVisitor } from "jsonc-parser";
import type { JsonMember, JsonNode, JsonProblem } from "../../core/json.ts";
import { quote } from "../../core/show.ts";
import type { SourceText } from "../../core/source-text.ts";
import { faultOf } from "./json-errors.ts";

/** The value of the text, which is the source's own but for characters of its length; what is wrong is added to `problems`. */
export function buildTree(text: string, source: SourceText, problems: JsonProblem[]): JsonNode | undefined {
  const tree: Tree = { text, source, problems, frames: [] };
  visit(text, visitorOf(tree), { allowTrailingComma: true });
  return tree.root;
}

interface Tree {
  readonly text: string;
  readonly source: SourceText;
  readonly problems: JsonProblem[];
  readonly frames: Frame[];
  root?: JsonNode;
  /** The comma that nothing has followed yet. */
  comma?: number | undefined;
  failed?: true;
}

/** An array or object that is still open. */
interface Frame {
  readonly start: number;
  readonly items: JsonNode[];
  readonly members: JsonMember[];
  readonly keys: Set<string>;
  key?: Pick<JsonMember, "key" | "keyRange">;
}

function visitorOf(tree: Tree): JSONVisitor {
  return {
    onObjectBegin: (start) => open(tree, start),
    onArrayBegin: (start) => open(tree, start),
    onObjectEnd: (start, length) => close(tree, "object", start + length),
    onArrayEnd: (start, length) => close(tree, "array", start + length),
    onObjectProperty: (key, start, length) => readKey(tree, key, start, start + length),
    onLiteralValue: (value: unknown, start, length) =>
      add(tree, literal(value, tree.source.range(start, start + length))),
    onSeparator: (character, start) => {
      if (character === ",") tree.comma = start;
    },
    onComment: (start, length) =>
      tell(tree, "comment", "a comment stands here, and JSON knows none", start, start + length),
    onError: (code, start, length) => {
      if (tree.failed) return;
      tree.failed = true;
      const fault = faultOf(code, tree.text, start, start + length);
      tell(tree, "syntax", fault.message, fault.start, fault.end);
    },
  };
}

function open(tree: Tree, start: number): void {
  tree.comma = undefined;
  tree.frames.push({ start, items: [], members: [], keys: new Set() });
}

function close(tree: Tree, kind: "array" | "object", end: number): void {
  const { start, items, members } = tree.frames.pop()!;
  // At the end of an unclosed text the last comma trails nothing.
  const closed = "]}".includes(tree.text.charAt(end - 1));
  if (tree.comma !== undefined && closed)
    tell(
      tree,
      "trailing-comma",
      "a comma stands behind the last item, where JSON allows none",
      tree.comma,
      tree.comma + 1,
    );
  const range = tree.source.range(start, end);
  add(tree, kind === "array" ? { kind, range, items } : { kind, range, members });
}

function readKey(tree: Tree, key: string, start: number, end: number): void {
  tree.comma = undefined;
  const frame = tree.frames.at(-1)!;
  if (frame.keys.has(key))
    tell(
      tree,
      "duplicate-key",
      `the key ${quote(key)} stands twice in one object, and only the last is kept`,
      start,
      end,
    );
  frame.keys.add(key);
  frame.key = { key, keyRange: tree.source.range(start, end) };
}

function add(tree: Tree, value: JsonNode): void {
  tree.comma = undefined;
  const parent = tree.frames.at(-1);
  if (!parent) tree.root ??= value;
  else if (parent.key) parent.members.push({ ...parent.key, value });
  else parent.items.push(value);
}

function literal(value: unknown, range: JsonNode["range"]): JsonNode {
  if (typeof value === "string") return { kind: "string", range, value };
  if (typeof value === "number") return { kind: "number", range, value };
  return typeof value === "boolean" ? { kind: "boolean", range, value } : { kind: "null", range };
}

function tell(
  { problems, source }: Tree,
  kind: JsonProblem["kind"],
  message: string,
  start: number,
  end: number,
): void {
  problems.push({ kind, message, range: source.range(start, end) });
}
