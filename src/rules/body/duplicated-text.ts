import { grouped } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { Finding } from "../../model/rule.ts";
import type { Skill } from "../../model/skill.ts";
import type { TextFile } from "../../model/text-file.ts";
import { defineRule } from "../define.ts";
import { skillText } from "../parts/prose.ts";

/**
 * Minimum number of non-empty lines, and of bytes in them. Shorter runs are headings, tables and commands that belong
 * in both files.
 */
const least = 8;

const leastBytes = 300;

const markdown = /\.(?:md|markdown)$/i;

/** Files that are not compared: a README repeats text on purpose, and another SKILL.md belongs to another skill. */
const others = /(?:^|\/)(?:readme|skill)\.\w+$/i;

export default defineRule({
  meta: {
    id: "duplicated-text",
    category: "clarity",
    origin: "guidance",
    source: "https://github.com/openai/skills/blob/main/skills/.system/skill-creator/SKILL.md",
    summary: "Reports eight or more lines of SKILL.md that are duplicated in a Markdown file it references.",
    why: "An agent that reads both files pays for the lines twice, and sooner or later one copy is out of date.",
    remedy: "Keep the lines in one file: in SKILL.md if every use needs them, otherwise in the other file.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const text = skillText(skill);
    if (!text || skill.texts.length < 2 || skill.references.length === 0) return [];
    const named = new Set(
      skill.references.flatMap(({ resolution }) => (resolution.status === "found" ? [resolution.path] : [])),
    );
    const files = skill.texts.filter(
      (each) =>
        each !== text &&
        named.has(each.path) &&
        markdown.test(each.path) &&
        !others.test(each.path) &&
        each.bytes.length >= leastBytes,
    );
    const close = files.length > 0 ? mayShare(text, files, leastBytes) : [];
    return close.length > 0 ? findings(skill, text, close) : [];
  },
});

function* findings({ document }: Skill, text: TextFile, files: readonly TextFile[]): Generator<Finding> {
  if (!document) return;
  const { source, body } = document;
  for (const { other, run } of longestShared(text, body.range.start.line, files)) {
    if (run.lines < least || run.bytes < leastBytes) continue;
    const range = source.range(
      source.lineStart(run.first),
      source.lineStart(run.last) + source.line(run.last).length,
    );
    yield {
      file: document.file,
      range,
      message: `these ${grouped(run.lines)} lines repeat ${quote(other.path)}; keep one copy`,
      related: [
        {
          file: other.path,
          range: other.source.range(
            other.source.lineStart(run.otherFirst),
            other.source.lineStart(run.otherFirst),
          ),
        },
      ],
    };
  }
}

/** Consecutive lines that are equal in two texts; empty lines between them do not count. */
interface SharedRun {
  /** Line numbers in the first text. */
  readonly first: number;
  readonly last: number;
  /** Line number of `first` in the other text. */
  readonly otherFirst: number;
  readonly lines: number;
  readonly bytes: number;
}

/** Minimum length of the first line of a run, as braces, rules and similar lines are in every file. */
const shortest = 16;

/**
 * For each other file, the longest run that it shares with the text from `firstLine` on, if any. Takes time linear in
 * the size of all files.
 */
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

/**
 * The text that other files are compared with. It has one character per byte, so that equal lines are equal strings.
 */
interface Model {
  /** Without empty lines. */
  readonly lines: readonly Line[];
  /** The first line with each mark, counted from 1; 0 if there is none. */
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

/**
 * The longest run in another text. Compares only lines with a known mark, as most lines of most files are not in
 * SKILL.md.
 */
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
    // The line that ended the run is examined and counted next.
    number--;
    if (!longest || run.bytes > longest.bytes)
      longest = { first: first.number, last: lines[start - 2 + run.lines]!.number, otherFirst, ...run };
  }
  return longest;
}

function isLine({ text }: Line, other: string, from: number, to: number): boolean {
  return text.length === to - from && other.startsWith(text, from);
}

/** A cheap hash that distinguishes most lines. Of two lines with the same mark, only the first can begin a run. */
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

/** The end of the line that begins at `from`, without its line ending. */
function contentEnd(bytes: string, from: number): number {
  const feed = bytes.indexOf("\n", from);
  const end = feed === -1 ? bytes.length : feed;
  return end > from && bytes.charCodeAt(end - 1) === 13 ? end - 1 : end;
}

function nextLine(bytes: string, end: number): number {
  return end + (bytes.charCodeAt(end) === 13 ? 2 : 1);
}

/** Number of positions that are sampled in a run. */
const samples = 5;

/**
 * The files that may share a run of `least` bytes with the text; sampling excludes most files cheaply. Such a run
 * covers five consecutive multiples of `step`, one of which is a multiple of `5 * step`, and at each the file has a
 * line of the text.
 */
export function mayShare(
  { bytes }: TextFile,
  others: readonly TextFile[],
  least: number,
): readonly TextFile[] {
  const lines: ReadonlySet<string> = new Set(
    (bytes.includes("\r") ? bytes.replace(/\r(?=\n|$)/g, "") : bytes).split("\n"),
  );
  const step = Math.floor(least / samples);
  return others.filter(({ bytes: other }) => {
    const text = other.includes("\r") ? other.replace(/\r(?=\n|$)/g, "") : other;
    for (let at = 0; at < text.length; at += samples * step) {
      const end = endOfLine(text, at);
      if (isKnown(lines, text, at, end) && isAmongKnown(lines, text, at, step)) return true;
      // Samples in the rest of a long line would have the same result.
      while (at + samples * step <= end) at += samples * step;
    }
    return false;
  });
}

/** Whether `samples` consecutive positions, including this one, are in known lines. */
function isAmongKnown(lines: ReadonlySet<string>, text: string, at: number, step: number): boolean {
  const known = (offset: number): boolean => isKnown(lines, text, offset, endOfLine(text, offset));
  let first = at;
  while (first - step >= 0 && at - first < samples * step && known(first - step)) first -= step;
  let last = at;
  while (last - first < (samples - 1) * step && last + step <= text.length && known(last + step))
    last += step;
  return last - first >= (samples - 1) * step;
}

function endOfLine(text: string, at: number): number {
  const feed = text.indexOf("\n", at);
  return feed === -1 ? text.length : feed;
}

/** Whether the line at an offset is one of the lines, or empty. */
function isKnown(lines: ReadonlySet<string>, text: string, at: number, end: number): boolean {
  const start = at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
  return start === end || lines.has(text.slice(start, end));
}
