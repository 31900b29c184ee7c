import { lineEnd, nextLine, type Span } from "../../core/lines.ts";
import {
  type Container,
  type Cursor,
  deepest,
  matchContainers,
  openContainers,
  quote,
  skipBlanks,
  thematicBreak,
} from "./containers.ts";
import { skipDefinitions } from "./link-targets.ts";

const none: readonly Container[] = [];

const setextRule = /^(?:=+|-+)[ \t]*$/;

/**
 * A single pass over the lines, with just enough of CommonMark's block rules to distinguish text, code and
 * headings.
 */
export function toBlocks(text: string, start: number): readonly Block[] {
  const state: BlockState = {
    text,
    blocks: [],
    containers: [],
    paragraph: undefined,
    html: undefined,
    fence: undefined,
  };
  for (let at = start; at < text.length; ) {
    const behind = readPlainly(state, at);
    at = behind > at ? behind : readClosely(state, at);
  }
  closeFence(state, undefined, text.length);
  closeText(state);
  return state.blocks;
}

/** Returns the start of the next line. */
function readClosely(state: BlockState, start: number): number {
  const end = lineEnd(state.text, start);
  readLine(state, { start, end });
  return nextLine(state.text, end);
}

function readLine(state: BlockState, line: Span): void {
  const { text, containers } = state;
  const cursor: Cursor = { at: line.start, column: 0 };
  const matched = matchContainers(text, line.end, cursor, containers);
  if (state.fence) {
    const inside = matched >= state.fence.depth;
    if (inside && !closesFence(state.fence, text.slice(cursor.at, line.end))) return;
    closeFence(state, inside ? line : undefined, inside ? line.end : line.start);
    if (inside) return;
  }
  const all = matched === containers.length;
  if (state.html && all && readHtmlLine(state, state.html, line, cursor.at)) return;
  const setext =
    all &&
    state.paragraph !== undefined &&
    isSetextRule(text, cursor.at, line.end) &&
    !isDefinitions(text, state.paragraph);
  const opened =
    setext || startsNoContainer(text, cursor.at)
      ? none
      : openContainers(text, line.end, cursor, matched, state.paragraph !== undefined);
  const { column } = cursor;
  skipBlanks(text, line.end, cursor);
  const blank = cursor.at === line.end;
  if (opened.length > 0 || blank) {
    closeText(state);
    containers.splice(matched, Infinity, ...opened);
  }
  if (!blank)
    readContent(
      state,
      { start: cursor.at, end: line.end },
      setext,
      cursor.column - column > 3,
      matched + opened.length,
    );
}

function readContent(
  state: BlockState,
  content: Span,
  setext: boolean,
  indented: boolean,
  depth: number,
): void {
  if (!indented && startBlock(state, content, setext, depth)) return;
  // A paragraph continues even without its containers' markers; elsewhere indented text is code.
  if (state.paragraph) state.paragraph.end = content.end;
  else {
    state.containers.length = depth;
    if (!indented) state.paragraph = { start: content.start, end: content.end };
  }
}

function startBlock(state: BlockState, content: Span, setext: boolean, depth: number): boolean {
  const first = state.text.charAt(content.start);
  if (!setext && !"`~#<-*_".includes(first)) return false;
  const written = state.text.slice(content.start, content.end);
  if (setext) return endAsHeading(state, content, first === "=" ? 1 : 2);
  const fence = first === "`" || first === "~" ? openFence(written) : undefined;
  const heading = first === "#" ? headingStart(written, 0) : undefined;
  const html = first === "<" ? htmlBlock(written, state.paragraph !== undefined) : undefined;
  if (!fence && !heading && !html && !thematicBreak.test(written)) return false;
  closeText(state);
  state.containers.length = depth;
  if (fence)
    state.fence = { start: content.start, contentStart: nextLine(state.text, content.end), depth, ...fence };
  if (heading)
    addHeading(state, content, heading.level, { start: content.start + heading.start, end: content.end });
  if (html) readHtmlLine(state, (state.html = { until: html.until, ...content }), content, content.start);
  return true;
}

/**
 * Whether a line cannot start a container: its first character is not `>`, a list marker, a space or a tab. This is
 * enough for most lines.
 */
function startsNoContainer(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit > 62 || unit === 35 || unit === 60;
}

function isSetextRule(text: string, start: number, end: number): boolean {
  const unit = text.charCodeAt(start);
  return (unit === 45 || unit === 61 || unit === 32) && setextRule.test(text.slice(start, end).trimStart());
}

/**
 * Whether a paragraph consists of link definitions, which a following line of `=` or `-` does not turn into a
 * heading.
 */
function isDefinitions(text: string, { start, end }: Span): boolean {
  return text.charCodeAt(start) === 91 && skipDefinitions(text, start, end) >= end;
}

