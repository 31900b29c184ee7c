import { usesIn } from "./shell-heredoc.ts";
import { beginWord, endCommand, endWord, openFrame, type Frame, type Scan } from "./shell-frames.ts";

const parameter = /\$(?:\{[!#]?(?:[A-Za-z_]\w{0,99})?[^}\n]{0,200}\}|[A-Za-z_]\w{0,99}|[\d@*#?$!-])/y;

export function dollar(scan: Scan, frame: Frame): void {
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
  parameter.lastIndex = at;
  const [whole = "$"] = parameter.exec(text) ?? [];
  scan.variables.push(...usesIn(whole, at));
  scan.at += whole.length;
}

export function openBracket(scan: Scan, frame: Frame): void {
  const { text, at } = scan;
  scan.at++;
  if (frame.pattern) return;
  const inWord = frame.start >= 0;
  const empty = /^[ \t]{0,8}\)/.exec(text.slice(at + 1, at + 10));
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

export function closeBracket(scan: Scan, frame: Frame): void {
  if (frame.pattern) {
    frame.start = -1;
    frame.words = [];
    frame.pattern = false;
  } else {
    endCommand(scan, frame, scan.at);
    if (frame.close === ")") scan.frames.pop();
  }
  scan.at++;
}
