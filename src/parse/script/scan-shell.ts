import { indexOrEnd, quoteEnd } from "./blanks.ts";
import {
  beginQuotes,
  beginWord,
  closeFrame,
  endCommand,
  endQuotes,
  endWord,
  findEnd,
  type Frame,
  newFrame,
  openFrame,
  type Scan,
  type ShellText,
  usesIn,
} from "./shell-frames.ts";

/** Characters that have no special meaning in a word. */
const ordinary = /[\w./:=@%+,~^*?![\]{}-]+/y;

/** Parses a text in one pass as a POSIX shell or bash would, without any knowledge of commands. */
export function scanShell(text: string, start: number, end: number): ShellText {
  const scan = emptyScan(text, start, end, newFrame(""));
  while (scan.at < end) step(scan, scan.frames.at(-1)!);
  for (const frame of scan.frames.toReversed()) endCommand(scan, frame, end);
  endQuotes(scan, end);
  return scan;
}

function emptyScan(text: string, start: number, end: number, frame: Frame): Scan {
  return {
    text,
    end,
    at: start,
    frames: [frame],
    commands: [],
    variables: [],
    functions: new Set(),
    announced: [],
    unended: 0,
    quoted: [],
    quoteFrom: -1,
  };
}

function step(scan: Scan, frame: Frame): void {
  const { text, at } = scan;
  const sign = text.charAt(at);
  if (frame.close === "}" && !frame.quoted) return inExpansion(scan, frame, sign);
  if (sign === "\\") return skip(scan, frame, text.charAt(at + 1) === "\n" ? -1 : 2);
  if (sign === "$") return dollar(scan, frame);
  if (sign === "`") return tick(scan, frame);
  if (frame.quoted) return inQuotes(scan, frame, sign);
  if (sign === "'") return skip(scan, frame, takeQuotes(scan));
  if (sign === '"') beginQuotes(scan, frame);
  else if (/\s/.test(sign)) return blank(scan, frame, sign);
  else if (sign === "#" && frame.start < 0) return toLineEnd(scan);
  else if (sign === ";" || sign === "|" || sign === "&") return operator(scan, frame, sign);
  else if (sign === "(") return openBracket(scan, frame);
  else if (sign === ")") return closeBracket(scan, frame);
  else if (sign === "<" || sign === ">") return redirect(scan, frame, sign);
  ordinary.lastIndex = at;
  return skip(scan, frame, Math.max(1, Math.min(ordinary.exec(text)?.[0].length ?? 1, scan.end - at)));
}

/** Adds characters to the word; a `length` of -1 is a line continuation, which adds nothing. */
function skip(scan: Scan, frame: Frame, length: number): void {
  if (length > 0) beginWord(frame, scan.at);
  else if (!frame.quoted) endWord(scan, frame, scan.at);
  scan.at += length > 0 ? length : 2;
}

/**
 * The length of a string in single quotes. A lone apostrophe is treated as an ordinary character, as the text may not
 * be a command.
 */
