import { once } from "../core/once.ts";
import type { Mention } from "./scan-mentions.ts";
import type { Budget, Spell } from "./scan-unusual.ts";
import { stemOf } from "./targets.ts";

const span = /`([^`\n]{3,160})`/g;

/** What stands for a part of a name: `{topic}`, `<topic>`, `[topic]` or a star. */
const blank = /\{[^{}]{0,40}\}|<[^<>]{0,40}>|\[[^[\]]{0,40}\]|\*/;

/** More spans with a blank are not held against the paths. */
const mostPatterns = 100;

interface Span {
  readonly start: number;
  readonly end: number;
}

interface SpanSearch {
  /** By stem, the only file that has it. */
  readonly stems: ReadonlyMap<string, string | undefined>;
  readonly spell: Spell;
  readonly budget: Budget;
}

interface Pattern extends Span {
  readonly before: string;
  readonly after: string;
}

/**
 * A file that a code span names without its extension, as `modern-arrow-functions`, where no other file has that stem; or that it
 * names with others by a pattern, as `methodology-{company}.md`.
 */
export function* spansIn(
  text: string,
  paths: Iterable<string>,
  { stems, spell, budget }: SpanSearch,
): Generator<Mention, void> {
  const read = once(() => readSpans(text, budget));
  for (const path of paths) {
    if (budget.left <= 0) return;
    const stem = stemOf(path);
    const found =
      (stem !== undefined && stems.get(stem) === path ? read().names.get(spell(stem)) : undefined) ??
      read().patterns.find(({ before, after }) => isMeant(spell(path), before, after));
    if (found) yield { start: found.start, end: found.end, path };
  }
}

function readSpans(
  text: string,
  budget: Budget,
): { readonly names: ReadonlyMap<string, Span>; readonly patterns: readonly Pattern[] } {
  const names = new Map<string, Span>();
  const patterns: Pattern[] = [];
  budget.left -= text.length;
  for (const { 1: inner = "", index } of text.matchAll(span)) {
    const place = { start: index + 1, end: index + 1 + inner.length };
    const found = blank.exec(inner);
    if (!found) {
      if (!names.has(inner)) names.set(inner, place);
    } else if (patterns.length < mostPatterns) {
      const before = inner.slice(0, found.index).replace(/^\.\//, "");
      const after = inner.slice(found.index + found[0].length);
      if (/\w{3}[-_.]$/.test(before) && /^[\w.-]{0,40}\.\w{1,10}$/.test(after))
        patterns.push({ ...place, before, after });
    }
  }
  return { names, patterns };
}

/** The pattern counts from the root or from any directory. */
function isMeant(path: string, before: string, after: string): boolean {
  if (!path.endsWith(after)) return false;
  const head = path.slice(0, path.length - after.length);
  const at = head.startsWith(before) ? 0 : head.lastIndexOf(`/${before}`) + 1;
  return (at > 0 || head.startsWith(before)) && !head.slice(at + before.length).includes("/");
}
