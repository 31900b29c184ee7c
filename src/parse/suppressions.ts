import { isMarkdown } from "../core/paths.ts";
import type { Position, Range } from "../core/place.ts";
import type { SourceText } from "../core/source-text.ts";
import type { CodeFence } from "../model/body.ts";
import type { Script, ScriptLanguage } from "../model/script.ts";
import type { Skill } from "../model/skill.ts";
import {
  type MisspelledSuppression,
  misspelledWords,
  type SuppressedRule,
  type SuppressionComment,
} from "../model/suppression.ts";
import type { TextFile } from "../model/text-file.ts";

/** The word with which every suppression starts; rules' words include it, so that it is searched for. */
const suppressionWord = "skills-disable";

const directive = /^\s*skills-disable(-next-line)?(?=\s|$)/;

/** Maximum length of a reason in UTF-16 units, as it is printed with every finding that it suppresses. */
const longestReason = 500;

/** Maximum number of rules per comment. Further ones are not read and suppress nothing. */
const mostRules = 100;

interface Found {
  /** Offset of the comment's opening delimiter. */
  readonly start: number;
  readonly end: number;
  /** The text between the comment's delimiters. */
  readonly text: string;
  readonly textStart: number;
  readonly next: boolean;
}

/**
 * The suppressions in a skill's Markdown and scripts, outside code blocks and quoted strings; sorted by file
 * and position.
 */
export function findSuppressions({
  texts,
  scripts,
}: Pick<Skill, "texts" | "scripts">): readonly SuppressionComment[] {
  if (!texts.some((file) => file.has(suppressionWord))) return [];
  const inMarkdown = texts
    .filter((file) => isMarkdown(file.path) && file.has(suppressionWord))
    .flatMap(readMarkdown);
  return [...inMarkdown, ...scripts.filter(({ file }) => file.has(suppressionWord)).flatMap(readScript)];
}

function readMarkdown({ path, source, body }: TextFile): readonly SuppressionComment[] {
  const found = body.comments.flatMap(({ range, text }): readonly Found[] => {
    const match = directive.exec(text);
    const { start, end } = source.span(range);
    return match
      ? [{ start, end, text, textStart: start + "<!--".length, next: match[1] !== undefined }]
      : [];
  });
  return found.length === 0 ? [] : toComments(path, source, found, lastLines(body.fences));
}

/** For the first line of each code block, its last line. */
function lastLines(fences: readonly CodeFence[]): ReadonlyMap<number, number> {
  return new Map(
    fences.map(
      ({ range: { start, end } }) => [start.line, end.column === 1 ? end.line - 1 : end.line] as const,
    ),
  );
}

