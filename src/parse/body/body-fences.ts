import { lineEnd, type Span } from "../lines.ts";

/** A fenced code block whose end has not been seen. */
export interface OpenFence {
  readonly start: number;
  readonly mark: string;
  readonly language: string;
  readonly contentStart: number;
  /** How many containers it stands in: it ends with the innermost. */
  readonly depth: number;
}

const opening = /^(`{3,}(?=[^`]*$)|~{3,})[ \t]*([^\s`]*)/;

/** The mark and language of a line, indentation excluded, that opens a code block. */
export function openFence(written: string): Pick<OpenFence, "mark" | "language"> | undefined {
  const [match, mark = "", language = ""] = opening.exec(written) ?? [];
  return match === undefined ? undefined : { mark, language };
}

/** Whether a line, with its indentation, closes the block: as many marks or more, and nothing else. */
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

/** The line that closes a block which stands in no container. */
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
