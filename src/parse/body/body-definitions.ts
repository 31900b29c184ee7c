import { readDestination, readTitle, skipSpace } from "./body-destinations.ts";
import { addTarget, type Inline } from "./body-targets.ts";

const definition = /^ {0,3}\[((?:[^[\]\\]|\\.){1,999})\]:/su;

/** Link reference definitions open a paragraph, each on a line of its own; returns where the text behind them begins. */
export function skipDefinitions(text: string, start: number, end: number, found?: Inline): number {
  let at = start;
  for (;;) {
    if (text.charCodeAt(at) !== 91) return at;
    const label = definition.exec(text.slice(at, Math.min(end, at + 1024)));
    if (!label || label[1]?.trim() === "" || label[1]?.startsWith("^")) return at;
    const target = readDestination(text, skipSpace(text, at + label[0].length, end), end);
    const after =
      target && target.end > target.target.start ? definitionEnd(text, target.end, end) : undefined;
    if (!target || after === undefined) return at;
    if (found) addTarget(found, "definition", text, target.target);
    at = after;
  }
}

/** Behind a target comes the line's end, or a title and then the line's end. */
function definitionEnd(text: string, start: number, end: number): number | undefined {
  const gap = skipSpace(text, start, end);
  const broken = gap === end || /[\r\n]/.test(text.slice(start, gap));
  const title = gap > start ? readTitle(text, gap, end) : gap;
  if (title !== undefined && title > gap) {
    const behind = skipSpace(text, title, end);
    if (behind === end || /[\r\n]/.test(text.slice(title, behind))) return behind;
  }
  return broken ? gap : undefined;
}
