import { deepest, quote } from "./body-containers.ts";
import { findClosingLine, type OpenFence } from "./body-fences.ts";
import { headingStart, isText, readItem, textEnd } from "./body-runs.ts";
import { addHeading, closeFence, closeText, type BlockState } from "./body-state.ts";
import { lineEnd, nextLine } from "../lines.ts";

/** Reads what needs no look at containers, many lines at once where it can; returns where the next line begins, or `at` where a closer look is due. */
export function readPlainly(state: BlockState, at: number): number {
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

/** Of the containers only a quote, and what is in it, ends with a blank line. */
function readBlank(state: BlockState, at: number): number {
  closeText(state);
  const quoted = state.containers.indexOf(quote);
  if (quoted >= 0) state.containers.length = quoted;
  return nextLine(state.text, at);
}

/** A heading at the margin stands in no container. */
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
