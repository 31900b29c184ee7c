import { endWord, type Frame, type Scan, type ShellUse } from "./shell-frames.ts";

/** So many heredocs without an end are looked for, so that a text of nothing else costs no more than its length. */
const mostUnended = 10;

const opening = /<<-?[ \t]{0,8}(?:'([^'\s]{1,99})'|"([^"\s]{1,99})"|(\\?)([A-Za-z_]\w{0,98}))/y;

/** Notes a heredoc that begins on the next line; false where it is none. */
export function announceHeredoc(scan: Scan, frame: Frame): boolean {
  const { text, at, announced } = scan;
  if (text.charAt(at + 1) !== "<" || text.charAt(at + 2) === "<") return false;
  opening.lastIndex = at;
  const match = opening.exec(text);
  if (!match) return false;
  endWord(scan, frame, at);
  const [whole, single, double, escape, bare] = match;
  announced.push({ end: single ?? double ?? bare ?? "", quoted: bare === undefined || escape !== "" });
  scan.at += whole.length;
  return true;
}

/** Steps over the heredocs that the line before announced; the variables in them are read too. */
export function passHeredocs(scan: Scan): void {
  for (const { end, quoted } of scan.announced.splice(0)) {
    const start = scan.at;
    const found = scan.unended < mostUnended ? findEnd(scan, end) : undefined;
    if (!found) {
      scan.unended++;
      continue;
    }
    if (!quoted)
      for (const use of usesIn(scan.text.slice(start, found.start), start)) scan.variables.push(use);
    scan.at = found.end;
  }
}

function findEnd(
  { text, at, end }: Scan,
  line: string,
): { readonly start: number; readonly end: number } | undefined {
  for (let start = at; start < end; ) {
    const newline = text.indexOf("\n", start);
    const stop = newline < 0 || newline > end ? end : newline;
    if (text.slice(start, stop).trim() === line) return { start, end: stop };
    start = stop + 1;
  }
  return undefined;
}

const variable = /\$\{?[!#]?([A-Za-z_]\w{0,99})/g;

/** The variables that a text names, which begins at an offset. */
export function* usesIn(text: string, at: number): Generator<ShellUse> {
  for (const match of text.matchAll(variable)) {
    const [whole, name] = match;
    if (name !== undefined) yield { name, start: at + match.index, end: at + match.index + whole.length };
  }
}
