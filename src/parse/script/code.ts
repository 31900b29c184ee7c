import type { ScriptLanguage } from "../../model/script.ts";
import { indexOrEnd, quoteEnd, type Stretches } from "./blanks.ts";
import { scanShell } from "./scan-shell.ts";

/** The ranges of a script's comments and of the contents of its quoted strings. */
export function quotedIn(language: ScriptLanguage, text: string): Stretches {
  if (language === "python") return collect(text, /#|"""|'''|["']/g, pythonEnd);
  if (language === "shell") return scanShell(text, 0, text.length).quoted;
  if (language === "javascript" || language === "typescript")
    return collect(text, /\/\/|\/\*|\/|["'`]/g, javaScriptEnd);
  return language === "powershell" ? collect(text, /<#|#|@"|@'|["']/g, powerShellEnd) : [];
}

/**
 * Returns the end of what a delimiter opens, and the length of the closing delimiter; undefined if it opens nothing.
 */
type EndOf = (
  text: string,
  sign: string,
  from: number,
) => readonly [end: number, closing: number] | undefined;

function collect(text: string, opening: RegExp, endOf: EndOf): Stretches {
  const found: Stretches = [];
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const start = opening.lastIndex;
    const ended = endOf(text, match[0], start);
    if (!ended) continue;
    found.push(start, ended[0]);
    opening.lastIndex = Math.min(text.length, ended[0] + ended[1]);
  }
  return found;
}

const double = /["\\\n]/g;

const single = /['\\\n]/g;

function pythonEnd(text: string, sign: string, from: number): ReturnType<EndOf> {
  if (sign === "#") return [indexOrEnd(text, "\n", from), 0];
  if (sign === '"') return [quoteEnd(text, from, double), 1];
  if (sign === "'") return [quoteEnd(text, from, single), 1];
  return [quoteEnd(text, from, sign === '"""' ? /"""|\\/g : /'''|\\/g), 3];
}

/** Text after which a slash can start a regular expression. */
const beforePattern =
  /(?:^|[(,=:[!&|?{};+\-*%~^<>\n]|\b(?:return|typeof|case|do|else|in|of|void|delete|throw|new|await|yield))[ \t]*$/;

/** Maximum distance that is searched backward for code on the line, or for the word before a slash. */
const lookBack = 16;

function javaScriptEnd(text: string, sign: string, from: number): ReturnType<EndOf> {
  if (sign === "//") return [indexOrEnd(text, "\n", from), 0];
  if (sign === "/*") return [indexOrEnd(text, "*/", from), 2];
  if (sign === '"') return [quoteEnd(text, from, double), 1];
  if (sign === "'") return [quoteEnd(text, from, single), 1];
  if (sign === "`") return [quoteEnd(text, from, /[`\\]/g), 1];
  return beforePattern.test(text.slice(Math.max(0, from - 1 - lookBack), from - 1))
    ? patternEnd(text, from)
    : undefined;
}

const longestPattern = 256;

/**
 * End of a regular expression: a slash in brackets does not end it. One that does not end on its line is not a
 * regular expression.
 */
function patternEnd(text: string, from: number): ReturnType<EndOf> {
  const sign = /[[\]/\\\n]/g;
  let bracket = false;
  sign.lastIndex = from;
  for (
    let match = sign.exec(text);
    match && match[0] !== "\n" && match.index - from < longestPattern;
    match = sign.exec(text)
  ) {
    if (match[0] === "\\") sign.lastIndex++;
    else if (match[0] !== "/") bracket = match[0] === "[";
    else if (!bracket) return [match.index, 1];
  }
  return undefined;
}

function powerShellEnd(text: string, sign: string, from: number): ReturnType<EndOf> {
  if (sign === "<#") return [indexOrEnd(text, "#>", from), 2];
  if (sign === "#") return [indexOrEnd(text, "\n", from), 0];
  if (sign.length === 2) return [indexOrEnd(text, `\n${sign.charAt(1)}@`, from), 3];
  return sign === '"' ? [quoteEnd(text, from, /["`]/g, "`"), 1] : [indexOrEnd(text, "'", from), 1];
}
