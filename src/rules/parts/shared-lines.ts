import type { TextFile } from "../../model/text-file.ts";

/** Lines that are the same in two texts, one after another; blank ones between them are not counted. */
interface SharedRun {
  /** Line numbers in the first text. */
  readonly first: number;
  readonly last: number;
  /** The line in the other text that is the same as `first`. */
  readonly otherFirst: number;
  readonly lines: number;
  readonly bytes: number;
}

/** Lines too short to begin a run: braces, rules and the like are everywhere. */
const shortest = 16;

/** For each of the others the longest run that it shares with the text from `firstLine` on; none where it shares none. Linear in all of them. */
export function* longestShared(
  text: TextFile,
  firstLine: number,
  others: readonly TextFile[],
): Generator<{ readonly other: TextFile; readonly run: SharedRun }> {
  const model = toModel(text.bytes, firstLine);
  for (const other of others) {
    const run = longestIn(model, other.bytes);
    if (run) yield { other, run };
  }
}

interface Line {
  readonly number: number;
  readonly text: string;
}

/** What the others are held against. Each byte is one character here, so that equal lines are equal text. */
interface Model {
  /** Without the empty ones. */
  readonly lines: readonly Line[];
  /** By mark, 1 and more: which of the lines is the first that has it. */
  readonly starts: Int32Array;
}

const marks = 1 << 14;

function toModel(bytes: string, firstLine: number): Model {
  const all = bytes
    .split("\n")
    .map((line, at) => ({ number: at + 1, text: line.endsWith("\r") ? line.slice(0, -1) : line }));
  const lines = all.slice(firstLine - 1).filter(({ text }) => text !== "");
  const starts = new Int32Array(marks);
  for (const [at, { text }] of lines.entries()) {
    const known = mark(text, 0, text.length);
    if (text.length >= shortest && starts[known] === 0) starts[known] = at + 1;
  }
  return { lines, starts };
}

/** Looks closely only at lines whose mark is known: most lines of most files are not in SKILL.md. */
function longestIn({ lines, starts }: Model, other: string): SharedRun | undefined {
  let longest: SharedRun | undefined;
  let number = 1;
  for (let from = 0; from < other.length; number++) {
    const to = contentEnd(other, from);
    const start = to - from < shortest ? 0 : starts[mark(other, from, to)]!;
    const first = lines[start - 1];
    if (!first || !isLine(first, other, from, to)) {
      from = nextLine(other, to);
      continue;
    }
    const otherFirst = number;
    let run = { lines: 0, bytes: 0 };
    for (let line: Line | undefined = first; line && from < other.length; number++) {
      const end = contentEnd(other, from);
      if (end > from && !isLine(line, other, from, end)) break;
      if (end > from) {
        run = { lines: run.lines + 1, bytes: run.bytes + end - from };
        line = lines[start - 1 + run.lines];
      }
      from = nextLine(other, end);
    }
    // The line that ended the run is looked at next, and counted then.
    number--;
    if (!longest || run.bytes > longest.bytes)
      longest = { first: first.number, last: lines[start - 2 + run.lines]!.number, otherFirst, ...run };
  }
  return longest;
}

function isLine({ text }: Line, other: string, from: number, to: number): boolean {
  return text.length === to - from && other.startsWith(text, from);
}

/** Tells most lines apart without a look at all of them; of two lines with one mark only the first can begin a run. */
function mark(bytes: string, from: number, to: number): number {
  return (
    (to -
      from +
      31 * bytes.charCodeAt((from + to) >> 1) +
      961 * bytes.charCodeAt(to - 2) +
      127 * bytes.charCodeAt(from + 3)) &
    (marks - 1)
  );
}

/** Where the line that begins at `from` ends, its LF or CRLF not counted. */
function contentEnd(bytes: string, from: number): number {
  const feed = bytes.indexOf("\n", from);
  const end = feed === -1 ? bytes.length : feed;
  return end > from && bytes.charCodeAt(end - 1) === 13 ? end - 1 : end;
}

function nextLine(bytes: string, end: number): number {
  return end + (bytes.charCodeAt(end) === 13 ? 2 : 1);
}
