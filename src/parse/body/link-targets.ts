import type { Span } from "../../core/lines.ts";
import { decodeUtf8Loosely } from "../../core/utf8.ts";
import { type PathToken, rootPrefix } from "./paths.ts";

/** A reference whose offsets have not been converted to positions yet. */
export interface FoundReference extends Span {
  readonly kind: "link" | "image" | "definition" | "code-span" | "fence" | "html" | "text";
  readonly target: string;
  readonly fragment?: string;
  readonly doubtful?: true;
  readonly placeholder?: true;
  readonly rooted?: true;
}

/** Results of the inline parser, each in text order. */
export interface Inline {
  readonly references: FoundReference[];
  /** Links to an anchor in the same text; their targets are empty. */
  readonly anchors: FoundReference[];
  readonly comments: (Span & { readonly text: string })[];
  /** Code spans, including their backticks. */
  readonly spans: Span[];
  /** All paths in the text; those in code become references. */
  readonly paths: readonly PathToken[];
  /** Number of paths that have been consumed. */
  passed: number;
  /** Number of paths that have been examined as plain text. */
  plain: number;
  /** Whether the text also refers to files of the plugin that contains the skill. */
  readonly foreign: boolean;
  /** False if no bracket in the text can belong to a link. */
  readonly linked: boolean;
  /** Returns the capitalized words that the text explains. */
  readonly defined: () => ReadonlySet<string>;
  /** Whether the text assigns a variable that elsewhere means the skill's root. */
  readonly assigned: () => boolean;
  /** Paths that commands in the text write. */
  readonly outputs: Set<string>;
  /** Whether the current text is part of a sample document. */
  inSample: boolean;
}

