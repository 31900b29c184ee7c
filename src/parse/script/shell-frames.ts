import type { Stretches } from "./blanks.ts";

/** A word of a command, as written but without quotes. */
export interface ShellWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether the word contains no variable and no command substitution. */
  readonly literal: boolean;
}

export interface ShellUse {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

export interface ShellText {
  /** Includes the commands in substitutions and subshells, in the order in which they end. */
  readonly commands: (readonly ShellWord[])[];
  readonly variables: ShellUse[];
  readonly functions: Set<string>;
  /** The ranges of comments, heredocs and the contents of quotes, except for commands in them. */
  readonly quoted: Stretches;
}

/** A sequence of commands: the whole text, or the content of parentheses or backticks. */
export interface Frame {
  /** The closing delimiter, "}" for a parameter expansion; empty for the whole text or a heredoc. */
  readonly close: string;
  /** Whether the words are values or numbers instead of commands. */
  readonly values: boolean;
  words: ShellWord[];
  /** Offset at which the current word starts; -1 between words. */
  start: number;
  literal: boolean;
  quoted: boolean;
  /** Whether the quotes of this frame began a range. */
  began: boolean;
  /** Whether the range of quotes around a substitution continues after it. */
  resumes: boolean;
  /** Whether the text is that of a heredoc, in which quotes are ordinary characters. */
  readonly heredoc: boolean;
  /** Whether the words are those of a `[[ … ]]`, in which operators do not end a command. */
  test: boolean;
  /** Whether the next word is the target of a redirection. */
  redirected: boolean;
  /** Whether a `case` pattern is being read. */
  pattern: boolean;
  cases: number;
}

export interface Scan extends ShellText {
  readonly text: string;
  readonly end: number;
  at: number;
  readonly frames: Frame[];
  /** The delimiters of the heredocs on this line. */
  readonly announced: { readonly end: string; readonly quoted: boolean }[];
  unended: number;
  /** Offset at which the current range of quotes starts; -1 outside. */
  quoteFrom: number;
}

/** Maximum depth of nested substitutions. Deeper ones are read as part of the word. */
const deepest = 64;

export function newFrame(close: string, values = false, heredoc = false): Frame {
  return {
    close,
    values,
    words: [],
    start: -1,
    literal: true,
    quoted: heredoc,
    began: false,
    resumes: false,
    heredoc,
    test: false,
    redirected: false,
    pattern: false,
    cases: 0,
  };
}

export function openFrame(scan: Scan, close: string, values = false): void {
  if (scan.frames.length >= deepest) return;
  const frame = newFrame(close, values);
  scan.frames.push(frame);
  if (close === "}" || scan.quoteFrom < 0) return;
  frame.resumes = true;
  endQuotes(scan, scan.at);
}

/** Ends a frame at its closing delimiter. */
export function closeFrame(scan: Scan): void {
  if (scan.frames.pop()?.resumes) scan.quoteFrom = scan.at + 1;
}

export function beginQuotes(scan: Scan, frame: Frame): void {
  frame.quoted = true;
  frame.began = scan.quoteFrom < 0;
  if (frame.began) scan.quoteFrom = scan.at + 1;
}

export function endQuotes(scan: Scan, at: number): void {
  if (scan.quoteFrom >= 0) scan.quoted.push(scan.quoteFrom, at);
  scan.quoteFrom = -1;
}

export function beginWord(frame: Frame, at: number): void {
  if (frame.start < 0) frame.start = at;
}

export function endWord({ text, functions, frames }: Scan, frame: Frame, end: number): void {
  const { start, literal, words } = frame;
  if (start < 0) return;
  frame.start = -1;
  frame.literal = true;
  if (frame.redirected) {
    frame.redirected = false;
    return;
  }
  words.push({ text: text.slice(start, end).replace(/["'\\]/g, ""), start, end, literal });
  const [first, name] = words;
  if (words.at(-1)?.text === "[[") frame.test = words.every(({ text: word }) => leads.has(word));
  else if (words.at(-1)?.text === "]]") frame.test = false;
  if (first?.text === "function" && words.length === 2 && name) {
    functions.add(name.text);
    frame.words = [];
  }
  if (first?.text === "case" && words.length === 3 && words[2]?.text === "in" && frames.at(-1) === frame) {
    frame.words = [];
    frame.pattern = true;
    frame.cases++;
  } else if (first?.text === "esac" && words.length === 1 && frame.cases > 0) {
    frame.words = [];
    frame.pattern = false;
    frame.cases--;
  }
}

/** Words that may precede a `[[`, and itself. */
const leads = new Set(["if", "then", "elif", "else", "do", "while", "until", "!", "{", "[["]);

export function endCommand(scan: Scan, frame: Frame, end: number): void {
  endWord(scan, frame, end);
  frame.redirected = false;
  frame.test = false;
  if (frame.words.length > 0 && !frame.values && !frame.pattern) scan.commands.push(frame.words);
  frame.words = [];
}

/** The first line with this text from the current position on: the end of a heredoc. */
export function findEnd(
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

/** The variables in a text; its positions start at an offset. */
export function* usesIn(text: string, at: number): Generator<ShellUse> {
  for (const match of text.matchAll(variable)) {
    const [whole, name] = match;
    if (name !== undefined) yield { name, start: at + match.index, end: at + match.index + whole.length };
  }
}
