import { linesBetween, type Span } from "../../core/lines.ts";
import { closingQuote } from "./value-mistakes.ts";

/** A part of the frontmatter: a line at the outermost level, and the lines that belong to it. */
export interface Segment extends Span {
  /** The first line. */
  readonly head: Span;
  /** Absent if the first line is not `key:`. */
  readonly key?: { readonly name: string; readonly span: Span; readonly colonEnd: number };
}

const keyed = /^([ ]*)(["']?)([^\s"'#:\-?[\]{},&*!|>%@`][^"':]{0,127}?)\2[ ]*:(?=[ \t]|$)/;
const indent = /^ */;
/** Lines that start at the column of their field but still belong to it. */
const continues = /^ *(?:- |-$|[\]}])/;

/**
 * Splits frontmatter at the lines of the outermost level, so that a mistake in one field does not affect the others.
 */
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
  return withOpenQuotes(text, segments);
}

/**
 * Joins unindented lines without a key to the quoted string that they close: strict parsers require indentation,
 * PyYAML does not.
 */
function withOpenQuotes(text: string, segments: readonly Segment[]): readonly Segment[] {
  const joined: Segment[] = [];
  for (let at = 0; at < segments.length; at++) {
    const segment = segments[at]!;
    const last = closingSegment(text, segments, at);
    joined.push(last === at ? segment : { ...segment, end: segments[last]!.end });
    at = last;
  }
  return joined;
}

function closingSegment(text: string, segments: readonly Segment[], at: number): number {
  const { key, head, end } = segments[at]!;
  const start = key && key.colonEnd + text.slice(key.colonEnd, head.end).search(/[^ \t]|$/);
  if (
    start === undefined ||
    !`"'`.includes(text.charAt(start)) ||
    start === head.end ||
    closingQuote(text, start, end) !== undefined
  )
    return at;
  let last = at;
  while (segments[last + 1] && !segments[last + 1]!.key) last++;
  const close = closingQuote(text, start, segments[last]!.end);
  if (close === undefined) return at;
  const closing = segments.findIndex((segment, index) => index > at && close < segment.end);
  return text.slice(close + 1, segments[closing]!.end).trim() === "" ? closing : at;
}

function toSegment(text: string, { head, end }: { readonly head: Span; readonly end: number }): Segment {
  const found = keyed.exec(text.slice(head.start, head.end));
  const [match, blanks, mark, name] = found ?? [];
  if (match === undefined || blanks === undefined || mark === undefined || name === undefined)
    return { start: head.start, end, head };
  const start = head.start + blanks.length;
  return {
    start: head.start,
    end,
    head,
    key: {
      name,
      span: { start, end: start + name.length + 2 * mark.length },
      colonEnd: head.start + match.length,
    },
  };
}
