import { hasNoComment, toQuoted } from "../scalar.ts";
import { quote } from "../../core/show.ts";
import type { ParseProblem } from "../../model/frontmatter.ts";
import type { SourceText } from "../../core/source-text.ts";
import { linesBetween, type Span } from "../../core/lines.ts";

/** A line as `key: value`, at any depth and after any list markers. If it has no key, the whole line is the value. */
export interface Entry {
  readonly line: Span;
  readonly key?: string;
  /** The name of the value for messages. */
  readonly subject: string;
  /** Number of columns before the key. */
  readonly indent: number;
  /** Range of the value in the line, without surrounding spaces. */
  readonly value: Span;
  readonly written: string;
}

const head = /^([ \t]*(?:-[ \t]+)*)(?:(["']?)([^\s"'#:[\]{},&*!|>%@`][^"':#]{0,127})\2[ \t]*:(?:[ \t]+|$))?/;
const readAs: Readonly<Record<string, string>> = {
  "*": "an alias",
  "&": "an anchor",
  "!": "a tag",
  "[": "a list",
  "{": "a map",
};
const closers: Readonly<Record<string, string>> = { "[": "]", "{": "}" };

export function readEntry(text: string, line: Span): Entry {
  const [match = "", marks = "", , key] = head.exec(text.slice(line.start, line.end)) ?? [];
  const written = text.slice(line.start + match.length, line.end).replace(/^[ \t]+/, "");
  const start = line.end - written.length;
  const kept = written.trimEnd();
  const subject =
    key === undefined
      ? marks.includes("-")
        ? "the list item"
        : "the line"
      : `the value of ${quote(key.trimEnd(), 60)}`;
  return {
    line,
    subject,
    indent: marks.length,
    value: { start, end: start + kept.length },
    written: kept,
    ...(key !== undefined && { key: key.trimEnd() }),
  };
}

/** Describes the mistake in a line's value, if its first character or a colon in it shows what is wrong. */
export function valueMistake(source: SourceText, segment: Span, entry: Entry): ParseProblem | undefined {
  const { subject, written } = entry;
  const first = written.charAt(0);
  if (first === "" || subject === "the line") return undefined;
  if ("@`%,".includes(first) || /^[-?:](?: |$)/.test(written))
    return bare(
      source,
      segment,
      entry,
      `${subject} starts with ${quote(first)}, which YAML reserves; quote it`,
    );
  if ("*&!".includes(first))
    return bare(
      source,
      segment,
      entry,
      `${subject} starts with ${quote(first)}, which YAML reads as ${readAs[first]}; quote it`,
    );
  if (first in closers) return flowMistake(source, segment, entry);
  if (first === "|" || first === ">") return blockMistake(source, entry);
  if (first === '"' || first === "'") return quotedMistake(source, entry);
  const whole = wholeValue(source.text, segment, entry);
  const colon = /:(?=[ \t\r\n]|$)/.exec(source.text.slice(whole.start, whole.end));
  if (!colon) return undefined;
  return quotable(
    source,
    whole,
    { start: whole.start + colon.index, end: whole.start + colon.index + 1 },
    `unquoted ": " in ${subject}; quote it`,
  );
}

function bare(source: SourceText, segment: Span, entry: Entry, message: string): ParseProblem {
  return quotable(
    source,
    wholeValue(source.text, segment, entry),
    { start: entry.value.start, end: entry.value.start + 1 },
    message,
  );
}

function flowMistake(source: SourceText, segment: Span, entry: Entry): ParseProblem | undefined {
  const { subject, value, written } = entry;
  const open = written.charAt(0);
  const close = closers[open] ?? "";
  const rest = source.text.slice(value.start, segment.end);
  if (!rest.includes(close))
    return {
      kind: "yaml-syntax",
      message: `${subject} opens with ${quote(open)} that is never closed`,
      range: source.range(value.start, value.start + 1),
    };
  if (written.endsWith(close) && !written.startsWith("{{") && closesLast(written, open, close))
    return undefined;
  return bare(
    source,
    segment,
    entry,
    `${subject} starts with ${quote(open)}, which YAML reads as ${readAs[open]}; quote it`,
  );
}

/** Whether the last character closes the first bracket, as in `[a]` but not in `[a] [b]`. */
function closesLast(written: string, open: string, close: string): boolean {
  let depth = 0;
  for (let at = 0; at < written.length - 1; at++) {
    const character = written.charAt(at);
    if (character === open) depth++;
    else if (character === close && --depth === 0) return false;
  }
  return true;
}

function blockMistake(source: SourceText, { value, written, subject }: Entry): ParseProblem | undefined {
  const [header = "", mark = "", text = ""] = /^([|>])[-+0-9]*[ \t]*(.*)$/su.exec(written) ?? [];
  if (text === "" || text.startsWith("#")) return undefined;
  const start = value.start + header.length - text.length;
  return {
    kind: "yaml-syntax",
    message: `text follows the ${quote(mark)} of ${subject}; move it to the next line`,
    range: source.range(start, value.end),
  };
}

function quotedMistake(source: SourceText, entry: Entry): ParseProblem | undefined {
  const { value, written } = entry;
  const { text } = source;
  const mark = written.charAt(0);
  const close = closingQuote(text, value.start, value.end);
  if (close === undefined) return undefined;
  if (close + 1 < value.end) return textAfterQuote(source, entry, close + 1);
  const escape = mark === '"' ? unknownEscape.exec(written) : null;
  if (!escape) return undefined;
  const start = value.start + escape[0].length - 2;
  const problem: ParseProblem = {
    kind: "yaml-syntax",
    message: `${quote(escape[0].slice(-2))} is not a valid escape in double quotes`,
    range: source.range(start, start + 2),
  };
  const inner = written.slice(1, -1);
  if (inner.includes("'") || knownEscape.test(inner)) return problem;
  return {
    ...problem,
    remedy: {
      title: "Use single quotes",
      edits: [{ range: source.range(value.start, value.end), text: `'${inner}'` }],
    },
  };
}

const unknownEscape = /^"(?:[^\\]|\\[0abefnrtv NLP_"/\\\txuU])*\\[^0abefnrtv NLP_"/\\\txuU]/;
const knownEscape = /\\[0abefnrtv NLP_"/\\\txuU]/;

/** Reports text after a closing quote: usually a quote inside the quotes, or quotes around only the first words. */
function textAfterQuote(source: SourceText, { value, written, subject }: Entry, start: number): ParseProblem {
  const rest = source.text.slice(start, value.end);
  const from = start + rest.length - rest.trimStart().length;
  const problem: ParseProblem = {
    kind: "yaml-syntax",
    message: `${quote(rest.trim(), 60)} follows the closing quote of ${subject}`,
    range: source.range(from, value.end),
  };
  if (rest === ",")
    return {
      ...problem,
      remedy: { title: "Remove the comma", edits: [{ range: source.range(start, value.end), text: "" }] },
    };
  if (rest.includes("#")) return problem;
  const wraps = written.length > 1 && written.endsWith(written.charAt(0));
  const requoted = inOtherQuotes(wraps ? written.slice(1, -1) : written);
  if (requoted === undefined) return problem;
  return {
    ...problem,
    remedy: {
      title: "Quote the whole value with the other quotes",
      edits: [{ range: source.range(value.start, value.end), text: requoted }],
    },
  };
}

function inOtherQuotes(text: string): string | undefined {
  if (text.includes("\\")) return undefined;
  return !text.includes("'") ? `'${text}'` : !text.includes('"') ? `"${text}"` : undefined;
}

/** Offset of the quote that closes the one at `start`; undefined if there is none before `end`. */
export function closingQuote(text: string, start: number, end: number): number | undefined {
  const mark = text.charAt(start);
  for (let at = start + 1; at < end; at++) {
    const character = text.charAt(at);
    if (character === "\\" && mark === '"') at++;
    else if (character === mark) {
      if (mark === '"' || text.charAt(at + 1) !== mark) return at;
      at++;
    }
  }
  return undefined;
}

/** The value, with the following lines that are indented more than its key, up to an empty line. */
function wholeValue(text: string, segment: Span, { line, value, indent }: Entry): Span {
  let { end } = value;
  for (const next of linesBetween(text, line.start, segment.end)) {
    if (next.start === line.start) continue;
    const written = text.slice(next.start, next.end);
    const depth = written.length - written.trimStart().length;
    if (depth <= indent || depth === written.length) break;
    end = next.start + written.trimEnd().length;
  }
  return { start: value.start, end };
}

/**
 * Quoting is a safe fix unless the text contains a comment, several lines or a colon at the end, which may
 * mean something else.
 */
function quotable(source: SourceText, whole: Span, at: Span, message: string): ParseProblem {
  const problem: ParseProblem = { kind: "yaml-syntax", message, range: source.range(at.start, at.end) };
  const text = source.text.slice(whole.start, whole.end);
  if (!hasNoComment(text)) return problem;
  const quoted = toQuoted(text);
  // Readers that work line by line show escapes as they are written, and treat text in brackets as a list.
  const safe = !/[\r\n]|:$|^\[.*\]$|^\{.*\}$/.test(text) && quoted.slice(1, -1) === text;
  return {
    ...problem,
    remedy: {
      title: "Quote the value",
      ...(safe && { safe }),
      edits: [{ range: source.range(whole.start, whole.end), text: quoted }],
    },
  };
}
