import { isMarkdown } from "../core/paths.ts";
import type { Script } from "../model/script.ts";
import type { Skill } from "../model/skill.ts";
import type { SourceText } from "../core/source-text.ts";
import { misspelledWords, type MisspelledSuppression } from "../model/suppression.ts";
import type { TextFile } from "../model/text-file.ts";

const html = /^\s*((?:skills?|skillwright)[-_]disable[\w-]*:?)(?=\s|$)/i;
const [hash, slashes] = [
  /^[ \t]*(#+)[ \t]*((?:skills?|skillwright)[-_]disable[\w-]*:?)(?=\s|$)/gim,
  /^[ \t]*(\/\/+)[ \t]*((?:skills?|skillwright)[-_]disable[\w-]*:?)(?=\s|$)/gim,
];

/** Comments that start with a word similar to that of a suppression, wherever `findSuppressions` looks for those. */
export function findMisspelled({
  texts,
  scripts,
}: Pick<Skill, "texts" | "scripts">): readonly MisspelledSuppression[] {
  const isMeant = (file: TextFile): boolean => file.hasAny(misspelledWords);
  const markdown = texts.filter((file) => isMarkdown(file.path) && isMeant(file));
  return [
    ...markdown.flatMap(readMarkdown),
    ...scripts.filter(({ file }) => isMeant(file)).flatMap(readScript),
  ];
}

function readMarkdown({ path, source, body }: TextFile): readonly MisspelledSuppression[] {
  return body.comments.flatMap(({ range, text }) => {
    const [begun = "", written = ""] = html.exec(text) ?? [];
    return toMisspelled(path, source, written, source.span(range).start + "<!--".length + begun.length);
  });
}

/** In `code`, comments are spaces after their delimiters. */
function readScript({ file: { path, source }, language, code }: Script): readonly MisspelledSuppression[] {
  const pattern = language === "javascript" || language === "typescript" ? slashes : hash;
  return Array.from(source.text.matchAll(pattern)).flatMap(
    ({ 0: begun, 1: sign = "", 2: written = "", index }) => {
      const isComment = code.charAt(index + begun.indexOf(sign)) === sign.charAt(0);
      return isComment ? toMisspelled(path, source, written, index + begun.length) : [];
    },
  );
}

function toMisspelled(
  file: string,
  source: SourceText,
  written: string,
  end: number,
): readonly MisspelledSuppression[] {
  if (written === "" || /^skills-disable(?:-next-line)?$/.test(written)) return [];
  return [
    { file, range: { start: source.positionAt(end - written.length), end: source.positionAt(end) }, written },
  ];
}
