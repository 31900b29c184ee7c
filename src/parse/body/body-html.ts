import type { Span } from "../lines.ts";

/** A tag, and the values of its `src` and `href`. */
export interface Tag {
  readonly end: number;
  readonly targets: readonly Span[];
}

/** Tags longer than this are read as text, so that many openings without an end cost little. */
const longestTag = 2048;

const tagName = /<\/?[A-Za-z][A-Za-z0-9-]*/y;
const attribute = /(src|href)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/gi;

/** The HTML tag that begins at `start`; undefined where there is none. */
export function readTag(text: string, start: number, limit: number): Tag | undefined {
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
