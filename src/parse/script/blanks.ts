/** Ranges of a text in order, as alternating start and end offsets. */
export type Stretches = number[];

/** The text with spaces in place of the ranges; line breaks do not change. */
export function blank(text: string, stretches: Stretches): string {
  const parts: string[] = [];
  let done = 0;
  for (let at = 0; at < stretches.length; at += 2) {
    const end = stretches[at + 1]!;
    parts.push(text.slice(done, stretches[at]), blanksFor(text, stretches[at]!, end));
    done = end;
  }
  return parts.join("") + text.slice(done);
}

function blanksFor(text: string, start: number, end: number): string {
  const written = text.slice(start, end);
  return /[\r\n]/.test(written)
    ? written.replace(/[^\r\n]+/g, (run) => " ".repeat(run.length))
    : " ".repeat(end - start);
}

/** Whether an offset is inside one of the ranges. */
export function isWithin(stretches: Stretches, place: number): boolean {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stretches[middle]! <= place) low = middle + 1;
    else high = middle;
  }
  return low % 2 === 1;
}

/**
 * End of a quoted string: the first match of `stop` that is not an escape, or the end of the text. `stop` must also
 * match escapes.
 */
export function quoteEnd(text: string, from: number, stop: RegExp, escape = "\\"): number {
  stop.lastIndex = from;
  for (let match = stop.exec(text); match; match = stop.exec(text)) {
    if (match[0] !== escape) return match.index;
    stop.lastIndex++;
  }
  return text.length;
}

/** Offset of the next occurrence of a word, or the end of the text. */
export function indexOrEnd(text: string, word: string, from: number): number {
  const at = text.indexOf(word, from);
  return at < 0 ? text.length : at;
}
