import { decodeUtf8Loosely } from "../../core/utf8.ts";
import type { Span } from "../../core/lines.ts";
import { isPattern } from "./body-patterns.ts";
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
