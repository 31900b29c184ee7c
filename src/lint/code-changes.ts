import type { EditChange } from "./run-rules.ts";
import { isMarkdown } from "../core/paths.ts";
import type { SkillDocument } from "../model/skill.ts";
import type { SourceText } from "../core/source-text.ts";
import type { ReadText } from "./text-file.ts";

/**
 * Returns a function that says whether an edit changes words in code: code within Markdown, or anything in other
 * files, such as scripts. Line endings and a byte-order mark are not words. `readOf` returns the texts that were
 * read.
 */
export function codeChanges(
  document: SkillDocument | undefined,
  readOf: (path: string) => ReadText | undefined,
): (edit: EditChange) => boolean {
  return ({ file, range, text }) => {
    const isDocument = file === document?.file;
    const read = isDocument ? document : readOf(file);
    if (!isDocument && !isMarkdown(file)) return !read || changesWords(read.source, range, text);
    if (!read) return false;
    const { source, body } = read;
    const { start, end } = source.span(range);
    // Most edits are of frontmatter, so that the code in the body need not be found.
    if (end <= source.span(body.range).start || !changesWords(source, range, text)) return false;
    return body.code.some((code) => {
      const span = source.span(code);
      return span.start < end && start < span.end;
    });
  };
}

function changesWords(source: SourceText, range: EditChange["range"], text: string): boolean {
  const first = source.span(range).start === 0;
  return withoutEnds(source.slice(range), first) !== withoutEnds(text, first);
}

function withoutEnds(text: string, first: boolean): string {
  const unified = text.replace(/\r\n?/g, "\n");
  return first ? unified.replace(/^[\ufeff\s]+/, "") : unified;
}
