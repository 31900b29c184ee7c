import { linesBetween, type Span } from "./lines.ts";

/** A stretch of frontmatter that begins with an outermost line and holds the lines that belong to it. */
export interface Segment extends Span {
  /** The first line. */
  readonly head: Span;
  /** Absent where the first line is no `key:`. */
  readonly key?: { readonly name: string; readonly span: Span; readonly colonEnd: number };
}

const keyed = /^([ ]*)(["']?)([^\s"'#:\-?[\]{},&*!|>%@`][^"':]{0,127}?)\2[ ]*:(?=[ \t]|$)/;
const indent = /^ */;
/** Lines that may stand at their field's own column and still belong to it. */
const continues = /^ *(?:- |-$|[\]}])/;

/** Cuts frontmatter at its outermost lines, so that a mistake in one field leaves the others readable. */
export function toSegments(text: string, start: number, end: number): readonly Segment[] {
  const segments: Segment[] = [];
  let margin: number | undefined;
  let current: { head: Span; end: number } | undefined;
  for (const line of linesBetween(text, start, end)) {
    const written = text.slice(line.start, line.end);
    const depth = indent.exec(written)?.[0].length ?? 0;
    if (/^\s*$/.test(written) || (written.charAt(depth) === "#" && depth <= (margin ?? depth))) continue;
    margin ??= depth;
    const outermost = depth <= margin && written.charCodeAt(depth) !== 9;
    if (current && (!outermost || continues.test(written))) current.end = line.end;
    else {
      if (current) segments.push(toSegment(text, current));
      current = { head: line, end: line.end };
    }
  }
  if (current) segments.push(toSegment(text, current));
  return segments;
}

function toSegment(text: string, { head, end }: { readonly head: Span; readonly end: number }): Segment {
  const found = keyed.exec(text.slice(head.start, head.end));
  const [match, blanks, mark, name] = found ?? [];
  if (match === undefined || blanks === undefined || mark === undefined || name === undefined) return { start: head.start, end, head };
  const start = head.start + blanks.length;
  return { start: head.start, end, head, key: { name, span: { start, end: start + name.length + 2 * mark.length }, colonEnd: head.start + match.length } };
}
