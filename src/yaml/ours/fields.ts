import type { Span } from "../../core/lines.ts";
import { quote } from "../../core/show.ts";
import type { SourceText } from "../../core/source-text.ts";
import type { Field, FieldValue, ParseProblem } from "../../model/frontmatter.ts";
import { readSimpleYaml } from "../simple.ts";
import type { YamlNode, YamlPair } from "./gate.ts";

/**
 * Context of the conversion: the offset of the YAML in the file, the values of anchors, and the problems found so
 * far.
 */
export interface FieldContext {
  readonly source: SourceText;
  /** Added to every offset of a node. */
  readonly base: number;
  readonly anchors: ReadonlyMap<string, string>;
  readonly problems: ParseProblem[];
}

/** The fields of a map; of duplicate keys, the first counts. */
export function toFields(pairs: readonly YamlPair[], context: FieldContext): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>();
  for (const { key, value } of pairs) {
    if (key.kind !== "scalar") {
      report(
        context,
        key,
        "yaml-feature",
        `${quote(written(context, key), 60)} is used as a key; use a string`,
      );
      continue;
    }
    if (key.value === "<<")
      report(context, key, "yaml-feature", 'the merge key "<<" is not supported by every YAML parser');
    if (fields.has(key.value)) report(context, key, "duplicate-key", duplicateMessage(key.value));
    else fields.set(key.value, toField(key.value, key, value, context));
  }
  return fields;
}

function toField(key: string, keySpan: Span, node: YamlNode, context: FieldContext): Field {
  return {
    key,
    keyRange: toRange(keySpan, context),
    valueRange: toRange(node, context),
    ...toContent(node, context),
  };
}

function toContent(node: YamlNode, context: FieldContext): Pick<Field, "value" | "style" | "children"> {
  if (node.kind === "scalar") return { value: node.value, style: node.style, children: [] };
  if (node.kind === "alias")
    return { value: context.anchors.get(node.anchor) ?? "", style: "alias", children: [] };
  if (node.kind === "list") {
    const children = node.items.map((item, index) =>
      toField(String(index), { start: item.start, end: item.start }, item, context),
    );
    return { value: children.map(({ value }) => value), style: node.style, children };
  }
  const children = Array.from(toFields(node.pairs, context).values());
  return { value: toValue(children), style: node.style, children };
}

/** Created without a prototype, as a key may be "__proto__". */
export function toValue(fields: Iterable<Field>): { readonly [key: string]: FieldValue } {
  const value: Record<string, FieldValue> = Object.create(null);
  for (const field of fields) value[field.key] = field.value;
  return value;
}

function report(context: FieldContext, span: Span, kind: ParseProblem["kind"], message: string): void {
  context.problems.push({ kind, message, range: toRange(span, context) });
}

function toRange({ start, end }: Span, { source, base }: FieldContext): Field["keyRange"] {
  return source.range(base + start, base + end);
}

function written({ source, base }: FieldContext, { start, end }: Span): string {
  return source.text.slice(base + start, base + end);
}

export function duplicateMessage(key: string): string {
  return `duplicate key ${quote(key)}; remove one, as YAML parsers differ in which value they use`;
}

// Hand-written: most frontmatter is flat, and the library takes half a millisecond for each. parse-plain.test.ts
// compares the results.
/**
 * Parses frontmatter without the YAML library. Undefined if the result could differ from the library's in a value, a
 * range or a style.
 */
export function readPlain(
  source: SourceText,
  start: number,
  end: number,
): ReadonlyMap<string, Field> | undefined {
  const pairs = readSimpleYaml(source.text.slice(start, end));
  return pairs && toFields(pairs, { source, base: start, anchors: new Map(), problems: [] });
}