function takeQuotes({ text, at, end, quoted, quoteFrom }: Scan): number {
  const close =
    text.charAt(at - 1) === "$" ? quoteEnd(text, at + 1, /['\\]/g) : indexOrEnd(text, "'", at + 1);
  if (close >= end) return 1;
  if (quoteFrom < 0) quoted.push(at + 1, close);
  return close + 1 - at;
}

function inQuotes(scan: Scan, frame: Frame, sign: string): void {
  if (sign === '"' && !frame.heredoc) {
    frame.quoted = false;
    if (frame.began) endQuotes(scan, scan.at);
  }
  scan.at++;
}

/** The text of a parameter expansion, such as `word` in `${name:-word}`, in which only expansions and quotes count. */
function inExpansion(scan: Scan, frame: Frame, sign: string): void {
  if (sign === "$") return dollar(scan, frame);
  if (sign === "`") return tick(scan, frame);
  if (sign === '"') beginQuotes(scan, frame);
  if (sign === "}") {
    scan.frames.pop();
    scan.at++;
  } else if (sign === "\\") scan.at += 2;
  else scan.at += sign === "'" && !scan.frames.at(-2)?.quoted ? takeQuotes(scan) : 1;
}

function blank(scan: Scan, frame: Frame, sign: string): void {
  if (sign === "\n") endCommand(scan, frame, scan.at);
  else endWord(scan, frame, scan.at);
  scan.at++;
  if (sign === "\n") passHeredocs(scan);
}

function toLineEnd(scan: Scan): void {
  const from = scan.at + 1;
  scan.at = Math.min(indexOrEnd(scan.text, "\n", from), scan.end);
  scan.quoted.push(from, scan.at);
}

function tick(scan: Scan, frame: Frame): void {
  if (frame.close === "`") {
    endCommand(scan, frame, scan.at);
    closeFrame(scan);
  } else {
    beginWord(frame, scan.at);
    frame.literal = false;
    openFrame(scan, "`");
  }
  scan.at++;
}

function operator(scan: Scan, frame: Frame, sign: string): void {
  const { text, at } = scan;
  if (isInTest(scan, frame)) return;
  if (sign === "&" && text.charAt(at + 1) === ">") return redirect(scan, frame, sign);
  if (frame.pattern && sign === "|") endWord(scan, frame, at);
  else endCommand(scan, frame, at);
  if (sign === ";" && text.charAt(at + 1) === ";" && frame.cases > 0) frame.pattern = true;
  scan.at += text.charAt(at + 1) === sign ? 2 : 1;
}

/** Between `[[` and `]]`, an operator or a parenthesis only separates words. */
function isInTest(scan: Scan, frame: Frame): boolean {
  if (!frame.test) return false;
  endWord(scan, frame, scan.at);
  if (frame.test) scan.at++;
  return frame.test;
}

function redirect(scan: Scan, frame: Frame, sign: string): void {
  const { text, at } = scan;
  if (isInTest(scan, frame)) return;
  const [placeholder] =
    sign === "<" ? (/^<[A-Za-z][\w .:/|-]{0,60}>/.exec(text.slice(at, at + 64)) ?? []) : [];
  if (placeholder !== undefined) {
    frame.literal = false;
    return skip(scan, frame, placeholder.length);
  }
  if (frame.start >= 0 && /^\d+$/.test(text.slice(frame.start, Math.min(at, frame.start + 4))))
    frame.start = -1;
  else endWord(scan, frame, at);
  if (sign !== "&" && text.charAt(at + 1) === "(") {
    beginWord(frame, at);
    frame.literal = false;
    openFrame(scan, ")");
    scan.at += 2;
  } else if (sign === "<" && announceHeredoc(scan, frame)) return;
  else {
    frame.redirected = true;
    scan.at += /^[<>|&]{1,3}/.exec(text.slice(at, at + 3))?.[0].length ?? 1;
  }
}

const parameter = /\$(?:\{[!#]?(?:[A-Za-z_]\w{0,99})?[^}\n]{0,200}\}|[A-Za-z_]\w{0,99}|[\d@*#?$!-])/y;

function dollar(scan: Scan, frame: Frame): void {
  const { text, at } = scan;
  const next = text.charAt(at + 1);
  if (next === "'" && !frame.quoted) {
    beginWord(frame, at);
    scan.at++;
    return;
  }
  beginWord(frame, at);
  frame.literal = false;
  if (next === "(") {
    const arithmetic = text.charAt(at + 2) === "(";
    openFrame(scan, ")", arithmetic);
    if (arithmetic) openFrame(scan, ")", true);
    scan.at += arithmetic ? 3 : 2;
    return;
  }
  if (next === "{" && isClosed(text, at)) {
    const [whole = "${"] = named.exec(text.slice(at, at + 104)) ?? [];
    scan.variables.push(...usesIn(whole, at));
    scan.at += whole.length;
    openFrame(scan, "}", true);
    return;
  }
  parameter.lastIndex = at;
  const [whole = "$"] = parameter.exec(text) ?? [];
  scan.variables.push(...usesIn(whole, at));
  scan.at += whole.length;
}

const named = /^\$\{[!#]?(?:[A-Za-z_]\w{0,99})?/;

/** Maximum length of a parameter expansion; a longer one is read as text. */
const longestExpansion = 500;

function isClosed(text: string, at: number): boolean {
  return text.slice(at, at + longestExpansion).includes("}");
}

function openBracket(scan: Scan, frame: Frame): void {
  const { text, at } = scan;
  if (isInTest(scan, frame)) return;
  scan.at++;
  if (frame.pattern) return;
  const inWord = frame.start >= 0;
  const empty = text.charAt(at - 1) === "=" ? undefined : /^[ \t]{0,8}\)/.exec(text.slice(at + 1, at + 10));
  if (empty && (inWord || frame.words.length === 1)) {
    endWord(scan, frame, at);
    const name = frame.words.at(-1)?.text;
    if (name !== undefined) scan.functions.add(name);
    frame.words = [];
    scan.at += empty[0].length;
  } else if (inWord) openFrame(scan, ")", true);
  else {
    const arithmetic = text.charAt(at + 1) === "(";
    openFrame(scan, ")", arithmetic || frame.values);
  }
}

function closeBracket(scan: Scan, frame: Frame): void {
  if (isInTest(scan, frame)) return;
  if (frame.pattern) {
    frame.start = -1;
    frame.literal = true;
    frame.words = [];
    frame.pattern = false;
  } else {
    endCommand(scan, frame, scan.at);
    if (frame.close === ")") closeFrame(scan);
  }
  scan.at++;
}

/**
 * Maximum number of unclosed heredocs whose end is searched for, which keeps the time linear for a text of nothing but
 * heredocs.
 */
const mostUnended = 10;

const opening = /<<-?[ \t]{0,8}(?:'([^'\s]{1,99})'|"([^"\s]{1,99})"|(\\?)([A-Za-z_]\w{0,98}))/y;

/** Records a heredoc that starts on the next line; false if it is not a heredoc. */
function announceHeredoc(scan: Scan, frame: Frame): boolean {
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

/** Skips the heredocs that start on the previous line, and reads the variables in them. */
function passHeredocs(scan: Scan): void {
  for (const { end, quoted } of scan.announced.splice(0)) {
    const start = scan.at;
    const found = scan.unended < mostUnended ? findEnd(scan, end) : undefined;
    if (!found) {
      scan.unended++;
      continue;
    }
    scan.quoted.push(start, found.start);
    if (!quoted) scanHeredoc(scan, start, found.start);
    scan.at = found.end;
  }
}

/** Adds the variables and the commands in substitutions of a heredoc. */
function scanHeredoc({ text, commands, variables, functions }: Scan, start: number, end: number): void {
  const inner: Scan = {
    ...emptyScan(text, start, end, newFrame("", true, true)),
    commands,
    variables,
    functions,
  };
  while (inner.at < end) step(inner, inner.frames.at(-1)!);
}
