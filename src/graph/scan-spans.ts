import { trimEnd } from "../core/white-space.ts";
import type { Mention } from "./scan-mentions.ts";
import type { Budget } from "./scan-unusual.ts";
import type { Targets } from "./targets.ts";

const span = /`([^`\n]{3,160})`/g;

/** A placeholder for a part of a name: `{topic}`, `<topic>`, `[topic]` or a star. */
const placeholder = /\{[^{}]{0,40}\}|<[^<>]{0,40}>|\[[^[\]]{0,40}\]|\*/;

/** Maximum number of spans with a placeholder that are compared with the paths. */
const mostPatterns = 100;

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Pattern extends Span {
  readonly before: string;
  readonly after: string;
}

/**
 * Finds files that a code span refers to without the extension, such as `modern-arrow-functions`, if no other file
 * has that stem; or together with other files through a pattern, such as `methodology-{company}.md`. Compares no
 * patterns if the budget is used up.
 */
export function* spansIn(
  { names, patterns }: Spans,
  { files, stems }: Targets,
  budget: Budget,
): Generator<Mention, void> {
  for (const [name, span] of names) {
    const path = stems.get(name);
    if (path !== undefined) yield { ...span, path };
  }
  if (patterns.length === 0) return;
  for (const { path } of files) {
    if (budget.left <= 0) return;
    budget.left -= patterns.length;
    const found = patterns.find(({ before, after }) => isMeant(path, before, after));
    if (found) yield { start: found.start, end: found.end, path };
  }
}

/** The code spans that may refer to files. */
export interface Spans {
  /** The first span with each stem. */
  readonly names: ReadonlyMap<string, Span>;
  readonly patterns: readonly Pattern[];
}

/** Reads the code spans of a text. */
export function readSpans(text: string, { stems }: Targets): Spans {
  const names = new Map<string, Span>();
  const patterns: Pattern[] = [];
  for (const { 1: inner = "", index } of text.matchAll(span)) {
    const range = { start: index + 1, end: index + 1 + inner.length };
    const found = placeholder.exec(inner);
    if (!found) {
      if (stems.has(inner) && !names.has(inner)) names.set(inner, range);
    } else if (patterns.length < mostPatterns) {
      const before = inner.slice(0, found.index).replace(/^\.\//, "");
      const after = inner.slice(found.index + found[0].length);
      if (/\w{3}[-_.]$/.test(before) && /^[\w.-]{0,40}\.\w{1,10}$/.test(after))
        patterns.push({ ...range, before, after });
    }
  }
  return { names, patterns };
}

/** A pattern may be relative to the root or to any directory. */
function isMeant(path: string, before: string, after: string): boolean {
  if (!path.endsWith(after)) return false;
  const head = path.slice(0, path.length - after.length);
  const at = head.startsWith(before) ? 0 : head.lastIndexOf(`/${before}`) + 1;
  return (at > 0 || head.startsWith(before)) && !head.slice(at + before.length).includes("/");
}

/** A path without an extension, perhaps after a variable or placeholder for the skill's root. */
const shortPath = /(?<![\w.@+-]|(?<![}>])\/)(?:\.\/)?([\w-]{1,80}(?:\/[\w.-]{1,80}){1,8})/g;

/** Finds files that a text refers to by their path from the root, but without the extension: `scripts/check_fields`. */
export function* shortPathsIn(text: string, { shortPaths }: Targets): Generator<Mention, void> {
  if (shortPaths.size === 0) return;
  for (const { 0: written, 1: inner = "", index } of text.matchAll(shortPath)) {
    const word = trimEnd(inner, ".");
    const path = shortPaths.get(word);
    const end = index + written.length - (inner.length - word.length);
    if (path !== undefined && text.charAt(end) !== "/") yield { start: end - word.length, end, path };
  }
}
