import { unicodePattern } from "../../core/unicode-pattern.ts";
import type { Span } from "../../core/lines.ts";

export interface PathToken extends Span {
  /** The path relative to the skill's root if a prefix in the text says so, otherwise the path as written. */
  readonly target: string;
  /** Whether a prefix in the text says that the path is relative to the skill's root. */
  readonly rooted?: true;
  /** End of the word that contains the path. */
  readonly next: number;
}

/**
 * A word in a command or in prose that contains a dot and a possible file extension. It is searched for by the dot,
 * which most words do not contain. Brackets and placeholder characters are included, so that such words can be
 * rejected. The part before the dot is cut at the maximum length of a path.
 */
const dotted =
  /\.(?=[A-Za-z][A-Za-z0-9]{0,9}(?:[\s"'`()|;,/:.!?*。，、；：）]|$))(?<=([^\s"'`()|;,]{0,256})\.)[^\s"'`()|;,]*/g;
/**
 * Variables that clients replace with the skill's directory: OpenClaw and Agio, Claude Code, bub, letta-code.
 */
export const rootPrefix =
  /^(?:\{baseDir\}|\$\{?CLAUDE_SKILL_DIR\}?|\$\{?SKILL_(?:DIR|ROOT)\}?|<SKILL_DIR>|<skill[-_]dir>|\{skill_?[dD]ir\})\//;
const option = /^(?:-{1,2}[\w-]+|[A-Za-z_]\w*)=(?=.)/;
/** A word in bold type, as at the start of a list item. */
const bold = /^\*\*([^*]+)\*\*[.:!?。，、；：]*$/u;
const trailing = /(?::\d+(?:[-:]\d+)*|::.*|[.:!?。，、；：）]+)$/u;
const asciiPath = /^(?:\.\/)?(?:[\w.@+-]+\/)*[\w.+-]+\.[A-Za-z][A-Za-z0-9]{0,9}$/;
const filePath = unicodePattern(
  String.raw`^(?:\./)?(?:[\p{L}\p{N}_.@+\-][\p{L}\p{N}\p{M}_.@+\-]*/)*[\p{L}\p{N}_.+\-][\p{L}\p{N}\p{M}_.+\-]*\.[A-Za-z][A-Za-z0-9]{0,9}$`,
);
/** A known extension distinguishes a bare file name from a method call or a version. */
const knownExtension =
  /\.(?:md|mdx|txt|py|sh|bash|js|mjs|cjs|ts|tsx|jsx|json|jsonl|ya?ml|toml|csv|tsv|html?|css|xml|svg|png|jpe?g|gif|pdf|docx|xlsx|pptx|sql|rb|go|rs|ps1|ipynb|tex)$/i;
const placeholder =
  /\.\.\.|…|(?:^|[/._-])(?:Y{2,4}|M{2}|D{2}|N{2,}|X{2,}|x{3,})(?=$|[/._-])|YYYY|(?:^|\/)path\/to(?:\/|$)|(?:^|\/)(?:(?:your|my)[-_]|(?:file|script)_?name\.)/u;
const nowhere =
  /^(?:@|\.\.(?:\/|$)|(?:www|localhost)\b|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|ai|app|co|gov|edu)(?:\/|$))/i;
/**
 * A document next to the skill or above it, such as another skill's SKILL.md. Other paths that begin so are mostly the
 * project's.
 */
const documentAbove = /^(?:\.\.\/){1,4}[^./][^<>{}*$[\]]*\.md$/i;
/** Absolute paths that always mean the directory of the skill itself. */
const skillHome =
  /^(?:\/mnt\/skills\/|(?:~|\$HOME|\/home\/\w+|\/root|\/Users\/\w+)\/\.(?:claude|agents|codex|gemini|copilot|cursor)\/skills\/)[^\s<>{}*$[\]][^\s<>{}*$[\]/]*\/[^\s<>{}*$[\]]+$/;
const beyondAscii = /[^\0-\x7f]/;
const longest = 256;

/**
 * The words that look like paths of files in the skill. Precision is more important than recall: a missed path is
 * cheaper than a false report.
 */
export function findPaths(text: string, start: number): readonly PathToken[] {
  const tokens: PathToken[] = [];
  for (let token = nextPath(text, start); token; token = nextPath(text, token.next)) tokens.push(token);
  return tokens;
}

/** The first path after `from`, which must be the end of a word. */
export function nextPath(text: string, from: number): PathToken | undefined {
  dotted.lastIndex = from;
  for (let match = dotted.exec(text); match; match = dotted.exec(text)) {
    const start = match.index - (match[1]?.length ?? 0);
    const token = toPath(text.slice(start, dotted.lastIndex), start, dotted.lastIndex);
    if (token) return token;
  }
  return undefined;
}

function toPath(word: string, at: number, next: number): PathToken | undefined {
  if (word.length > longest || word.includes("://")) return undefined;
  const strong = word.startsWith("**") ? bold.exec(word)?.[1] : undefined;
  const skipped = strong === undefined ? optionLength(word) : "**".length;
  const written = (strong ?? word.slice(skipped)).replace(trailing, "");
  const bare = !written.includes("/");
  if (bare && !knownExtension.test(written)) return undefined;
  const start = at + skipped;
  const end = start + written.length;
  if (!bare && skillHome.test(written)) return { start, end, target: written, next };
  const prefix = rootPrefix.exec(written)?.[0] ?? "";
  const path = prefix === "" ? written : written.slice(prefix.length);
  return isPath(path) && (prefix !== "" || !nowhere.test(path) || documentAbove.test(path))
    ? { start, end, target: path, next, ...(prefix !== "" && { rooted: true as const }) }
    : undefined;
}

/** Length of "--out=" in "--out=x.json". */
function optionLength(word: string): number {
  return word.includes("=") ? (option.exec(word)?.[0].length ?? 0) : 0;
}

function isPath(path: string): boolean {
  // Most paths are ASCII, and the pattern for non-ASCII letters is slow to compile.
  if (!asciiPath.test(path) && !(beyondAscii.test(path) && filePath().test(path))) return false;
  return (path.includes("/") || knownExtension.test(path)) && !placeholder.test(path);
}
