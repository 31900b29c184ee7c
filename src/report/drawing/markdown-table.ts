import { utf8Length } from "../../core/utf8.ts";
import { clean } from "./width.ts";

/** Rows that a reader still looks through. */
const mostRows = 200;

/** UTF-8 bytes of the rows of a table: with three tables below the 1 MiB that GitHub takes of a step (docs.github.com, "Adding a job summary"). */
const mostBytes = 300_000;

/** As many rows as there is room for, and a sentence about the rest; nothing where there are none. */
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

/** What Markdown or HTML could take for more than itself within a line; of what only an address makes a link, a mark of the address. */
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

/** The same as code. */
export function codeInMarkdown(text: string, limit = Infinity): string {
  return `<code>${escapeMarks(clean(text, limit))}</code>`;
}

function escapeMarks(text: string): string {
  return text.replace(mark, (found) => `&#${found.charCodeAt(0)};`);
}
