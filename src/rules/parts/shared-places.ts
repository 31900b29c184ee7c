import type { TextFile } from "../../model/text-file.ts";

/** How many places of a run are looked at. */
const places = 5;

/**
 * Which of the others may share a run of so many bytes: a look at a few places tells of most that they do not. Such a run covers
 * five of the places that lie a fifth of it apart, one of which is among every fifth, and on each of them stands a line of the text.
 */
export function mayShare(
  { bytes }: TextFile,
  others: readonly TextFile[],
  least: number,
): readonly TextFile[] {
  const lines: ReadonlySet<string> = new Set(
    (bytes.includes("\r") ? bytes.replace(/\r(?=\n|$)/g, "") : bytes).split("\n"),
  );
  const step = Math.floor(least / places);
  return others.filter(({ bytes: other }) => {
    const text = other.includes("\r") ? other.replace(/\r(?=\n|$)/g, "") : other;
    for (let at = 0; at < text.length; at += places * step) {
      const end = endOfLine(text, at);
      if (isKnown(lines, text, at, end) && isAmongKnown(lines, text, at, step)) return true;
      // Nor need the rest of a long line be looked at.
      while (at + places * step <= end) at += places * step;
    }
    return false;
  });
}

/** Whether so many places beside each other are known, this one among them. */
function isAmongKnown(lines: ReadonlySet<string>, text: string, at: number, step: number): boolean {
  const known = (place: number): boolean => isKnown(lines, text, place, endOfLine(text, place));
  let first = at;
  while (first - step >= 0 && at - first < places * step && known(first - step)) first -= step;
  let last = at;
  while (last - first < (places - 1) * step && last + step <= text.length && known(last + step)) last += step;
  return last - first >= (places - 1) * step;
}

function endOfLine(text: string, at: number): number {
  const feed = text.indexOf("\n", at);
  return feed === -1 ? text.length : feed;
}

/** Whether the line around a place is one of the lines, or blank. */
function isKnown(lines: ReadonlySet<string>, text: string, at: number, end: number): boolean {
  const start = at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
  return start === end || lines.has(text.slice(start, end));
}
