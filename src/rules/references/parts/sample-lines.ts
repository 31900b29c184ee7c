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
  return label.test(head) || negated.test(head) || isInBadColumn(source, line, head);
}

/** The heading of a column with what is not to be done. */
const bad =
  /^[*_\s]{0,4}(?:[✗✘❌🚫👎]|(?:anti-?patterns?|avoid|bad|do not|don['’]?t|incorrect|mistakes?|never|wrong|ne pas|mauvais|incorrecto|malo|nunca|errado|evite|incorreto|falsch|nicht|错误|錯誤|不要|避免|悪い|誤り|잘못)(?![\w-]))/iu;

/** Maximum number of rows of a table above a line. */
const mostRows = 60;

/** Whether the text before an offset is in a table, in a column of bad practice. */
function isInBadColumn(source: SourceText, line: number, head: string): boolean {
  if (!/^\s*\|/.test(head)) return false;
  let first = line;
  while (line - first < mostRows && first > 1 && /^\s*\|/.test(source.line(first - 1))) first--;
  const column = head.replaceAll("\\|", "").split("|").length - 1;
  const heading = first === line ? undefined : source.line(first).slice(0, 1_000).split("|")[column];
  return heading !== undefined && bad.test(heading);
}
