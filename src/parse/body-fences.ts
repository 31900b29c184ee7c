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
  return rest.startsWith(sign) && rest.length >= mark.length && rest === sign.repeat(rest.length) && !/^(?: {4}|\t)/.test(written);
}
