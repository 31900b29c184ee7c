import { matchContainers, openContainers, skipBlanks, thematicBreak, type Container, type Cursor } from "./body-containers.ts";
import { skipDefinitions } from "./body-definitions.ts";
import { closesFence, openFence, type OpenFence } from "./body-fences.ts";
import { htmlBlock } from "./body-html-blocks.ts";
import { lineEnd, nextLine, type Span } from "./lines.ts";

/** What the first pass over Markdown leaves for the second; a heading's range is its line, `content` its text. */
export type Block =
  | (Span & { readonly kind: "text" })
  | (Span & { readonly kind: "html" })
  | (Span & { readonly kind: "heading"; readonly level: number; readonly content: Span })
  | (Span & { readonly kind: "fence"; readonly language: string; readonly content: Span; readonly closed: boolean });

const none: readonly Container[] = [];

interface State {
  readonly text: string;
  readonly blocks: Block[];
  readonly containers: Container[];
  paragraph: { readonly start: number; end: number } | undefined;
  html: (Span & { readonly until: RegExp | undefined }) | undefined;
  fence: OpenFence | undefined;
}

const atxHeading = /^(#{1,6})(?:[ \t]+|$)/;
const setextRule = /^(?:=+|-+)[ \t]*$/;

/** One pass over the lines, with as much of CommonMark's block rules as it takes to tell text, code and headings apart. */
export function toBlocks(text: string, start: number): readonly Block[] {
  const state: State = { text, blocks: [], containers: [], paragraph: undefined, html: undefined, fence: undefined };
  for (let at = start; at < text.length; ) {
    const end = lineEnd(text, at);
    readLine(state, { start: at, end });
    at = nextLine(text, end);
  }
  closeFence(state, undefined, text.length);
  closeText(state);
  return state.blocks;
}

function readLine(state: State, line: Span): void {
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
  const setext = all && state.paragraph !== undefined && isSetextRule(text, cursor.at, line.end) && !isDefinitions(text, state.paragraph);
  const opened = setext || startsNoContainer(text, cursor.at) ? none : openContainers(text, line.end, cursor, matched, state.paragraph !== undefined);
  const { column } = cursor;
  skipBlanks(text, line.end, cursor);
  const blank = cursor.at === line.end;
  if (opened.length > 0 || blank) {
    closeText(state);
    containers.splice(matched, Infinity, ...opened);
  }
  if (!blank) readContent(state, { start: cursor.at, end: line.end }, setext, cursor.column - column > 3, matched + opened.length);
}

function readContent(state: State, content: Span, setext: boolean, indented: boolean, depth: number): void {
  if (!indented && startBlock(state, content, setext, depth)) return;
  // A paragraph goes on even where its containers' marks are missing; elsewhere indented text is code.
  if (state.paragraph) state.paragraph.end = content.end;
  else {
    state.containers.length = depth;
    if (!indented) state.paragraph = { start: content.start, end: content.end };
  }
}

function startBlock(state: State, content: Span, setext: boolean, depth: number): boolean {
  const first = state.text.charAt(content.start);
  if (!setext && !"`~#<-*_".includes(first)) return false;
  const written = state.text.slice(content.start, content.end);
  if (setext) return endAsHeading(state, content, first === "=" ? 1 : 2);
  const fence = first === "`" || first === "~" ? openFence(written) : undefined;
  const heading = first === "#" ? atxHeading.exec(written) : null;
  const html = first === "<" ? htmlBlock(written, state.paragraph !== undefined) : undefined;
  if (!fence && !heading && !html && !thematicBreak.test(written)) return false;
  closeText(state);
  state.containers.length = depth;
  if (fence) state.fence = { ...fence, start: content.start, contentStart: nextLine(state.text, content.end), depth };
  if (heading) addHeading(state, content, heading[1]?.length ?? 1, { start: content.start + heading[0].length, end: content.end });
  if (html) readHtmlLine(state, (state.html = { ...content, until: html.until }), content, content.start);
  return true;
}

/** By its first character, as most lines are: any text but a quote's sign, a list marker and what may be blanks before one. */
function startsNoContainer(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit > 62 || unit === 35 || unit === 60;
}

function isSetextRule(text: string, start: number, end: number): boolean {
  const unit = text.charCodeAt(start);
  return (unit === 45 || unit === 61 || unit === 32) && setextRule.test(text.slice(start, end).trimStart());
}

/** Definitions are no text that a rule below could make a heading. */
function isDefinitions(text: string, { start, end }: Span): boolean {
  return text.charCodeAt(start) === 91 && skipDefinitions(text, start, end, { references: [], comments: [] }) >= end;
}

/** The line under a paragraph makes it a heading. */
function endAsHeading(state: State, rule: Span, level: number): boolean {
  const { paragraph } = state;
  if (!paragraph) return false;
  state.paragraph = undefined;
  addHeading(state, { start: paragraph.start, end: rule.end }, level, paragraph);
  return true;
}

function addHeading(state: State, { start, end }: Span, level: number, content: Span): void {
  state.blocks.push({ kind: "heading", start, end, level, content });
}

/** Without a closing line the block ends where its container or the file does. */
function closeFence(state: State, closing: Span | undefined, end: number): void {
  const { fence } = state;
  if (!fence) return;
  const contentEnd = Math.max(fence.contentStart, closing ? closing.start : end);
  const content = { start: Math.min(fence.contentStart, contentEnd), end: contentEnd };
  state.blocks.push({ kind: "fence", start: fence.start, end: Math.max(end, content.start), language: fence.language, content, closed: closing !== undefined });
  state.fence = undefined;
}

/** False where the line is no more of the block. */
function readHtmlLine(state: State, html: NonNullable<State["html"]>, line: Span, at: number): boolean {
  const written = state.text.slice(at, line.end);
  if (!html.until && written.trim() === "") return false;
  state.html = { ...html, end: line.end };
  if (html.until?.test(written)) closeText(state);
  return true;
}

function closeText(state: State): void {
  if (state.paragraph) state.blocks.push({ kind: "text", ...state.paragraph });
  if (state.html) state.blocks.push({ kind: "html", start: state.html.start, end: state.html.end });
  state.paragraph = undefined;
  state.html = undefined;
}
