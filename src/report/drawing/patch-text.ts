import type { Paint } from "../../model/paint.ts";
import { diffLines } from "../../core/line-diff.ts";
import { clean } from "./width.ts";

/**
 * A patch for display: colored, and with the changed characters of a changed line marked. Untrusted text except tabs
 * is escaped, so other programs cannot apply it.
 */
export function drawPatch(patch: string, paint: Paint): string {
  const { bold, good, severity } = paint;
  const lines = patch.split("\n").map(escape);
  const drawn: string[] = [];
  let isHead = true;
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!;
    if (line.startsWith("diff ")) isHead = true;
    if (line.startsWith("@@")) isHead = false;
    const removed = isHead ? 0 : countRun(lines, at, "-");
    const added = isHead ? 0 : countRun(lines, at + removed, "+");
    if (removed + added === 0) {
      drawn.push(
        line === "" ? line : isHead ? bold(line) : line.startsWith("@@") ? severity.info(line) : line,
      );
      at++;
      continue;
    }
    const before = lines.slice(at, at + removed);
    const after = lines.slice(at + removed, at + removed + added);
    const isPaired = removed === added;
    drawn.push(
      ...before.map((text, index) => tint(text, isPaired ? after[index] : undefined, severity.error, paint)),
      ...after.map((text, index) => tint(text, isPaired ? before[index] : undefined, good, paint)),
    );
    at += removed + added;
  }
  return drawn.join("\n");
}

function escape(line: string): string {
  return line
    .split("\t")
    .map((part) => clean(part))
    .join("\t");
}

function countRun(lines: readonly string[], from: number, mark: "-" | "+"): number {
  let at = from;
  while (lines[at]?.startsWith(mark)) at++;
  return at - from;
}

/** Lines that are longer together are not compared character by character, as the cost is quadratic. */
const mostCompared = 300;

/** If lines differ in more stretches, marks would only confuse. */
const mostMarks = 4;

/** A removed or added line; what differs from `other` is marked, unless they have too little in common. */
function tint(
  line: string,
  other: string | undefined,
  color: (text: string) => string,
  { changed }: Paint,
): string {
  const [here, there] = [Array.from(line).slice(1), Array.from(other ?? "").slice(1)];
  if (here.length + there.length > mostCompared) return color(line);
  const stretches = diffLines(here, there);
  const marked = stretches.reduce((sum, { from, fromEnd }) => sum + fromEnd - from, 0);
  if (other === undefined || marked === here.length || stretches.length > mostMarks) return color(line);
  let text = line[0]!;
  let at = 0;
  for (const { from, fromEnd } of stretches) {
    text += here.slice(at, from).join("");
    if (fromEnd > from) text += changed(here.slice(from, fromEnd).join(""));
    at = fromEnd;
  }
  return color(text + here.slice(at).join(""));
}
