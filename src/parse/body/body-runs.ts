import type { Container } from "./body-containers.ts";

// What begins text wherever it stands: no other block and no container can begin so.
const text = "[^\\s#`~<>*_+\\-=0-9]|\\*{1,2}[^*\\s]|_{1,2}[^_\\s]|`{1,2}[^`\\s]|\\d{1,9}(?![\\d.)])";
const startsText = new RegExp(text, "y");
// Lists do not interrupt a paragraph with another number than 1.
const goesOn = new RegExp(`(?:[ \\t]*(?:${text}|[02-9]|1(?![.)]))[^\\r\\n]*(?:\\r\\n?|\\n|$))+`, "y");
const item = new RegExp(`( *)(?:[-+*]|\\d{1,9}[.)]) (?=${text})`, "y");

const heading = /(#{1,6})(?:[ \t]+|(?=[\r\n]|$))/y;

/** The level of the heading that begins at `at`, and where its text does; undefined where none begins. */
export function headingStart(
  source: string,
  at: number,
): { readonly level: number; readonly start: number } | undefined {
  heading.lastIndex = at;
  const level = heading.exec(source)?.[1]?.length;
  return level === undefined ? undefined : { level, start: heading.lastIndex };
}

/** Whether a line, from `at` on, is nothing but text; false also where that takes a closer look. */
export function isText(source: string, at: number): boolean {
  startsText.lastIndex = at;
  return startsText.test(source);
}

/** Where the lines end that are plainly more of an open paragraph, their breaks counted; `at` itself where the first is not. */
export function textEnd(source: string, at: number): number {
  goesOn.lastIndex = at;
  return goesOn.test(source) ? goesOn.lastIndex : at;
}

/** A list item with text on the same line: how many containers it leaves open, its own, and where its text begins. */
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
