import { lineBreakOf, type SourceText } from "../core/source-text.ts";
import type { ParseProblem } from "../model/frontmatter.ts";
import { quote } from "../core/show.ts";
import { lineEnd, linesBetween, nextLine, type Span } from "../core/lines.ts";

/** The start of the frontmatter, or the problem with it. */
export interface Opening {
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

const dashes = /^([ \t]*)(-{3,})([ \t]*)(.*)$/su;
const codeFence = /^[ \t]*(?:`{3,}|~{3,})[ \t]*(?:[\w-]+[ \t]*)?$/;
const field = /^[ \t]*["']?[A-Za-z_][\w-]*["']?[ \t]*[:\uff1a]/;
const knownField = /^(?:name|description|license|compatibility|metadata|allowed-tools)[ \t]*:/;

/** Maximum number of lines that are searched for a fence after other text. */
const searchedLines = 64;

/**
 * Finds the line that opens the frontmatter: the first line if it is exactly "---", otherwise the line that was meant
 * to be the fence.
 */
export function findOpening(source: SourceText): Opening {
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
    nothing(source, line, `file starts with ${describe(text.slice(line.start, line.end))}`)
  );
}

function loosely(source: SourceText, line: Span, before: readonly ParseProblem[]): Opening | undefined {
  const { text } = source;
  const written = text.slice(line.start, line.end);
  const following = firstWritten(text, nextLine(text, line.end));
  if (dashes.test(written)) return looseDashes(source, line, following, before);
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
  const [, blanks = "", rule = "", gap = "", rest = ""] = dashes.exec(text.slice(line.start, line.end)) ?? [];
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
export function loose(
  source: SourceText,
  span: Span,
  message: string,
  { title, text }: Replacement,
): ParseProblem {
  const range = source.range(span.start, span.end);
  return { kind: "loose-fence", message, range, remedy: { title, edits: [{ range, text }] } };
}

export function blanksBehind(source: SourceText, span: Span, which: "opening" | "closing"): ParseProblem {
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

function nothing(source: SourceText, line: Span, message: string): Opening {
  const problem: ParseProblem = {
    kind: "no-frontmatter",
    message: `${message}; the first line must be \`---\``,
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
