/** The offsets at which the lines of a text begin. They end with LF, CRLF or a lone CR. */
export function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return text.includes("\r") ? withLoneReturns(text, starts) : starts;
}

function withLoneReturns(text: string, starts: number[]): number[] {
  for (let at = text.indexOf("\r"); at !== -1; at = text.indexOf("\r", at + 1)) {
    if (text.charCodeAt(at + 1) !== 10) starts.push(at + 1);
  }
  return starts.sort((a, b) => a - b);
}
