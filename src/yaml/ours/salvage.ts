import type { Field, FieldValue } from "../../model/frontmatter.ts";
import type { SourceText } from "../../core/source-text.ts";
import type { Span } from "../../core/lines.ts";
import { toValue } from "./fields.ts";
import { toSegments, type Segment } from "./segments.ts";

type Content = Pick<Field, "value" | "style" | "children"> & { readonly span: Span };

/** `name:x`, `name = x` and `name：x`, which are not valid YAML but show what the author meant. */
const nearlyKeyed = /^( *)([A-Za-z][\w-]*)[ \t]*[:=\uff1a]/;
const blockHeader = /^[|>][-+0-9]*$/;

/** The fields at the outermost level of YAML that cannot be parsed; of duplicate keys, the first counts. */
export function salvageAll(
  source: SourceText,
  start: number,
  end: number,
  recovered: NonNullable<Field["recovered"]>,
): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>();
  for (const segment of toSegments(source.text, start, end)) {
    const field = salvage(source, segment);
    if (field && !fields.has(field.key)) fields.set(field.key, { ...field, recovered });
  }
  return fields;
}

/** Reads a field from its lines, without YAML's rules. */
export function salvage(source: SourceText, segment: Segment): Field | undefined {
  const key = segment.key ?? nearKey(source.text, segment.head);
  if (!key) return undefined;
  const { span, ...content } = readContent(source, segment, key.colonEnd);
  return {
    key: key.name,
    keyRange: source.range(key.span.start, key.span.end),
    valueRange: source.range(span.start, span.end),
    ...content,
  };
}

function nearKey(text: string, head: Span): Segment["key"] {
  const [match, blanks, name] = nearlyKeyed.exec(text.slice(head.start, head.end)) ?? [];
  if (match === undefined || blanks === undefined || name === undefined) return undefined;
  const start = head.start + blanks.length;
  return { name, span: { start, end: start + name.length }, colonEnd: head.start + match.length };
}

function readContent(source: SourceText, { head, end }: Segment, colonEnd: number): Content {
  const { text } = source;
  const inline = trimmed(text, colonEnd, head.end);
  const written = text.slice(inline.start, inline.end);
  const below = trimmed(text, head.end, end);
  if (written === "" && below.start === below.end)
    return { value: "", style: "empty", children: [], span: { start: colonEnd, end: colonEnd } };
  if (written === "") return nested(source, head.end, end, below);
  if (blockHeader.test(written))
    return {
      value: text.slice(below.start, below.end).replaceAll(/(?:\r\n|\r|\n)[ \t]*/g, "\n"),
      style: "block",
      children: [],
      span: { start: inline.start, end: below.end },
    };
  const goesOn = below.start < below.end && !toSegments(text, head.end, end)[0]?.key;
  const span = goesOn ? { start: inline.start, end: below.end } : inline;
  return { ...unquoted(folded(text, span)), children: [], span };
}

/** The members of a nested map; deeper maps are ignored. */
function nested(source: SourceText, start: number, end: number, span: Span): Content {
  const { text } = source;
  const segments = toSegments(text, start, end);
  if (!segments[0]?.key) return { ...unquoted(folded(text, span)), children: [], span };
  const children = segments.flatMap(({ head, key }): Field[] => {
    if (!key) return [];
    const inline = trimmed(text, key.colonEnd, head.end);
    const content = unquoted(text.slice(inline.start, inline.end));
    return [
      {
        key: key.name,
        keyRange: source.range(key.span.start, key.span.end),
        valueRange: source.range(inline.start, inline.end),
        ...content,
        children: [],
      },
    ];
  });
  return { value: toValue(children), style: "block", children, span };
}

function unquoted(written: string): { readonly value: FieldValue; readonly style: Field["style"] } {
  if (written === "") return { value: "", style: "empty" };
  const quoted = written.length > 1 && written.at(0) === written.at(-1);
  if (quoted && written.startsWith('"')) return { value: written.slice(1, -1), style: "double" };
  if (quoted && written.startsWith("'")) return { value: written.slice(1, -1), style: "single" };
  return { value: written, style: "plain" };
}

function folded(text: string, { start, end }: Span): string {
  return text.slice(start, end).replaceAll(/(?:\r\n|\r|\n)[ \t]*/g, " ");
}

function trimmed(text: string, start: number, end: number): Span {
  let from = start;
  let to = end;
  while (from < to && " \t\r\n".includes(text.charAt(from))) from++;
  while (to > from && " \t\r\n".includes(text.charAt(to - 1))) to--;
  return { start: from, end: to };
}