/** Ends a paragraph at a setext underline, which turns it into a heading. */
function endAsHeading(state: BlockState, rule: Span, level: number): boolean {
  const { paragraph } = state;
  if (!paragraph) return false;
  state.paragraph = undefined;
  addHeading(state, { start: paragraph.start, end: rule.end }, level, paragraph);
  return true;
}

/** False if the line is not part of the block. */
function readHtmlLine(
  state: BlockState,
  html: NonNullable<BlockState["html"]>,
  line: Span,
  at: number,
): boolean {
  const written = state.text.slice(at, line.end);
  if (!html.until && written.trim() === "") return false;
  state.html = { ...html, end: line.end };
  if (html.until?.test(written)) closeText(state);
  return true;
}

/**
 * Reads lines that do not depend on containers, many at once if possible. Returns the start of the next line,
 * or `at` if it needs the full rules.
 */
function readPlainly(state: BlockState, at: number): number {
  const { text, paragraph, containers } = state;
  if (state.fence) return state.fence.depth === 0 ? readFence(state, state.fence) : at;
  if (state.html) return at;
  const unit = text.charCodeAt(at);
  if (unit === 10 || unit === 13) return readBlank(state, at);
  if (unit === 35) return readHeading(state, at);
  if (paragraph) {
    const end = textEnd(text, at);
    if (end > at) paragraph.end = beforeBreak(text, end);
    if (end > at) return end;
  } else if (isText(text, at)) return openText(state, at, 0);
  const item = containers.length < deepest ? readItem(text, at, containers) : undefined;
  if (!item) return at;
  closeText(state);
  containers.splice(item.matched, Infinity, item.container);
  return openText(state, item.start, item.matched + 1);
}

/** Reads an empty line, which ends a block quote and everything in it; other containers stay open. */
function readBlank(state: BlockState, at: number): number {
  closeText(state);
  const quoted = state.containers.indexOf(quote);
  if (quoted >= 0) state.containers.length = quoted;
  return nextLine(state.text, at);
}

/** Reads a heading without indentation, which is never in a container. */
function readHeading(state: BlockState, at: number): number {
  const content = headingStart(state.text, at);
  if (content === undefined) return at;
  const end = lineEnd(state.text, at);
  closeText(state);
  state.containers.length = 0;
  addHeading(state, { start: at, end }, content.level, { start: content.start, end });
  return nextLine(state.text, end);
}

function openText(state: BlockState, start: number, depth: number): number {
  const end = textEnd(state.text, start);
  state.containers.length = depth;
  state.paragraph = { start, end: beforeBreak(state.text, end) };
  return end;
}

function readFence(state: BlockState, fence: OpenFence): number {
  const closing = findClosingLine(state.text, fence);
  if (!closing) return state.text.length;
  closeFence(state, closing, closing.end);
  return nextLine(state.text, closing.end);
}

function beforeBreak(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  if (last === 13) return end - 1;
  if (last !== 10) return end;
  return text.charCodeAt(end - 2) === 13 ? end - 2 : end - 1;
}

/**
 * A block that the first pass over Markdown passes to the second. The range of a heading is its line, and `content`
 * is its text.
 */
export type Block =
  | (Span & { readonly kind: "text" })
  | (Span & { readonly kind: "html" })
  | (Span & { readonly kind: "heading"; readonly level: number; readonly content: Span })
  | (Span & {
      readonly kind: "fence";
      readonly language: string;
      readonly content: Span;
      readonly closed: boolean;
    });

/** The blocks that are open at the current line of the first pass, and the finished ones. */
interface BlockState {
  readonly text: string;
  readonly blocks: Block[];
  readonly containers: Container[];
  paragraph: { readonly start: number; end: number } | undefined;
  html: (Span & { readonly until: RegExp | undefined }) | undefined;
  fence: OpenFence | undefined;
}

function addHeading(state: BlockState, { start, end }: Span, level: number, content: Span): void {
  state.blocks.push({ kind: "heading", start, end, level, content });
}

/** Closes a code block. An unclosed one ends where its container or the file ends. */
function closeFence(state: BlockState, closing: Span | undefined, end: number): void {
  const { fence } = state;
  if (!fence) return;
  const contentEnd = Math.max(fence.contentStart, closing ? closing.start : end);
  const content = { start: Math.min(fence.contentStart, contentEnd), end: contentEnd };
  state.blocks.push({
    kind: "fence",
    start: fence.start,
    end: Math.max(end, content.start),
    language: fence.language,
    content,
    closed: closing !== undefined,
  });
  state.fence = undefined;
}

/** Closes the open paragraph or HTML block. */
function closeText(state: BlockState): void {
  if (state.paragraph) state.blocks.push({ kind: "text", ...state.paragraph });
  if (state.html) state.blocks.push({ kind: "html", start: state.html.start, end: state.html.end });
  state.paragraph = undefined;
  state.html = undefined;
}

