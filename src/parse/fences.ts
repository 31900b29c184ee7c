import { quote } from "../core/show.ts";
import { lineBreakOf, type SourceText } from "../core/source-text.ts";
import type { ParseProblem } from "../model/frontmatter.ts";
import { lineEnd, linesBetween, nextLine, type Span } from "../core/lines.ts";
import { blanksBehind, findOpening, loose, type Opening } from "./opening.ts";

/** A SKILL.md split into frontmatter and body. */
interface Fences {
  /** Absent if the file has no frontmatter. */
  readonly frontmatter?: { readonly content: Span; readonly closing: Span };
  readonly bodyStart: number;
  readonly problems: readonly ParseProblem[];
}

/** Splits a SKILL.md by lines, as the specification does. A mistyped fence is accepted, with a problem. */
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
    ...unwrapped(source, opening, opening.codeFence, { ...closing, problems }),
  };
}

/** A fix for a code block around the frontmatter: removes its fences, or replaces them with dashes. */
function unwrapped(
  source: SourceText,
  opening: Opening,
  codeOpening: Span,
  { fence, bodyStart, problems }: Closing,
): Omit<Fences, "frontmatter"> {
  const { text } = source;
  const codeClosing = opening.codeFenceOnly ? fence : findCodeClosing(text, bodyStart);
  if (!codeClosing || codeClosing.start === codeClosing.end) return { bodyStart, problems };
  const edits = [codeOpening, codeClosing].map(({ start, end }) =>
    opening.codeFenceOnly
      ? { range: source.range(start, end), text: "---" }
      : { range: source.range(start, nextLine(text, end)), text: "" },
  );
  const remedy = { title: "Take the frontmatter out of the code block", edits };
  const withRemedies = problems.map((problem) =>
    problem.range.start.offset === codeOpening.start && !problem.remedy ? { ...problem, remedy } : problem,
  );
  const follows = text.slice(bodyStart, codeClosing.start).trim() === "";
  return {
    bodyStart: follows && !opening.codeFenceOnly ? nextLine(text, codeClosing.end) : bodyStart,
    problems: withRemedies,
  };
}

/** The fence that closes the code block, either right after the frontmatter or at the end of the file. */
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

/** The end of the frontmatter and the start of the body. */
interface Closing {
  /** The closing fence; an empty range if it is missing. */
  readonly fence: Span;
  readonly bodyStart: number;
  readonly problems: readonly ParseProblem[];
}

/** The line that closes a Markdown code block. */
const codeBlockEnd = /^[ \t]*(?:`{3,}|~{3,})[ \t]*$/;

const dashes = /^([ \t]*)(-{3,}|--(?=[ \t]*$)|\.{3}(?=[ \t]*$))([ \t]*)(.*)$/su;

const belongs = /^(?:[ \t]*$|[ \t]|#|-[ \t]|[^\s:][^:]*:(?:[ \t]|$))/;

const heading = /^#{1,6} /;

const fieldStart = /^\s{0,8}[A-Za-z_][\w-]{0,60}[ \t]*:/;

/**
 * Finds the line that closes the frontmatter: the first line of exactly "---". No line of valid YAML starts
 * with three dashes or is just "--" or "...", so the first such line is taken as a mistyped fence.
 */
function findClosing(source: SourceText, opening: Opening, contentStart: number): Closing {
  const { text } = source;
  for (const line of linesBetween(text, contentStart, text.length)) {
    const first = text.charCodeAt(line.start);
    if (first !== 45 && first !== 46 && !opening.codeFenceOnly && opening.indent === 0) continue;
    const found = closes(source, line, opening);
    if (!found) continue;
    const until = bodyWithin(text, contentStart, line.start, opening.fence.start === opening.fence.end);
    if (!until) return found;
    return unclosed(
      source,
      opening,
      until,
      `frontmatter is not closed before line ${source.positionAt(line.start).line}`,
    );
  }
  const until = fieldsEnd(text, contentStart, text.length);
  return unclosed(source, opening, until, 'frontmatter is not closed with "---"');
}

function closes(source: SourceText, line: Span, opening: Opening): Closing | undefined {
  const written = source.text.slice(line.start, line.end);
  const after = nextLine(source.text, line.end);
  if (written === "---") return { fence: line, bodyStart: after, problems: [] };
  if (opening.codeFenceOnly && codeBlockEnd.test(written))
    return { fence: line, bodyStart: after, problems: [] };
  const [, blanks = "", rule = "", gap = "", rest = ""] = dashes.exec(written) ?? [];
  if (rule === "" || (blanks !== "" && (opening.indent === 0 || rule + rest !== "---"))) return undefined;
  const fence = { start: line.start + blanks.length, end: line.start + blanks.length + rule.length };
  if (rule === "--" && fieldStart.test(source.text.slice(after, after + 80))) return undefined;
  const problems: ParseProblem[] = [];
  if (blanks !== "")
    problems.push(
      loose(source, { start: line.start, end: fence.start }, 'whitespace before the closing "---"', {
        title: "Remove the whitespace",
        text: "",
      }),
    );
  if (rule !== "---")
    problems.push(
      loose(source, fence, `frontmatter is closed with ${quote(rule)}; write \`---\``, {
        title: 'Write "---"',
        text: "---",
      }),
    );
  if (rest === "" && gap !== "")
    problems.push(blanksBehind(source, { start: fence.end, end: line.end }, "closing"));
  if (rest === "") return { fence, bodyStart: after, problems };
  const message = `${quote(rest, 60)} is on the same line as the closing "---"`;
  problems.push(
    loose(source, { start: fence.end, end: fence.end + gap.length }, message, {
      title: "Move it to its own line",
      text: lineBreakOf(source.text),
    }),
  );
  return { fence, bodyStart: fence.end + gap.length, problems };
}

