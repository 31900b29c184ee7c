/** Number of characters before a word that are examined. */
const before = 200;

/** Every command with a pattern matches this expression, which already rules out most words. */
const hint =
  /find|grep|\b(?:rg|ag|ack|fd|sed|[gm]?awk|[mp]?locate|sls|pkill|tree|perl)\b|[=!]=|=~|\s=\s|\btest\s|-(?:i?name|i?path|whole|iwhole|i?lname|i?regex|-|c?(?:not)?(?:like|match)|[ci]?eq|[ci]?ne|filter|include|exclude|pattern)|select-string/i;

/** Options of any program: the argument is a pattern of names or of text. */
const patternOption =
  /^(?:-(?:iname|ipath|i?wholename|i?regex|i?lname)|--(?:include|exclude|exclude-dir|i?glob|regexp|pattern|ignore|ignore-glob)|-(?:c|i)?not(?:like|match)|-[ci]?(?:like|match|eq|ne)|-(?:Pattern|Filter|Include|Exclude))$/;
const gluedOption = /^--(?:include|exclude|exclude-dir|i?glob|regexp|pattern|ignore|ignore-glob)=/;
const findOption = /^-(?:name|path)$/;
const comparison = /^(?:[=!]==?|=~)$/;

/** Functions that compare names or search for a pattern. */
const comparing =
  /(?:\.(?:endswith|startswith|removesuffix|includes|rglob|equals\w*)|\b(?:i?glob|fnmatch\w*|match|search|test|compile|RegExp))\(\s*(?:[^()"'\n]{0,80},\s*)?[rbuf]?["']$/i;
/** An alternative in a shell `case`. */
const caseOpened = /\bcase\s[^\n]{1,120}\sin\b/;
const caseBefore = /^[ \t]*\(?(?:[^\s()|]{1,120}[ \t]*\|[ \t]*)*["']?$/;
const caseBehind = /^["']?[ \t]*(?:\|[^()\n]{0,120})?\)/;

/** Programs whose first operand is a pattern or a script, with their options that take an argument. */
const searching: readonly (readonly [programs: RegExp, withValue: RegExp, instead: RegExp])[] = [
  [/^(?:[efz]|p|git-)?grep$/, /^-[ABCmdD]$/, /^(?:-\w*[ef]|--regexp|--file)(?:$|=)/],
  [/^(?:rg|ag|ack)$/, /^-[ABCmtTgjMEr]$/, /^(?:-[ef]|--regexp|--file|--files)(?:$|=)/],
  [/^(?:fd|fdfind)$/, /^-[eEtdxXcS]$/, /^--base-directory=/],
  [/^(?:pkill|[mp]?locate|findstr|select-string|sls)$/i, /^-[uPgts]$/, /^-(?:Path|LiteralPath|Pattern)$/i],
  [/^g?sed$/, /^-l$/, /^(?:-\w*[ef]|--expression|--file)(?:$|=)/],
  [/^[gm]?awk$/, /^-[Fv]$/, /^(?:-f|--file)(?:$|=)/],
];

/** Options that are followed by a pattern or script. */
const evaluated = /^(?:-\w*e|--expression)$/;

/**
 * Whether a word in code is a pattern instead of a path: an operand of `find -name`, the text that `grep` searches
 * for, one side of a comparison, or part of a glob. The code starts at `from`, and the word is between `start` and
 * `end`.
 */
export function isPattern(text: string, from: number, start: number, end: number): boolean {
  const head = text.slice(Math.max(from, start - before), start);
  const line = head.slice(head.lastIndexOf("\n") + 1);
  const sign = line.charAt(line.length - 1);
  if (isGlob(line, sign, text.slice(end, end + 80))) return true;
  if ((sign === '"' || sign === "'") && comparing.test(line)) return true;
  if (caseOpened.test(head) && caseBefore.test(line) && caseBehind.test(text.slice(end, end + 160)))
    return true;
  const command = head.slice(logicalLine(head));
  if (!hint.test(command)) return false;
  const { words, part } = commandBefore(command);
  return gluedOption.test(part) || isOperand(words) || isSearched(words.filter((word) => word !== ""));
}

/** Whether the text contains stars, or alternatives in braces. */
function isGlob(line: string, sign: string, rest: string): boolean {
  if (sign === ",") return /\{[^{}"':\s]{0,120},$/.test(line) && /^[^{}\s"']*\}/.test(rest);
  return (sign === '"' || sign === "'" || sign === "/") && /[*?]["']?\/?["']?$/.test(line.slice(-4));
}

function isOperand(words: readonly string[]): boolean {
  const last = words.at(-1) ?? "";
  return (
    patternOption.test(last) ||
    comparison.test(last) ||
    (findOption.test(last) &&
      (words[0] === last ||
        words[0]?.startsWith("(") ||
        words.some((word) => /^(?:.*\/)?g?find$/.test(word)))) ||
    (/^-[PI]$/.test(last) && words[0] === "tree") ||
    (last === "=" && words.some((word) => /^(?:\[\[?|test)$/.test(word)))
  );
}

/** Whether the word after these is what the program searches for. */
function isSearched(words: readonly string[]): boolean {
  const joined = words[0] === "git" && words[1] === "grep" ? ["git-grep", ...words.slice(2)] : words;
  const at = joined.findIndex((word) => programOf(word) !== undefined);
  const program = programOf(joined[at] ?? "");
  if (!program) return /^perl$/.test(words[0] ?? "") && evaluated.test(words.at(-1) ?? "");
  const [, withValue, instead] = program;
  const behind = joined.slice(at + 1);
  const last = behind.at(-1) ?? "";
  if (/^-(?:e|g|E)$/.test(last) || evaluated.test(last)) return !/awk/.test(joined[at]!);
  if (withValue.test(last) || /^-\w*f$|^--file$/.test(last)) return false;
  if (behind.some((word) => instead.test(word))) return false;
  return !behind.some((word, index) => !word.startsWith("-") && !withValue.test(behind[index - 1] ?? ""));
}

function programOf(word: string): (typeof searching)[number] | undefined {
  const name = word.slice(word.lastIndexOf("/") + 1);
  return searching.find(([programs]) => programs.test(name));
}

/** Start of the last line, including the lines before it that end in a backslash. */
function logicalLine(head: string): number {
  let at = head.lastIndexOf("\n");
  while (at > 0 && /\\\r?$/.test(head.slice(Math.max(0, at - 2), at))) at = head.lastIndexOf("\n", at - 1);
  return at + 1;
}

interface Command {
  /** The complete words of the command before the offset, without quotes. */
  readonly words: readonly string[];
  /** The part of the word before the offset. */
  readonly part: string;
}

/** The simple command at the end of `head`, split as a shell would. */
function commandBefore(head: string): Command {
  let words: string[] = [];
  let part = "";
  let quote = "";
  let open = false;
  const endWord = (): void => {
    if (open) words.push(part);
    part = "";
    open = false;
  };
  for (let at = 0; at < head.length; at++) {
    const sign = head.charAt(at);
    if (sign === "\\" && quote !== "'") {
      const next = head.charAt(++at);
      if (next === "\n" || next === "\r") continue;
      part += next;
      open = true;
    } else if (quote !== "" && sign !== quote && !(quote === '"' && head.startsWith("$(", at))) part += sign;
    else if (sign === quote) quote = "";
    else if (sign === "'" || sign === '"') {
      quote = sign;
      open = true;
    } else if (sign === " " || sign === "\t" || sign === "\n" || sign === "\r") {
      endWord();
      if (sign === "\n") words = [];
    } else if (sign === "#" && !open) {
      while (at + 1 < head.length && head.charAt(at + 1) !== "\n") at++;
    } else if ("|;&()`".includes(sign) || (sign === "$" && head.charAt(at + 1) === "(")) {
      endWord();
      words = [];
      quote = "";
    } else {
      part += sign;
      open = true;
    }
  }
  return { words, part };
}
