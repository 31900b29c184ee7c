import type { JsonNode } from "../core/json.ts";

/** A text or a list of texts, and the value of a JSON file that it replaces. */
export interface JsonReplacement {
  readonly node: JsonNode;
  readonly value: string | readonly string[];
}

/** The text of a JSON file with some of its values replaced; everything else stays as it is, byte for byte. */
export function replaceJsonValues(text: string, replacements: readonly JsonReplacement[]): string {
  const starts = (replacement: JsonReplacement): number => replacement.node.range.start.offset;
  let changed = text;
  for (const replacement of replacements.toSorted((a, b) => starts(b) - starts(a))) {
    const { start, end } = replacement.node.range;
    changed = changed.slice(0, start.offset) + written(text, replacement) + changed.slice(end.offset);
  }
  return changed;
}

/** A list is laid out as the one that it replaces. */
function written(text: string, { node, value }: JsonReplacement): string {
  if (typeof value === "string") return JSON.stringify(value);
  const items = node.kind === "array" ? node.items.map(({ range }) => range) : [];
  const [first, second] = items;
  const last = items.at(-1);
  if (!first || !last || value.length === 0)
    return `[${value.map((each) => JSON.stringify(each)).join(", ")}]`;
  const { start, end } = node.range;
  const before = text.slice(start.offset + 1, first.start.offset);
  const between = second
    ? text.slice(first.end.offset, second.start.offset)
    : `,${before === "" ? " " : before}`;
  const after = text.slice(last.end.offset, end.offset - 1);
  return `[${before}${value.map((each) => JSON.stringify(each)).join(between)}${after}]`;
}