/**
 * End of the fields and assumed start of the body: the first line that cannot be part of a map, or a heading after an
 * empty line.
 */
function fieldsEnd(
  text: string,
  start: number,
  limit: number,
): { readonly end: number; readonly bodyStart: number } {
  let end = start;
  let blank = false;
  for (const line of linesBetween(text, start, limit)) {
    const written = text.slice(line.start, Math.min(line.end, line.start + 1024));
    if (!belongs.test(written) || (blank && heading.test(written))) return { end, bodyStart: line.start };
    blank = /^[ \t]*$/.test(written);
    if (!blank) end = nextLine(text, line.end);
  }
  return { end, bodyStart: limit };
}

/**
 * If only a `---` far down the body could close the frontmatter, the body starts earlier. A heading might be
 * a YAML comment, but not with prose below it. Without an opening fence any text after an empty line is the body.
 */
function bodyWithin(
  text: string,
  start: number,
  limit: number,
  isUnopened: boolean,
): ReturnType<typeof fieldsEnd> | undefined {
  if (!isUnopened && !text.slice(start, limit).includes("# ")) return undefined;
  const until = fieldsEnd(text, start, limit);
  const isHeading = heading.test(text.slice(until.bodyStart, Math.min(limit, until.bodyStart + 8)));
  const isParagraph =
    isUnopened && /\n\r?\n$/.test(text.slice(Math.max(start, until.bodyStart - 3), until.bodyStart));
  if (!isHeading && !isParagraph) return undefined;
  return holdsProse(text, until.bodyStart, limit) ? until : undefined;
}

function holdsProse(text: string, start: number, limit: number): boolean {
  for (const line of linesBetween(text, start, limit))
    if (!belongs.test(text.slice(line.start, Math.min(line.end, line.start + 1024)))) return true;
  return false;
}

function unclosed(
  source: SourceText,
  opening: Opening,
  { end, bodyStart }: ReturnType<typeof fieldsEnd>,
  what: string,
): Closing {
  const { text } = source;
  const at = source.range(end, end);
  const read =
    bodyStart === text.length
      ? "the whole file is read as frontmatter"
      : `the body is assumed to start on line ${source.positionAt(bodyStart).line}`;
  const broken = end === 0 || /[\r\n]/.test(text.charAt(end - 1));
  const fence = `${broken ? "" : lineBreakOf(text)}---${lineBreakOf(text)}`;
  const problem: ParseProblem = {
    kind: "unclosed-frontmatter",
    message: `${what}; ${read}`,
    range: source.range(opening.fence.start, Math.max(opening.fence.end, lineEnd(text, opening.fence.start))),
    remedy: { title: 'Insert the closing "---"', edits: [{ range: at, text: fence }] },
  };
  return { fence: { start: end, end }, bodyStart, problems: [problem] };
}
