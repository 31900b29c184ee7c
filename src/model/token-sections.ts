import type { Heading } from "./body.ts";
import type { SkillDocument } from "./skill.ts";
import type { TokenCounter } from "./token-counter.ts";

/** A section of a body, from one heading to the next, and its tokens. Can be serialized as JSON. */
export interface SectionCost {
  /** The heading's text; "(no heading)" for the text before the first one. */
  readonly title: string;
  /** 0 for the text before the first heading. */
  readonly level: number;
  readonly line: number;
  /** From the heading to the next one of any level. */
  readonly tokens: number;
  /** Includes the tokens of the subsections. */
  readonly total: number;
}

/** As `SectionCost`, with the heading itself. */
export interface TokenSection extends SectionCost {
  /** Absent for the text before the first heading. */
  readonly heading?: Heading;
}

/** The tokens of a document's sections; empty if there is no document. */
export function sectionCosts(
  document: SkillDocument | undefined,
  counter: TokenCounter,
): readonly SectionCost[] {
  return document
    ? sectionsOf(document, counter).map(({ title, level, line, tokens, total }) => ({
        title,
        level,
        line,
        tokens,
        total,
      }))
    : [];
}

/** The sections of a document's body in order. Text before the first heading counts unless it is only whitespace. */
export function sectionsOf({ source, body }: SkillDocument, counter: TokenCounter): readonly TokenSection[] {
  const { headings } = body;
  const { start: first, end } = source.span(body.range);
  const starts = headings.map(({ range }) => source.span(range).start);
  const own = starts.map((start, at) => counter.count(source.text.slice(start, starts[at + 1] ?? end)));
  const totals = withNested(headings, own);
  const sections = headings.map(
    (heading, at): TokenSection => ({
      heading,
      title: heading.text,
      level: heading.level,
      line: source.positionAt(starts[at]!).line,
      tokens: own[at]!,
      total: totals[at]!,
    }),
  );
  const opening = source.text.slice(first, starts[0] ?? end);
  if (opening.trim() === "") return sections;
  const cost = counter.count(opening);
  const begins = first + opening.length - opening.trimStart().length;
  return [
    { title: "(no heading)", level: 0, line: source.positionAt(begins).line, tokens: cost, total: cost },
    ...sections,
  ];
}

/**
 * The main sections of a body, none inside another: those of the highest heading level that occurs more than once
 * (usually the second, as the first is the title). Empty if no level does.
 */
export function chaptersOf<Section extends SectionCost>(sections: readonly Section[]): readonly Section[] {
  const headed = sections.filter(({ level }) => level > 0);
  const levels = headed.map(({ level }) => level).toSorted((a, b) => a - b);
  const chapter = levels.find((level, at) => levels[at + 1] === level);
  return headed.filter(({ level }) => level === chapter);
}

/** Adds each section's cost to the sections that contain it: the nearest before it of each lower level. */
function withNested(headings: readonly Heading[], own: readonly number[]): readonly number[] {
  const totals = own.slice();
  const open: number[] = [];
  for (const [at, { level }] of headings.entries()) {
    while (open.length > 0 && headings[open.at(-1)!]!.level >= level) close(open, totals);
    open.push(at);
  }
  while (open.length > 0) close(open, totals);
  return totals;
}

function close(open: number[], totals: number[]): void {
  const closed = open.pop()!;
  const parent = open.at(-1);
  if (parent !== undefined) totals[parent]! += totals[closed]!;
}
