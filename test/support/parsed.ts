import type { Range } from "../../src/core/place.ts";
import type { SkillDocument } from "../../src/model/skill.ts";
import type { ParseProblem } from "../../src/model/frontmatter.ts";
import { parseSkillMd } from "../../src/parse/skill-md.ts";
import { decodeText } from "../../src/parse/decode.ts";

export function parsed(text: string): SkillDocument {
  const { source, facts } = decodeText(Buffer.from(text));
  return parseSkillMd("SKILL.md", source, facts);
}

/** Frontmatter between exact fences, with a body of one line. */
export function fenced(frontmatter: string): SkillDocument {
  return parsed(`---\n${frontmatter}\n---\nbody\n`);
}

/** A problem as a test states it: its kind, its words, and the text it points at. */
export function problemsOf({
  source,
  problems,
}: SkillDocument): readonly (readonly [ParseProblem["kind"], string, string])[] {
  return problems.map(
    ({ kind, message, range }) =>
      [kind, message, source.text.slice(range.start.offset, range.end.offset)] as const,
  );
}

/** The text after the fixes of all problems, last first, as they do not overlap. */
export function fixedText({ source, problems }: SkillDocument): string {
  const edits = problems
    .flatMap(({ remedy }) => remedy?.edits ?? [])
    .toSorted(
      (a, b) => b.range.start.offset - a.range.start.offset || b.range.end.offset - a.range.end.offset,
    );
  return edits.reduce(
    (text, { range, text: put }) => text.slice(0, range.start.offset) + put + text.slice(range.end.offset),
    source.text,
  );
}

/** The fields' values, by key. */
export function values({ frontmatter }: SkillDocument): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Array.from(frontmatter?.fields.values() ?? [], ({ key, value }) => [key, value]));
}

/** A range as a plain value: its positions are computed on demand. */
export function places({ start, end }: Range): Range {
  return { start, end };
}
