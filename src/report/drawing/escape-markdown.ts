import { clean } from "./width.ts";

/** What Markdown or HTML could take for more than itself within a line; of what only an address makes a link, a mark of the address. */
const mark = /[\\`*_[\]<>&|~#@$]|:(?=\/)|(?<=\b(?:mailto|xmpp)):|(?<=www)\./gi;

/** What GitHub takes for a mention, a reference to an issue or an emoji even where Markdown left it alone; within <code> it looks for none. */
const sign = /@|#|(?<=\bGH)-(?=\d)|:(?=[\w+-]+:)/gi;

/** A stranger's text as words in Markdown, in a cell of a table too: each mark is written by its number, so that it means nothing but itself. */
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
