import { lineEnd, linesBetween, nextLine, type Span } from "../core/lines.ts";
import { quote } from "../core/show.ts";
import { lineBreakOf, type SourceText } from "../core/source-text.ts";
import type { ParseProblem } from "../model/frontmatter.ts";

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

const closingDashes = /^([ \t]*)(-{3,}|--(?=[ \t]*$)|\.{3}(?=[ \t]*$))([ \t]*)(.*)$/su;

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
  const [, blanks = "", rule = "", gap = "", rest = ""] = closingDashes.exec(written) ?? [];
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

/** The start of the frontmatter, or the problem with it. */
interface Opening {
  /** The range of the opening fence; empty if it is missing. */
  readonly fence: Span;
  /** Absent if the file does not seem to have frontmatter. */
  readonly contentStart?: number;
  /** Number of spaces and tabs before the fence. */
  readonly indent: number;
  /** The Markdown code fence before the opening fence, or in place of it. */
  readonly codeFence?: Span;
  /** Whether there is only the code fence, without `---`. */
  readonly codeFenceOnly?: boolean;
  readonly problems: readonly ParseProblem[];
}

const openingDashes = /^([ \t]*)(-{3,})([ \t]*)(.*)$/su;
const codeFence = /^[ \t]*(?:`{3,}|~{3,})[ \t]*(?:[\w-]+[ \t]*)?$/;
const field = /^[ \t]*["']?[A-Za-z_][\w-]*["']?[ \t]*[:\uff1a]/;
const knownField = /^(?:name|description|license|compatibility|metadata|allowed-tools)[ \t]*:/;

/** Maximum number of lines that are searched for a fence after other text. */
const searchedLines = 64;

/**
 * Finds the line that opens the frontmatter: the first line if it is exactly "---", otherwise the line that was meant
 * to be the fence.
 */
function findOpening(source: SourceText): Opening {
  const { text } = source;
  const start = text.startsWith("\ufeff") ? 1 : 0;
  const first = lineAt(text, start);
  if (text.slice(first.start, first.end) === "---") return opened(first, nextLine(text, first.end), []);
  const line = firstWritten(text, start);
  if (!line)
    return nothing(
      source,
      { start, end: start },
      text.length > start ? "file contains only whitespace" : "file is empty",
    );
  const before = line.start > start ? [blankLines(source, start, line.start)] : [];
  return (
    loosely(source, line, before) ??
    behindText(source, line) ??
    linkAsText(source, line) ??
    nothing(source, line, `file starts with ${describe(text.slice(line.start, line.end))}`)
  );
}

function loosely(source: SourceText, line: Span, before: readonly ParseProblem[]): Opening | undefined {
  const { text } = source;
  const written = text.slice(line.start, line.end);
  const following = firstWritten(text, nextLine(text, line.end));
  if (openingDashes.test(written)) return looseDashes(source, line, following, before);
  if (codeFence.test(written)) return following && behindCodeFence(source, line, following, before);
  if (!knownField.test(written)) return undefined;
  return opened({ start: line.start, end: line.start }, line.start, [...before, missingFence(source, line)]);
}

/**
 * A line of dashes with other characters. More than three dashes, or dashes followed by text, are a fence only if a
 * field follows.
 */
function looseDashes(
  source: SourceText,
  line: Span,
  following: Span | undefined,
  before: readonly ParseProblem[],
): Opening | undefined {
  const { text } = source;
  const [, blanks = "", rule = "", gap = "", rest = ""] =
    openingDashes.exec(text.slice(line.start, line.end)) ?? [];
  const next = following ? text.slice(following.start, following.end) : "";
  const isField = field.test(rest);
  if (rule + rest !== "---" && !isField && !field.test(next)) return undefined;
  const fence = { start: line.start + blanks.length, end: line.start + blanks.length + rule.length };
  const problems = [...before];
  if (blanks !== "")
    problems.push(
      loose(source, { start: line.start, end: fence.start }, 'whitespace before the opening "---"', {
        title: "Remove the whitespace",
        text: "",
      }),
    );
  if (rule !== "---")
    problems.push(
      loose(source, fence, `frontmatter opens with ${quote(rule)}; write \`---\``, {
        title: 'Write "---"',
        text: "---",
      }),
    );
  if (rest === "" && gap !== "")
    problems.push(blanksBehind(source, { start: fence.end, end: line.end }, "opening"));
  if (rest !== "") problems.push(textBehind(source, { start: fence.end, end: line.end }, gap, rest));
  const contentStart = isField ? fence.end + gap.length : nextLine(text, line.end);
  return { ...opened(fence, contentStart, problems), indent: blanks.length };
}

function textBehind(source: SourceText, span: Span, gap: string, rest: string): ParseProblem {
  const message = `${quote(rest)} is on the same line as the opening "---"`;
  if (!rest.startsWith("#") && !field.test(rest))
    return { kind: "loose-fence", message, range: source.range(span.start + gap.length, span.end) };
  return loose(source, span, message, {
    title: "Move it to its own line",
    text: `${lineBreakOf(source.text)}${rest}`,
  });
}