const [hash, slashes] = [
  /^[ \t]*(#+)([ \t]*skills-disable.*)$/gm,
  /^[ \t]*(\/\/+)([ \t]*skills-disable.*)$/gm,
];

const marks: Readonly<Record<ScriptLanguage, RegExp>> = {
  python: hash,
  shell: hash,
  powershell: hash,
  ruby: hash,
  perl: hash,
  other: hash,
  javascript: slashes,
  typescript: slashes,
};

/**
 * Reads the comments of a script that are on their own line. If the language is known, `code` contains spaces in
 * place of quoted strings and of comments after their delimiters.
 */
function readScript({ file: { path, source }, language, code }: Script): readonly SuppressionComment[] {
  const found = Array.from(source.text.matchAll(marks[language])).flatMap((match): readonly Found[] => {
    const [line, sign = "", text = ""] = match;
    const end = match.index + line.length;
    const textStart = end - text.length;
    const start = textStart - sign.length;
    const asked = directive.exec(text);
    return asked && code.charAt(start) === sign.charAt(0)
      ? [{ start, end, text, textStart, next: asked[1] !== undefined }]
      : [];
  });
  return toComments(path, source, found, new Map());
}

/** Iterates from last to first, because several comments above a line all apply to it. */
function toComments(
  file: string,
  source: SourceText,
  found: readonly Found[],
  blocks: ReadonlyMap<number, number>,
): readonly SuppressionComment[] {
  const comments: SuppressionComment[] = [];
  const nextOf = nextLines(source);
  /** The line that a comment applies to, by the comment's line. */
  const above = new Map<number, number>();
  for (let at = found.length - 1; at >= 0; at--) {
    const { start, end, next, ...written } = found[at]!;
    const range = plainRange(source, start, end);
    const below = nextOf(range.end.line);
    const first = above.get(below) ?? below;
    if (beginsLine(source, found[at - 1], range.start)) above.set(range.start.line, first);
    comments.push({
      file,
      range,
      ...readText(source, written),
      ...(next && { lines: { first, last: blocks.get(first) ?? first } }),
    });
  }
  return comments.reverse();
}

/**
 * Returns a function for the next line that is not empty. It must be called from the end of the text to the start, so
 * that no empty line is visited twice.
 */
function nextLines(source: SourceText): (line: number) => number {
  let known = { line: Infinity, next: Infinity };
  return (line) => {
    if (line === known.line) return known.next;
    let next = line + 1;
    while (
      next <= source.lineCount &&
      isBlank(source.text, source.lineStart(next), source.lineStart(next + 1))
    )
      next++;
    known = { line, next };
    return next;
  };
}

/** Whether a comment is the first on its line; others are not checked. */
function beginsLine(source: SourceText, before: Found | undefined, { line, offset }: Position): boolean {
  const start = source.lineStart(line);
  return (!before || before.end <= start) && isBlank(source.text, start, offset);
}

function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!/\s/.test(text.charAt(at))) return false;
  return true;
}

/** Reads "RULE, RULE -- reason" after the directive. */
function readText(
  source: SourceText,
  { text, textStart }: Pick<Found, "text" | "textStart">,
): Pick<SuppressionComment, "rules" | "reason"> {
  const from = directive.exec(text)?.[0].length ?? 0;
  const dashes = text.slice(from).search(/(?<=\s)--(?=\s|$)/);
  const named = dashes < 0 ? text : text.slice(0, from + dashes);
  const reason =
    dashes < 0
      ? ""
      : text
          .slice(from + dashes + 2)
          .slice(0, longestReason)
          .replace(/\s+/g, " ")
          .trim();
  const rules: SuppressedRule[] = [];
  const words = /[^\s,]+/g;
  words.lastIndex = from;
  for (let match = words.exec(named); match && rules.length < mostRules; match = words.exec(named)) {
    const start = textStart + match.index;
    rules.push({ id: match[0], range: plainRange(source, start, start + match[0].length) });
  }
  return { rules, reason: /[\p{L}\p{N}]/u.test(reason) ? reason.toWellFormed() : "" };
}

function plainRange(source: SourceText, start: number, end: number): Range {
  return { start: source.positionAt(start), end: source.positionAt(end) };
}

const misspelledMarkdown = /^\s*((?:skills?|skillwright)[-_]disable[\w-]*:?)(?=\s|$)/i;
const [misspelledHash, misspelledSlashes] = [
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
    ...markdown.flatMap(misspelledInMarkdown),
    ...scripts.filter(({ file }) => isMeant(file)).flatMap(misspelledInScript),
  ];
}

function misspelledInMarkdown({ path, source, body }: TextFile): readonly MisspelledSuppression[] {
  return body.comments.flatMap(({ range, text }) => {
    const [begun = "", written = ""] = misspelledMarkdown.exec(text) ?? [];
    return toMisspelled(path, source, written, source.span(range).start + "<!--".length + begun.length);
  });
}

/** In `code`, comments are spaces after their delimiters. */
function misspelledInScript({
  file: { path, source },
  language,
  code,
}: Script): readonly MisspelledSuppression[] {
  const pattern = language === "javascript" || language === "typescript" ? misspelledSlashes : misspelledHash;
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
