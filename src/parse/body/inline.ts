import type { Span } from "../../core/lines.ts";
import { isDoubtfulSpan, isPlainReference } from "./doubts.ts";
import {
  addPaths,
  addTarget,
  type FoundReference,
  type Inline,
  readInlineDestination,
} from "./link-targets.ts";

interface Opener {
  readonly at: number;
  readonly image: boolean;
}

interface Scan {
  readonly text: string;
  readonly end: number;
  readonly found: Inline;
  readonly openers: Opener[];
  /** Link openers before this index cannot start a link, as links do not nest. */
  spent: number;
  /**
   * For each length of backtick runs, the start of the last one; computed when the first run without a partner is
   * found.
   */
  runs: ReadonlyMap<number, number> | undefined;
  commentsEnd: boolean;
}

const special = /[\\`<[\]]/g;

const specialButLinks = /[\\`<]/g;

/** Parses a span of text. */
export function readInline(text: string, start: number, end: number, found: Inline): void {
  const firstReference = found.references.length;
  const firstSpan = found.spans.length;
  readMarked(text, start, end, found);
  if (!addPlain(found, text, { start, end }, firstSpan)) return;
  const ordered = found.references.splice(firstReference).sort((one, other) => one.start - other.start);
  found.references.push(...ordered);
}

/** Adds the paths of plain text that are references; returns whether there are any. */
function addPlain(found: Inline, text: string, { start, end }: Span, firstSpan: number): boolean {
  const count = found.references.length;
  const { paths, spans } = found;
  let span = firstSpan;
  for (let path = paths[found.plain]; path && path.start < end; path = paths[++found.plain]) {
    const { start: from, end: to, target } = path;
    if (from < start || found.foreign || path.rooted || !isPlainReference(text, path)) continue;
    while (span < spans.length && spans[span]!.end <= from) span++;
    if (span < spans.length && spans[span]!.start <= from) continue;
    found.references.push({
      kind: "text",
      start: from,
      end: to,
      target,
      ...(found.inSample && { placeholder: true as const }),
    });
  }
  return found.references.length > count;
}

/** Each step examines each character a bounded number of times. */
function readMarked(text: string, start: number, end: number, found: Inline): void {
  const marks = found.linked ? special : specialButLinks;
  // Cuts off the rest of the text, so that no search continues past the end of the span.
  const bounded = text.slice(0, end);
  marks.lastIndex = start;
  if (!marks.test(bounded)) return;
  const scan = toScan(bounded, found);
  let from = start;
  do {
    from = step(scan, marks.lastIndex - 1, from);
    marks.lastIndex = from;
  } while (marks.test(bounded));
}

/** HTML blocks contain no Markdown. */
export function readHtml(text: string, start: number, end: number, found: Inline): void {
  const bounded = text.slice(0, end);
  const scan = toScan(bounded, found);
  for (let at = bounded.indexOf("<", start); at >= 0; at = bounded.indexOf("<", at)) at = readAngle(scan, at);
}

function toScan(text: string, found: Inline): Scan {
  return { text, end: text.length, found, openers: [], spent: 0, runs: undefined, commentsEnd: false };
}

/**
 * Parses the construct that starts at `at`; the text before `from` has been handled. Returns the offset at which to
 * continue.
 */
function step(scan: Scan, at: number, from: number): number {
  switch (scan.text.charCodeAt(at)) {
    case 92:
      return at + 2;
    case 96:
      return readCodeSpan(scan, at);
    case 60:
      return readAngle(scan, at);
    case 91:
      scan.openers.push(
        at > from && scan.text.charCodeAt(at - 1) === 33 ? { at: at - 1, image: true } : { at, image: false },
      );
      return at + 1;
    default:
      return closeBracket(scan, at);
  }
}

function readCodeSpan(scan: Scan, at: number): number {
  const { text, end } = scan;
  const length = runLength(text, at, end);
  const last = scan.runs ? (scan.runs.get(length) ?? at) : end;
  for (let next = text.indexOf("`", at + length); next >= 0 && next <= last; ) {
    const width = runLength(text, next, end);
    if (width === length) {
      scan.found.spans.push({ start: at, end: next + width });
      addPaths(scan.found, text, { kind: "code-span", start: at + length, end: next }, (path) =>
        isDoubtfulSpan(text, at, path.target),
      );
      return next + width;
    }
    next = text.indexOf("`", next + width);
  }
  scan.runs ??= lastRuns(text, at, end);
  return at + length;
}

