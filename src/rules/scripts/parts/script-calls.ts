import type { Script } from "../../../model/script.ts";
import type { TextFile } from "../../../model/text-file.ts";

/** A command in the code of a Markdown file that runs a script. */
export interface ScriptCall {
  readonly script: Script;
  /** Whether an interpreter precedes the path, so that the words after it are its arguments. */
  readonly interpreted: boolean;
  readonly words: readonly Word[];
}

/** A word of a command; quotes and placeholders are included. */
export interface Word {
  readonly text: string;
  readonly start: number;
}

const longestPath = 256;
const longestCommand = 2_000;
const lookBack = 300;

/** The end of a script's path that is followed by a word. */
const pathEnd = /\.(?:pyw?|sh|bash|zsh|ksh|[cm]?[jt]s|[jt]sx)(?=["']?(?:[ \t]|\\\r?\n))/g;

/** The commands in a file that run one of the scripts of a skill. */
export function callsIn(
  { source, body }: TextFile,
  scripts: ReadonlyMap<string, readonly Script[]>,
  skill: string,
): readonly ScriptCall[] {
  const { text } = source;
  const code = body.code.map((range) => source.span(range));
  let at = 0;
  return Array.from(text.matchAll(pathEnd)).flatMap(({ 0: extension, index }): readonly ScriptCall[] => {
    const end = index + extension.length;
    while ((code[at]?.end ?? Infinity) < end) at++;
    const range = code[at];
    if (!range || range.start >= index) return [];
    const from = Math.max(range.start, source.lineStart(source.lineAt(index)), index - lookBack);
    const path = text
      .slice(Math.max(from, end - longestPath), end)
      .split(/[\s"'`;|&()=]/)
      .at(-1)!;
    const named = scripts.get(path.slice(path.lastIndexOf("/") + 1)) ?? [];
    const script = named.find((each) => isPathOf(path, each.file.path, named.length === 1, skill));
    const interpreted = script && runs(text.slice(from, end - path.length));
    return script && interpreted !== undefined
      ? [{ script, interpreted, words: wordsFrom(text, end, range.end) }]
      : [];
  });
}

/** Scripts by the last part of their path. */
export function byName(scripts: readonly Script[]): ReadonlyMap<string, readonly Script[]> {
  const found = new Map<string, Script[]>();
  for (const script of scripts) {
    const name = script.file.path.slice(script.file.path.lastIndexOf("/") + 1);
    const known = found.get(name);
    if (known) known.push(script);
    else found.set(name, [script]);
  }
  return found;
}

/** Whether a written path means a script: its path, that below the skill, or, of the only one with its name, an end of it. */
function isPathOf(written: string, path: string, isOnly: boolean, skill: string): boolean {
  const plain = written.replace(/^(?:\.\/)+/, "");
  if (`/${path}`.endsWith(`/${plain}`)) return isOnly || plain === path;
  if (!plain.endsWith(`/${path}`)) return false;
  const directory = plain
    .slice(0, -path.length - 1)
    .split("/")
    .at(-1)!;
  return directory === skill || /[$<{}>]|^\.{0,2}$/.test(directory);
}

const prelude =
  /^(?:[$%>!]|PS>|[-*+]|\d{1,3}[.)]|[A-Za-z_]\w*=.*|sudo|time|nohup|exec|env|command|timeout|\d+[smh]?|then|do|else|if|while)$/;
const interpreter =
  /^(?:[\w./-]*\/)?(?:python[\d.]*|py|node|bun|deno|tsx|ts-node|bash|sh|zsh|uv|npx|bunx|pnpm|poetry|pipenv|pixi|pdm|hatch|rye)$/;
const further = /^(?:-{1,2}[\w-]+(?:=.*)?|run|exec|dlx|tsx|ts-node|python[\d.]*|node)$/;
/** Options of `uv run` and others whose value is the next word. */
const valued = /^(?:--(?:with|python|env-file|project|directory|package|extra|group)|-p)$/;

/**
 * Whether a text before a path on its line runs the path: true by an interpreter, false by its path alone, undefined if
 * it does not.
 */
function runs(before: string): boolean | undefined {
  const command = before.slice(
    Math.max(...[";", "&", "|", "(", "`"].map((sign) => before.lastIndexOf(sign))) + 1,
  );
  const words = command
    .replace(/["']$/, "")
    .split(/\s+/)
    .filter((word) => word !== "");
  while (words[0] !== undefined && prelude.test(words[0])) words.shift();
  if (words.length === 0) return false;
  if (!interpreter.test(words.shift()!)) return undefined;
  while (words.length > 0) {
    const word = words.shift()!;
    if (word === "-m" || word === "-c" || !further.test(word)) return undefined;
    if (valued.test(word)) words.shift();
  }
  return true;
}

const piece =
  /\\\r?\n|[ \t]+|"[^"\n]*"|'[^'\n]*'|\$\([^()\n]*\)|\$\{[^{}\n]*\}|<[^<>\n]{1,80}>|[\r\n;&|()`>]|[^\s]/y;

/** The words up to the end of a command, without comments. */
function wordsFrom(text: string, from: number, end: number): readonly Word[] {
  const words: Word[] = [];
  let start = -1;
  const last = Math.min(end, from + longestCommand);
  const flush = (to: number): void => {
    if (start >= 0) words.push({ text: text.slice(start, to), start });
    start = -1;
  };
  // A quote may end the path.
  piece.lastIndex = /["']/.test(text.charAt(from)) ? from + 1 : from;
  while (piece.lastIndex < last) {
    const at = piece.lastIndex;
    const [found = ""] = piece.exec(text) ?? [];
    if (
      found === "" ||
      at + found.length > last ||
      /^[\r\n;&|()`>]$/.test(found) ||
      (found === "#" && start < 0)
    ) {
      flush(at);
      return words;
    }
    if (/^[ \t\\]/.test(found) && (found.trim() === "" || found.length > 1)) flush(at);
    else if (start < 0) start = at;
  }
  flush(Math.min(last, piece.lastIndex));
  return words;
}
