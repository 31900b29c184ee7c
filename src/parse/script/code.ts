import type { ScriptLanguage } from "../../model/script.ts";
import { indexOrEnd, quoteEnd, type Stretches } from "./blanks.ts";

/** The ranges of a script's comments and of the contents of its quoted strings. */
export function quotedIn(language: ScriptLanguage, text: string): Stretches {
  if (language === "python") return collect(text, /#|"""|'''|["']/g, pythonEnd);
  if (language === "shell") return quotedInShell(text);
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

/**
 * Maximum number of unclosed heredocs whose end is searched for, which keeps the time linear for a text of nothing but
 * heredocs.
 */
const mostUnended = 10;

const heredoc = /<<(-?)[ \t]*(?:'([^'\s]+)'|"([^"\s]+)"|\\?([A-Za-z_]\w*))/y;

/**
 * The ranges of comments, heredocs, single-quoted strings, and double-quoted strings except for `$(…)` commands in
 * them. A heredoc starts on the line after its operator.
 */
function quotedInShell(text: string): Stretches {
  const shell: Shell = { text, found: [], inside: [], announced: [], unended: 0 };
  const mark = /['"#()<\\\n]/g;
  for (let match = mark.exec(text); match; match = mark.exec(text))
    mark.lastIndex = Math.min(text.length, step(shell, match[0], match.index));
  return shell.found;
}

interface Shell {
  readonly text: string;
  readonly found: Stretches;
  /** The open constructs: a quoted string, a substitution in it, or parentheses in that. */
  readonly inside: ("quote" | "(")[];
  readonly announced: { readonly end: string; readonly tabs: boolean }[];
  unended: number;
}

/** Handles one delimiter, and returns the offset from which the next is searched for. */
function step(shell: Shell, sign: string, at: number): number {
  const { text, inside } = shell;
  const next = at + 1;
  if (sign === "\\") return next + 1;
  if (sign === '"') return inQuotes(shell, next);
  if (sign === "'")
    return (
      add(
        shell,
        next,
        text.charAt(at - 1) === "$" ? quoteEnd(text, next, /['\\]/g) : indexOrEnd(text, "'", next),
      ) + 1
    );
  if (sign === "#")
    return /[^\s;&|(]/.test(text.charAt(at - 1)) ? next : add(shell, next, indexOrEnd(text, "\n", next));
  if (sign === "\n") return afterLine(shell, next);
  if (sign === "<") return announce(shell, at);
  if (sign === "(") inside.push("(");
  else if (inside.pop() !== undefined && inside.at(-1) === "quote") {
    inside.pop();
    return inQuotes(shell, next);
  }
  return next;
}

function add({ found }: Shell, start: number, end: number): number {
  found.push(start, end);
  return end;
}

const inDouble = /["\\]|\$\(/g;

/** Skips a quoted string up to its end or to a substitution in it, after which the string continues. */
function inQuotes(shell: Shell, from: number): number {
  const end = quoteEnd(shell.text, from, inDouble);
  add(shell, from, end);
  if (shell.text.charAt(end) !== "$") return end + 1;
  shell.inside.push("quote", "(");
  return end + 2;
}

function announce({ text, announced }: Shell, at: number): number {
  if (text.startsWith("<<<", at)) return at + 3;
  heredoc.lastIndex = at;
  const match = heredoc.exec(text);
  if (!match) return at + 1;
  announced.push({ end: match[2] ?? match[3] ?? match[4] ?? "", tabs: match[1] === "-" });
  return heredoc.lastIndex;
}

/**
 * Skips the heredocs whose operators were on the previous line. Without an end, the operator was something else, as
 * in `1 << n`.
 */
function afterLine(shell: Shell, from: number): number {
  let at = from;
  for (const { end, tabs } of shell.announced.splice(0)) {
    const line = shell.unended < mostUnended ? findLine(shell.text, end, at, tabs) : undefined;
    if (line) {
      add(shell, at, line.start);
      at = line.end;
    } else shell.unended++;
  }
  return at;
}

function findLine(
  text: string,
  line: string,
  from: number,
  tabs: boolean,
): { readonly start: number; readonly end: number } | undefined {
  for (let at = text.indexOf(line, from); at >= 0; at = text.indexOf(line, at + 1)) {
    const end = at + line.length;
    let start = at;
    while (tabs && start > from && text.charAt(start - 1) === "\t") start--;
    if ((start === from || text.charAt(start - 1) === "\n") && /^(?:\r?\n|$)/.test(text.slice(end, end + 2)))
      return { start, end };
  }
  return undefined;
}
