import type { Body } from "../../model/body.ts";
import type { Range } from "../../core/place.ts";
import type { Skill } from "../../model/skill.ts";
import type { SourceText } from "../../core/source-text.ts";
import type { TextFile } from "../../model/text-file.ts";

/** SKILL.md among the skill's texts; undefined if no other file was read, or if SKILL.md could not be read. */
export function skillText({ document, texts }: Skill): TextFile | undefined {
  return document && texts.find(({ path }) => path === document.file);
}

/** A text; its offsets plus `start` are those of the file. */
interface Prose {
  readonly text: string;
  readonly start: number;
}

/** The body with spaces in place of fenced code and comments; all lines and offsets are unchanged. */
export function proseOf(
  source: SourceText,
  { range, fences, comments }: Pick<Body, "range" | "fences" | "comments">,
): Prose {
  const start = range.start.offset;
  const skipped = [...fences, ...comments]
    .map((each) => offsets(each.range))
    .sort((one, other) => one.start - other.start);
  let text = "";
  let at = start;
  for (const hole of skipped) {
    if (hole.end <= at) continue;
    text +=
      source.text.slice(at, Math.max(at, hole.start)) +
      toSpaces(source.text.slice(Math.max(at, hole.start), hole.end));
    at = hole.end;
  }
  return { text: text + source.text.slice(at, range.end.offset), start };
}

/** Replaces inline code, such as `x`, with spaces. */
export function withoutCode(prose: Prose): Prose {
  return { ...prose, text: prose.text.replace(/`[^`\n]+`/g, toSpaces) };
}

function offsets({ start, end }: Range): { readonly start: number; readonly end: number } {
  return { start: start.offset, end: end.offset };
}

function toSpaces(text: string): string {
  return text.replace(/[^\r\n]+/g, (run) => " ".repeat(run.length));
}