const external = /^(?:[A-Za-z][A-Za-z0-9+.-]+:|\/\/|#|\?|$)/;

const placeholder = /^\[|[<>{}*]|\.\.\.|…|^(?:url|link|href|path|uri)$|(?:^|\/)path\/to(?:\/|$)/iu;

/** The first segment of a path in capitals, which may be a placeholder for a directory. */
const inCapitals = /^(?:\.\/)*([A-Z][A-Z0-9_-]*[A-Z0-9])\//;

/** Adds a target if it may be a file of the skill: URLs, fragments of the same file and placeholders are left out. */
export function addTarget(
  found: Inline,
  kind: FoundReference["kind"],
  text: string,
  { start, end }: Span,
): void {
  const written = text.slice(start, end);
  if (text.charCodeAt(start) === 35 && !found.inSample)
    found.anchors.push({ kind, start, end, ...decodeTarget(written) });
  if (external.test(written) && !/^file:/i.test(written)) return;
  const root = "$<{".includes(written.charAt(0)) ? (rootPrefix.exec(written)?.[0] ?? "") : "";
  const decoded = decodeTarget(written.slice(root.length));
  if (decoded.target !== "" && !placeholder.test(decoded.target))
    found.references.push({
      kind,
      start,
      end,
      ...decoded,
      ...(root !== "" && { rooted: true as const }),
      ...(found.inSample && { placeholder: true as const }),
    });
}

/**
 * The paths in a span of code in `text`; spans must be requested in text order. `isDoubtful` decides for each
 * path.
 */
export function addPaths(
  found: Inline,
  text: string,
  { kind, start, end }: Span & { readonly kind: "code-span" | "fence" },
  isDoubtful: (path: PathToken) => boolean,
): void {
  const { paths, references, foreign, defined } = found;
  for (let path = paths[found.passed]; path && path.start < end; path = paths[++found.passed]) {
    if (path.start < start || isPattern(text, start, path.start, path.end)) continue;
    if (isOutput(text, start, path)) found.outputs.add(path.target);
    const doubtful = foreign || isDoubtful(path);
    const [, capitals] = inCapitals.exec(path.target) ?? [];
    references.push({
      kind,
      start: path.start,
      end: path.end,
      target: path.target,
      ...(doubtful && { doubtful: true as const }),
      ...(path.rooted && !found.assigned() && { rooted: true as const }),
      ...((found.inSample || (capitals !== undefined && defined().has(capitals))) && {
        placeholder: true as const,
      }),
    });
  }
}

/** An option or a program that precedes an output path. */
const outputOption =
  /(?:^|\s)(?:-o|-OutFile|--out(?:put)?(?:[_-](?:dir|file|path))?)[ =]["']?$|\b(?:touch|tee(?: -a)?|mkdir(?: -p)?)[ \t]["']?$/;

/** Matches a shell redirection, but not an arrow, a Markdown blockquote or the ">" of a tag. */
const redirection = /[^\s<=>-][ \t]{0,4}\d?>{1,2}[ \t]?["']?$/;
const tagEnd = /<[^<>\n]{0,40}>[ \t]?["']?$/;

/** What precedes the destination of a copied or moved file, and what follows it. */
const copied = /(?:^|[;&|$>])[ \t]*(?:cp|mv)(?:[ \t]-\w{1,5})?[ \t]\S{1,80}[ \t]["']?$/;
const lastOperand = /^["']?[ \t]*(?:[\n\r;&|#`]|$)/;

/** Whether a command writes to the path; the code begins at `from`. */
function isOutput(text: string, from: number, { start, end }: Pick<PathToken, "start" | "end">): boolean {
  const line = text.slice(Math.max(from, start - 120), start).replace(/^[^]*\n/, "");
  if (outputOption.test(line) || (redirection.test(line) && !tagEnd.test(line))) return true;
  return copied.test(line) && lastOperand.test(text.slice(end, end + 20));
}

/**
 * Maximum depth of parentheses in a target without angle brackets. CommonMark requires three; more would cost time on
 * hostile text.
 */
const deepestParentheses = 32;

const escaped = /\\([!-/:-@[-`{-~])/g;

const entity = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp));/g;

const encoded = /[\\&#?%]/;

const percentRun = /(?:%[0-9A-Fa-f]{2})+/g;

const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};

/**
 * Reads `(target "title")` after a link's text: the range of the target without brackets, and the end of the
 * parentheses.
 */
export function readInlineDestination(
  text: string,
  start: number,
  limit: number,
): { readonly target: Span; readonly end: number } | undefined {
  const found = readDestination(text, skipSpace(text, start + 1, limit), limit);
  if (!found) return undefined;
  const gap = skipSpace(text, found.end, limit);
  const titled = gap > found.end ? readTitle(text, gap, limit) : gap;
  const end = titled === undefined ? gap : skipSpace(text, titled, limit);
  return end < limit && text.charCodeAt(end) === 41 ? { target: found.target, end: end + 1 } : undefined;
}

/** Reads a target: in angle brackets, or without spaces and with balanced parentheses. */
function readDestination(
  text: string,
  start: number,
  limit: number,
): { readonly target: Span; readonly end: number } | undefined {
  return text.charCodeAt(start) === 60 && start < limit
    ? readBracketed(text, start, limit)
    : readBare(text, start, limit);
}

function readBracketed(
  text: string,
  start: number,
  limit: number,
): { readonly target: Span; readonly end: number } | undefined {
  for (let at = start + 1; at < limit; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 92) at++;
    else if (unit === 62) return { target: { start: start + 1, end: at }, end: at + 1 };
    else if (unit === 60 || unit === 10 || unit === 13) return undefined;
  }
  return undefined;
}

function readBare(
  text: string,
  start: number,
  limit: number,
): { readonly target: Span; readonly end: number } | undefined {
  let depth = 0;
  let at = start;
  for (; at < limit; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 92 && at + 1 < limit && text.charCodeAt(at + 1) > 32) at++;
    else if (unit <= 32 || unit === 127) break;
    else if (unit === 40 && ++depth > deepestParentheses) return undefined;
    else if (unit === 41 && --depth < 0) break;
  }
  return depth > 0 ? undefined : { target: { start, end: at }, end: at };
}

/** End of a title that starts at `start`: `start` itself if there is none, undefined if it is not closed. */
function readTitle(text: string, start: number, limit: number): number | undefined {
  const open = text.charAt(start);
  if (open !== '"' && open !== "'" && open !== "(") return start;
  const close = open === "(" ? ")" : open;
  for (let at = start + 1; at < limit; at++) {
    const character = text.charAt(at);
    if (character === "\\") at++;
    else if (character === close) return at + 1;
    else if (character === "(" && open === "(") return undefined;
  }
  return undefined;
}

function skipSpace(text: string, start: number, limit: number): number {
  let at = start;
  while (at < limit && " \t\r\n".includes(text.charAt(at))) at++;
  return at;
}

/** A target with Markdown escapes and percent-encoding decoded, without its query and fragment. */
function decodeTarget(written: string): { readonly target: string; readonly fragment?: string } {
  if (!encoded.test(written)) return { target: written };
  const plain = written.replaceAll(escaped, "$1").replaceAll(entity, decodeEntity);
  const [path = "", ...fragment] = plain.split("#");
  const target = decodePercent(path.split("?", 1)[0] ?? "");
  return fragment.length === 0 ? { target } : { target, fragment: decodePercent(fragment.join("#")) };
}

function decodeEntity(match: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return named[name] ?? match;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "0", 16) : Number(decimal);
  return code > 0 && code < 0x110000 && (code < 0xd800 || code > 0xdfff)
    ? String.fromCodePoint(code)
    : "\ufffd";
}

/** Replaces invalid UTF-8 with U+FFFD. `decodeURIComponent` would throw, which is slow. */
function decodePercent(text: string): string {
  return text.replaceAll(percentRun, (run) => decodeUtf8Loosely(fromHex(run)));
}

/** The bytes of a sequence such as "%C3%A4". */
function fromHex(run: string): Uint8Array {
  return Uint8Array.from(run.slice(1).split("%"), (digits) => Number.parseInt(digits, 16));
}

const definition = /^ {0,3}\[((?:[^[\]\\]|\\.){1,999})\]:/su;

/**
 * Link reference definitions at the start of a paragraph, one per line; returns where the text after them
 * starts.
 */
export function skipDefinitions(text: string, start: number, end: number, found?: Inline): number {
  let at = start;
  for (;;) {
    if (text.charCodeAt(at) !== 91) return at;
    const label = definition.exec(text.slice(at, Math.min(end, at + 1024)));
    if (!label || label[1]?.trim() === "" || label[1]?.startsWith("^")) return at;
    const target = readDestination(text, skipSpace(text, at + label[0].length, end), end);
    const after =
      target && target.end > target.target.start ? definitionEnd(text, target.end, end) : undefined;
    if (!target || after === undefined) return at;
    if (found) addTarget(found, "definition", text, target.target);
    at = after;
  }
}

/** The end of a definition after its target: the end of the line, or a title and then the end of the line. */
function definitionEnd(text: string, start: number, end: number): number | undefined {
  const gap = skipSpace(text, start, end);
  const broken = gap === end || /[\r\n]/.test(text.slice(start, gap));
  const title = gap > start ? readTitle(text, gap, end) : gap;
  if (title !== undefined && title > gap) {
    const behind = skipSpace(text, title, end);
    if (behind === end || /[\r\n]/.test(text.slice(title, behind))) return behind;
  }
  return broken ? gap : undefined;
}

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
function isPattern(text: string, from: number, start: number, end: number): boolean {
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
