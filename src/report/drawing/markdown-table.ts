import { utf8Length } from "../../core/utf8.ts";
import { clean } from "./width.ts";

/** Maximum number of rows that a reader can be expected to look through. */
const mostRows = 200;

/**
 * Maximum size of a table's rows in UTF-8 bytes. Three tables stay below the 1 MiB per step that GitHub accepts
 * (docs.github.com, "Adding a job summary").
 */
const mostBytes = 300_000;

/** As many rows as fit, and a sentence about the rest; empty if there are no rows. */
export function drawTable<Item>(
  head: readonly string[],
  items: readonly Item[],
  toRow: (item: Item) => readonly string[],
  describeRest: (rest: readonly Item[]) => string,
): readonly string[] {
  if (items.length === 0) return [];
  const lines = [head, head.map(() => "---")].map(drawRow);
  let bytes = 0;
  for (const item of items.slice(0, mostRows)) {
    const line = drawRow(toRow(item));
    bytes += utf8Length(line);
    if (bytes > mostBytes) break;
    lines.push(line);
  }
  const rest = items.slice(lines.length - 2);
  return [lines.join("\n"), ...(rest.length > 0 ? [describeRest(rest)] : [])];
}

function drawRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/**
 * Characters that Markdown or HTML could interpret as syntax within a line, and characters that make an address a
 * link.
 */
const mark = /[\\`*_[\]<>&|~#@$]|:(?=\/)|(?<=\b(?:mailto|xmpp)):|(?<=www)\./gi;

/** Text that GitHub turns into a mention, issue reference or emoji even where Markdown does not; not inside <code>. */
const sign = /@|#|(?<=\bGH)-(?=\d)|:(?=[\w+-]+:)/gi;

/** Untrusted text for Markdown and table cells: each special character becomes a numeric entity. */
export function escapeMarkdown(text: string, limit = Infinity): string {
  const shown = clean(text, limit);
  let escaped = "";
  let at = 0;
  for (const { 0: found, index } of shown.matchAll(sign)) {
    escaped += `${escapeMarks(shown.slice(at, index))}<code>${escapeMarks(found)}</code>`;
    at = index + found.length;
  }
  return escaped + escapeMarks(shown.slice(at));
}

/** As `escapeMarkdown`, but formatted as code. */
export function codeInMarkdown(text: string, limit = Infinity): string {
  return `<code>${escapeMarks(clean(text, limit))}</code>`;
}

function escapeMarks(text: string): string {
  return text.replace(mark, (found) => `&#${found.charCodeAt(0)};`);
}
