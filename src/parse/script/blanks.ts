/** Stretches of a text, given from its start to its end: where each begins and ends, by turns. */
export type Stretches = number[];

/** The text with blanks for the stretches, the ends of lines left. */
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

/** Whether a place lies in one of the stretches. */
export function isWithin(stretches: Stretches, place: number): boolean {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stretches[middle]! <= place) low = middle + 1;
    else high = middle;
  }
  return low % 2 === 1;
}

/** Where quoted text ends: at the first that `stop` finds and that is not behind an escape, or at the text's end. `stop` finds the escape too. */
export function quoteEnd(text: string, from: number, stop: RegExp, escape = "\\"): number {
  stop.lastIndex = from;
  for (let match = stop.exec(text); match; match = stop.exec(text)) {
    if (match[0] !== escape) return match.index;
    stop.lastIndex++;
  }
  return text.length;
}

/** Where a word stands next, or the text's end. */
export function indexOrEnd(text: string, word: string, from: number): number {
  const at = text.indexOf(word, from);
  return at < 0 ? text.length : at;
}
