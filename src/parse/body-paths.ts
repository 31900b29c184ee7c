import type { Span } from "./lines.ts";

export interface PathToken extends Span {
  /** From the skill's root where the text says so with a prefix, else as written. */
  readonly target: string;
}

/** Ends a word of a command or of prose; brackets and signs of placeholders stay in, so that such words are seen to be no paths. */
const boundary = /[\s"'`()|;,]/;
const nextBoundary = /[\s"'`()|;,]|$/g;
/** What several clients replace by the skill's directory: OpenClaw and Agio, Claude Code, bub, letta-code. */
const rootPrefix = /^(?:\{baseDir\}|\$\{?CLAUDE_SKILL_DIR\}?|\$\{?SKILL_DIR\}?|<SKILL_DIR>)\//;
const option = /^(?:-{1,2}[\w-]+|[A-Za-z_]\w*)=(?=.)/;
const trailing = /(?::\d+(?:[-:]\d+)*|::.*|[.:!?。，、；：）]+)$/u;
const filePath = /^(?:\.\/)?(?:[\p{L}\p{N}_.@+-][\p{L}\p{N}\p{M}_.@+-]*\/)*[\p{L}\p{N}_.+-][\p{L}\p{N}\p{M}_.+-]*\.[A-Za-z][A-Za-z0-9]{0,9}$/u;
/** A bare name is told from a method call or a version by its extension. */
const knownExtension = /\.(?:md|mdx|txt|py|sh|bash|js|mjs|cjs|ts|tsx|jsx|json|jsonl|ya?ml|toml|csv|tsv|html?|css|xml|svg|png|jpe?g|gif|pdf|docx|xlsx|pptx|sql|rb|go|rs|ps1|ipynb|tex)$/i;
const placeholder = /\.\.\.|…|(?:^|[/._-])(?:Y{2,4}|M{2}|D{2}|N{2,}|X{2,})(?=$|[/._-])|YYYY|(?:^|\/)path\/to(?:\/|$)|(?:^|\/)(?:your|my)[-_]/u;
const nowhere = /^(?:@|\.\.(?:\/|$)|(?:www|localhost)\b|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|ai|app|co|gov|edu)(?:\/|$))/i;
/** Absolute paths that can only mean a skill's own directory. */
const skillHome = /^(?:\/mnt\/skills\/|(?:~|\$HOME|\/home\/\w+|\/root|\/Users\/\w+)\/\.(?:claude|agents|codex|gemini|copilot|cursor)\/skills\/)[^\s<>{}*$[\]]+\/[^\s<>{}*$[\]]+$/;
const longest = 256;

/** The words between two offsets that look like paths of a file in the skill. Precision comes first: a miss is cheaper than a false report. */
export function findPaths(text: string, start: number, end: number): readonly PathToken[] {
  const tokens: PathToken[] = [];
  const bounded = text.slice(0, end);
  // A file's name has a dot, and most words have none.
  for (let dot = bounded.indexOf(".", start), from = start; dot >= 0; dot = bounded.indexOf(".", from)) {
    const word = wordAround(bounded, Math.max(from, dot - longest), dot);
    from = word.end + 1;
    const written = bounded.slice(word.start, word.end);
    const token = written.length > longest || written.includes("://") ? undefined : toPath(written);
    if (token) tokens.push({ start: word.start + token.start, end: word.start + token.end, target: token.target });
  }
  return tokens;
}

function wordAround(text: string, least: number, at: number): Span {
  let start = at;
  while (start > least && !boundary.test(text.charAt(start - 1))) start--;
  nextBoundary.lastIndex = at;
  return { start, end: nextBoundary.exec(text)?.index ?? text.length };
}

function toPath(found: string): PathToken | undefined {
  const start = option.exec(found)?.[0].length ?? 0;
  const written = found.slice(start).replace(trailing, "");
  const end = start + written.length;
  if (skillHome.test(written)) return { start, end, target: written };
  const prefix = rootPrefix.exec(written)?.[0] ?? "";
  const path = written.slice(prefix.length);
  if (!filePath.test(path) || (!path.includes("/") && !knownExtension.test(path)) || placeholder.test(path) || (prefix === "" && nowhere.test(path))) return undefined;
  return { start, end, target: path };
}
