import type { ParseProblem } from "../model/frontmatter.ts";
import type { SourceText } from "../core/source-text.ts";
import { codeBlockEnd, findClosing } from "./closing.ts";
import { linesBetween, nextLine, type Span } from "./lines.ts";
import { findOpening, type Opening } from "./opening.ts";

/** How a SKILL.md is cut into frontmatter and body. */
export interface Fences {
  /** Absent where the file has no frontmatter. */
  readonly frontmatter?: { readonly content: Span; readonly closing: Span };
  readonly bodyStart: number;
  readonly problems: readonly ParseProblem[];
}

/** Cuts by lines, as the specification does; what is not exactly a fence, but was meant as one, is a problem and is read on. */
export function findFences(source: SourceText): Fences {
  const opening = findOpening(source);
  const { contentStart } = opening;
  if (contentStart === undefined)
    return { bodyStart: source.text.startsWith("\ufeff") ? 1 : 0, problems: opening.problems };
  const closing = findClosing(source, opening, contentStart);
  const frontmatter = { content: { start: contentStart, end: closing.fence.start }, closing: closing.fence };
  const problems = [...opening.problems, ...closing.problems];
  if (!opening.codeFence) return { frontmatter, bodyStart: closing.bodyStart, problems };
  return {
    frontmatter,
    ...unwrapped(source, opening, opening.codeFence, closing.fence, closing.bodyStart, problems),
  };
}

/** The cure for a code block around the frontmatter: without its lines, or with dashes in place of its fences. */
function unwrapped(
  source: SourceText,
  opening: Opening,
  codeOpening: Span,
  closing: Span,
  bodyStart: number,
  problems: readonly ParseProblem[],
): Omit<Fences, "frontmatter"> {
  const { text } = source;
  const codeClosing = opening.codeFenceOnly ? closing : findCodeClosing(text, bodyStart);
  if (!codeClosing || codeClosing.start === codeClosing.end) return { bodyStart, problems };
  const edits = [codeOpening, codeClosing].map(({ start, end }) =>
    opening.codeFenceOnly
      ? { range: source.range(start, end), text: "---" }
      : { range: source.range(start, nextLine(text, end)), text: "" },
  );
  const remedy = { title: "Take the frontmatter out of the code block", edits };
  const cured = problems.map((problem) =>
    problem.range.start.offset === codeOpening.start && !problem.remedy ? { ...problem, remedy } : problem,
  );
  const follows = text.slice(bodyStart, codeClosing.start).trim() === "";
  return {
    bodyStart: follows && !opening.codeFenceOnly ? nextLine(text, codeClosing.end) : bodyStart,
    problems: cured,
  };
}

/** The block closes right behind the frontmatter, or wraps the whole file. */
function findCodeClosing(text: string, bodyStart: number): Span | undefined {
  let first: Span | undefined;
  let last: Span | undefined;
  for (const line of linesBetween(text, bodyStart, text.length)) {
    if (text.slice(line.start, line.end).trim() === "") continue;
    first ??= line;
    last = line;
  }
  return [first, last].find((line) => line && codeBlockEnd.test(text.slice(line.start, line.end)));
}
