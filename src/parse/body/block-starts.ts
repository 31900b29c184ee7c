import { lineEnd, type Span } from "../../core/lines.ts";
import type { Container } from "./containers.ts";

// A line that starts with one of these characters is text: it cannot open a block or a container.
const text = "[^\\s#`~<>*_+\\-=0-9]|\\*{1,2}[^*\\s]|_{1,2}[^_\\s]|`{1,2}[^`\\s]|\\d{1,9}(?![\\d.)])";

const startsText = new RegExp(text, "y");

// An ordered list interrupts a paragraph only if it starts with 1.
const goesOn = new RegExp(`(?:[ \\t]*(?:${text}|[02-9]|1(?![.)]))[^\\r\\n]*(?:\\r\\n?|\\n|$))+`, "y");

const item = new RegExp(`( *)(?:[-+*]|\\d{1,9}[.)]) (?=${text})`, "y");

const heading = /(#{1,6})(?:[ \t]+|(?=[\r\n]|$))/y;

/** Level of the heading that starts at `at` and the offset of its text; undefined if there is none. */
export function headingStart(
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
export function isText(source: string, at: number): boolean {
  startsText.lastIndex = at;
  return startsText.test(source);
}

/**
 * End of the lines, including line breaks, that clearly continue an open paragraph; `at` if the first line does not.
 */
export function textEnd(source: string, at: number): number {
  goesOn.lastIndex = at;
  return goesOn.test(source) ? goesOn.lastIndex : at;
}

/**
 * Reads a list item with text on the same line: the number of open containers, including the item, and the offset of
 * the text.
 */
export function readItem(
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
export interface OpenFence {
  readonly start: number;
  readonly mark: string;
  readonly language: string;
  readonly contentStart: number;
  /** Number of containers around the block; it ends with the innermost one. */
  readonly depth: number;
}

const opening = /^(`{3,}(?=[^`]*$)|~{3,})[ \t]*([^\s`]*)/;

/** Marker and info string of a line, without its indentation, that opens a code block. */
export function openFence(written: string): Pick<OpenFence, "mark" | "language"> | undefined {
  const [match, mark = "", language = ""] = opening.exec(written) ?? [];
  return match === undefined ? undefined : { mark, language };
}

/** Whether a line, including its indentation, closes the block: it has at least as many markers and nothing else. */
export function closesFence({ mark }: OpenFence, written: string): boolean {
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
export function findClosingLine(text: string, fence: OpenFence): Span | undefined {
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
export function htmlBlock(
  written: string,
  interrupts: boolean,
): { readonly until: RegExp | undefined } | undefined {
  if (rawTag.test(written)) return { until: /<\/(?:script|pre|style|textarea)>/i };
  if (written.startsWith("<!--")) return { until: /-->/ };
  if (/^<[!?]/.test(written)) return { until: />/ };
  return blockTag.test(written) || (!interrupts && wholeTag.test(written)) ? { until: undefined } : undefined;
}