function behindCodeFence(
  source: SourceText,
  line: Span,
  following: Span,
  before: readonly ParseProblem[],
): Opening | undefined {
  const next = source.text.slice(following.start, following.end);
  const message = `frontmatter is inside a code block that opens with ${quote(source.text.slice(line.start, line.end).trim())}`;
  const problems = [
    ...before,
    { kind: "loose-fence" as const, message, range: source.range(line.start, line.end) },
  ];
  if (next === "---")
    return { ...opened(following, nextLine(source.text, following.end), problems), codeFence: line };
  if (!knownField.test(next)) return undefined;
  return { ...opened(line, nextLine(source.text, line.end), problems), codeFence: line, codeFenceOnly: true };
}

/** A fence after a heading, a comment or other text; it counts only if a known field follows. */
function behindText(source: SourceText, first: Span): Opening | undefined {
  const { text } = source;
  let seen = 0;
  for (const line of linesBetween(text, nextLine(text, first.end), text.length)) {
    if (++seen > searchedLines) return undefined;
    if (text.slice(line.start, line.end) !== "---") continue;
    const next = lineAt(text, nextLine(text, line.end));
    if (!knownField.test(text.slice(next.start, next.end))) return undefined;
    const message = `${describe(text.slice(first.start, first.end))} comes before the opening "---"; the first line must be \`---\``;
    return opened(line, next.start, [
      { kind: "loose-fence", message, range: source.range(first.start, first.end) },
    ]);
  }
  return undefined;
}

function missingFence(source: SourceText, line: Span): ParseProblem {
  const at = source.range(line.start, line.start);
  const message = `file starts with ${quote(source.text.slice(line.start, line.end))}; insert \`---\` before it`;
  return {
    kind: "no-frontmatter",
    message,
    range: source.range(line.start, line.end),
    remedy: { title: 'Insert "---"', edits: [{ range: at, text: `---${lineBreakOf(source.text)}` }] },
  };
}

function blankLines(source: SourceText, start: number, end: number): ParseProblem {
  return loose(source, { start, end }, 'blank lines before the opening "---"; remove them', {
    title: "Remove the blank lines",
    text: "",
  });
}

/** The replacement for the invalid text. */
interface Replacement {
  readonly title: string;
  readonly text: string;
}

/** A mistyped fence, with the edit that corrects it. */
function loose(source: SourceText, span: Span, message: string, { title, text }: Replacement): ParseProblem {
  const range = source.range(span.start, span.end);
  return { kind: "loose-fence", message, range, remedy: { title, edits: [{ range, text }] } };
}

function blanksBehind(source: SourceText, span: Span, which: "opening" | "closing"): ParseProblem {
  const range = source.range(span.start, span.end);
  return {
    kind: "loose-fence",
    message: `whitespace after the ${which} "---"`,
    range,
    remedy: { title: "Remove the whitespace", safe: true, edits: [{ range, text: "" }] },
  };
}

function opened(fence: Span, contentStart: number, problems: readonly ParseProblem[]): Opening {
  return { fence, contentStart, indent: 0, problems };
}

/** A file that has only the path of a Markdown file: on Windows, Git checks out symlinks like this by default. */
function linkAsText(source: SourceText, line: Span): Opening | undefined {
  const target = source.text.slice(line.start, line.end);
  if (
    line.end - line.start !== source.text.trim().length ||
    !/^[^\s\\/:#*`"'<>[\]()|][^\s:#*`"'<>[\]()|]*\.md$/i.test(target)
  )
    return undefined;
  return nothing(
    source,
    line,
    `file contains only the path ${quote(target)}, as a Git symlink that is checked out as text`,
    "use `git config core.symlinks true` and check it out again",
  );
}

function nothing(
  source: SourceText,
  line: Span,
  message: string,
  fix = "the first line must be `---`",
): Opening {
  const problem: ParseProblem = {
    kind: "no-frontmatter",
    message: `${message}; ${fix}`,
    range: source.range(line.start, line.end),
  };
  return { fence: { start: line.start, end: line.start }, indent: 0, problems: [problem] };
}

function describe(line: string): string {
  const kind = /^\s{0,3}#{1,6}\s/.test(line)
    ? "the heading"
    : /^\s*<!--/.test(line)
      ? "the comment"
      : /^\s*<[A-Za-z!?/]/.test(line)
        ? "the HTML"
        : codeFence.test(line)
          ? "the code block"
          : "the text";
  return `${kind} ${quote(line.trim(), 60)}`;
}

function lineAt(text: string, start: number): Span {
  return { start, end: lineEnd(text, start) };
}

function firstWritten(text: string, start: number): Span | undefined {
  for (const line of linesBetween(text, start, text.length))
    if (/\S/.test(text.slice(line.start, line.end))) return line;
  return undefined;
}
