import {
  matchContainers,
  openContainers,
  skipBlanks,
  thematicBreak,
  type Container,
  type Cursor,
} from "./body-containers.ts";
import { skipDefinitions } from "./body-definitions.ts";
import { closesFence, openFence } from "./body-fences.ts";
import { htmlBlock } from "./body-html-blocks.ts";
import { readPlainly } from "./body-plain-lines.ts";
import { headingStart } from "./body-runs.ts";
import { addHeading, closeFence, closeText, type Block, type BlockState } from "./body-state.ts";
import { lineEnd, nextLine, type Span } from "../lines.ts";

const none: readonly Container[] = [];

const setextRule = /^(?:=+|-+)[ \t]*$/;

/** One pass over the lines, with as much of CommonMark's block rules as it takes to tell text, code and headings apart. */
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

/** Returns where the next line begins. */
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
  // A paragraph goes on even where its containers' marks are missing; elsewhere indented text is code.
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
    state.fence = { ...fence, start: content.start, contentStart: nextLine(state.text, content.end), depth };
  if (heading)
    addHeading(state, content, heading.level, { start: content.start + heading.start, end: content.end });
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
  return text.charCodeAt(start) === 91 && skipDefinitions(text, start, end) >= end;
}

/** The line under a paragraph makes it a heading. */
function endAsHeading(state: BlockState, rule: Span, level: number): boolean {
  const { paragraph } = state;
  if (!paragraph) return false;
  state.paragraph = undefined;
  addHeading(state, { start: paragraph.start, end: rule.end }, level, paragraph);
  return true;
}

/** False where the line is no more of the block. */
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