function lastRuns(text: string, start: number, end: number): ReadonlyMap<number, number> {
  const last = new Map<number, number>();
  for (let at = text.indexOf("`", start); at >= 0 && at < end; ) {
    const width = runLength(text, at, end);
    last.set(width, at);
    at = text.indexOf("`", at + width);
  }
  return last;
}

function runLength(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && text.charCodeAt(at) === 96) at++;
  return at - start;
}

/** Reads a comment, a tag, an autolink or a plain `<`. */
function readAngle(scan: Scan, at: number): number {
  const { text, end, found } = scan;
  if (text.startsWith("<!--", at)) return readComment(scan, at);
  const tag = readTag(text, at, end);
  for (const target of tag?.targets ?? []) addTarget(found, "html", text, target);
  return tag?.end ?? at + 1;
}

function readComment(scan: Scan, at: number): number {
  const close = scan.commentsEnd ? -1 : scan.text.indexOf("-->", at + 4);
  if (close < 0 || close + 3 > scan.end) {
    scan.commentsEnd = true;
    return at + 4;
  }
  scan.found.comments.push({ start: at, end: close + 3, text: scan.text.slice(at + 4, close) });
  return close + 3;
}

function closeBracket(scan: Scan, at: number): number {
  const opener = scan.openers.pop();
  const live = scan.openers.length >= scan.spent;
  scan.spent = Math.min(scan.spent, scan.openers.length);
  if (!opener || scan.text.charCodeAt(at + 1) !== 40 || at + 1 >= scan.end || (!opener.image && !live))
    return at + 1;
  const destination = readInlineDestination(scan.text, at + 1, scan.end);
  if (!destination) return at + 1;
  if (!opener.image) {
    scan.spent = scan.openers.length;
    dropCodeSpans(scan.found.references, opener.at);
  }
  addTarget(scan.found, opener.image ? "image" : "link", scan.text, destination.target);
  return destination.end;
}

/** Drops the code spans in a link's text, which often repeat the target. */
function dropCodeSpans(references: FoundReference[], from: number): void {
  for (
    let last = references.at(-1);
    last?.kind === "code-span" && last.start >= from;
    last = references.at(-1)
  )
    references.pop();
}

/** A tag and the values of its `src` and `href`. */
interface Tag {
  readonly end: number;
  readonly targets: readonly Span[];
}

/** Longer tags are read as text, which limits the cost of many unclosed tags. */
const longestTag = 2048;

const tagName = /<\/?[A-Za-z][A-Za-z0-9-]*/y;

const attribute = /(src|href)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/gi;

/** The HTML tag that starts at `start`; undefined if there is none. */
function readTag(text: string, start: number, limit: number): Tag | undefined {
  tagName.lastIndex = start;
  if (!tagName.test(text)) return undefined;
  const nameEnd = tagName.lastIndex;
  const end = tagEnd(text, nameEnd, Math.min(limit, start + longestTag));
  return end === undefined ? undefined : { end, targets: targetsOf(text, nameEnd, end) };
}

function tagEnd(text: string, start: number, limit: number): number | undefined {
  if (start < limit && !" \t\r\n/>".includes(text.charAt(start))) return undefined;
  let mark = "";
  for (let at = start; at < limit; at++) {
    const character = text.charAt(at);
    if (mark !== "") mark = character === mark ? "" : mark;
    else if (character === '"' || character === "'") mark = character;
    else if (character === ">") return at + 1;
    else if (character === "<") return undefined;
  }
  return undefined;
}

function targetsOf(text: string, start: number, end: number): readonly Span[] {
  return Array.from(text.slice(start, end).matchAll(attribute)).flatMap(
    ({ 0: match, 2: double, 3: single, 4: bare, index }) => {
      if (!/[\s"']/.test(text.charAt(start + index - 1))) return [];
      const value = double ?? single ?? bare ?? "";
      const valueEnd = start + index + match.length - (bare === undefined ? 1 : 0);
      return [{ start: valueEnd - value.length, end: valueEnd }];
    },
  );
}