// A line that starts with one of these characters is text: it cannot open a block or a container.
const text = "[^\\s#`~<>*_+\\-=0-9]|\\*{1,2}[^*\\s]|_{1,2}[^_\\s]|`{1,2}[^`\\s]|\\d{1,9}(?![\\d.)])";

const startsText = new RegExp(text, "y");

// An ordered list interrupts a paragraph only if it starts with 1.
const goesOn = new RegExp(`(?:[ \\t]*(?:${text}|[02-9]|1(?![.)]))[^\\r\\n]*(?:\\r\\n?|\\n|$))+`, "y");

const item = new RegExp(`( *)(?:[-+*]|\\d{1,9}[.)]) (?=${text})`, "y");

const heading = /(#{1,6})(?:[ \t]+|(?=[\r\n]|$))/y;

/** Level of the heading that starts at `at` and the offset of its text; undefined if there is none. */
function headingStart(
  source: string,
  at: number,
): { readonly level: number; readonly start: number } | undefined {
  heading.lastIndex = at;
  const level = heading.exec(source)?.[1]?.length;
  return level === undefined ? undefined : { level, start: heading.lastIndex };
}

/**
 * Whether the line is certainly plain text from `at` on. May return false for plain text too, if a quick check is not
 * enough.
 */
function isText(source: string, at: number): boolean {
  startsText.lastIndex = at;
  return startsText.test(source);
}

/**
 * End of the lines, including line breaks, that clearly continue an open paragraph; `at` if the first line does not.
 */
function textEnd(source: string, at: number): number {
  goesOn.lastIndex = at;
  return goesOn.test(source) ? goesOn.lastIndex : at;
}

/**
 * Reads a list item with text on the same line: the number of open containers, including the item, and the offset of
 * the text.
 */
function readItem(
  source: string,
  at: number,
  containers: readonly Container[],
): { readonly matched: number; readonly container: Container; readonly start: number } | undefined {
  item.lastIndex = at;
  const indent = item.exec(source)?.[1]?.length;
  if (indent === undefined) return undefined;
  const start = item.lastIndex;
  let matched = 0;
  let column = 0;
  for (const container of containers) {
    if (container < 0 || container > indent) break;
    matched++;
    column = container;
  }
  return indent - column > 3 ? undefined : { matched, container: start - at, start };
}

/** A fenced code block that is still open. */
interface OpenFence {
  readonly start: number;
  readonly mark: string;
  readonly language: string;
  readonly contentStart: number;
  /** Number of containers around the block; it ends with the innermost one. */
  readonly depth: number;
}

const opening = /^(`{3,}(?=[^`]*$)|~{3,})[ \t]*([^\s`]*)/;

/** Marker and info string of a line, without its indentation, that opens a code block. */
function openFence(written: string): Pick<OpenFence, "mark" | "language"> | undefined {
  const [match, mark = "", language = ""] = opening.exec(written) ?? [];
  return match === undefined ? undefined : { mark, language };
}

/** Whether a line, including its indentation, closes the block: it has at least as many markers and nothing else. */
function closesFence({ mark }: OpenFence, written: string): boolean {
  const rest = written.trim();
  const sign = mark.charAt(0);
  return (
    rest.startsWith(sign) &&
    rest.length >= mark.length &&
    rest === sign.repeat(rest.length) &&
    !/^(?: {4}|\t)/.test(written)
  );
}

/** The line that closes a code block that is not in a container. */
function findClosingLine(text: string, fence: OpenFence): Span | undefined {
  const { mark, contentStart } = fence;
  let end = contentStart;
  for (let at = text.indexOf(mark, contentStart); at >= 0; at = text.indexOf(mark, end)) {
    end = lineEnd(text, at);
    let start = at;
    while (start > contentStart && at - start < 4 && text.charCodeAt(start - 1) === 32) start--;
    if (
      (start === contentStart || "\r\n".includes(text.charAt(start - 1))) &&
      closesFence(fence, text.slice(start, end))
    )
      return { start, end };
  }
  return undefined;
}

const rawTag = /^<(?:script|pre|style|textarea)(?=[\s>]|$)/i;

const blockTag =
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=[\s/>]|$)/i;

const wholeTag = /^<\/?[A-Za-z][^<>]*>[ \t]*$/;

/**
 * What ends the HTML block that starts on a line: a marker or an empty line. Undefined if no HTML block starts there.
 */
function htmlBlock(written: string, interrupts: boolean): { readonly until: RegExp | undefined } | undefined {
  if (rawTag.test(written)) return { until: /<\/(?:script|pre|style|textarea)>/i };
  if (written.startsWith("<!--")) return { until: /-->/ };
  if (/^<[!?]/.test(written)) return { until: />/ };
  return blockTag.test(written) || (!interrupts && wholeTag.test(written)) ? { until: undefined } : undefined;
}
