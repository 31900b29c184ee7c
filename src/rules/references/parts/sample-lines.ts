import type { Range } from "../../../core/place.ts";
import type { SourceText } from "../../../core/source-text.ts";

/** Number of characters before a path that are looked at. */
const before = 200;

/** The start of a line that shows how to write something: "✗ Avoid:", "**Good**:", "❌ `scripts\fill.py`". */
const label =
  /^[\s>]*(?:[-*+•|]\s*|\d{1,3}[.)]\s*)?(?:[✗✘❌🚫👎]|(?:[✓✔✅👍*_\s]|\ufe0f){0,8}(?:avoid|bad|correct|don['’]?t|good|incorrect|right|wrong)\b[*_]{0,2}(?:\s(?:example|path|style)s?)?[*_]{0,2}\s?[:：])/iu;

/** Words before what is not to be written, as in "not `~/.claude/skills/pdf-forms/fill.py`". */
const negated =
  /\b(?:not|never|instead of|rather than|(?:do not|don['’]t|never) (?:use|write|hard-?code))\s(?:as\s)?["'\x60(]{0,2}$/i;

/**
 * Whether the text before an offset on its line says that what follows is a sample of a good or bad style, or that it
 * is not to be written.
 */
export function isOnSampleLine(source: SourceText, { start: { line, offset } }: Range): boolean {
  const head = source.text.slice(Math.max(source.lineStart(line), offset - before), offset);
  return label.test(head) || negated.test(head);
}
