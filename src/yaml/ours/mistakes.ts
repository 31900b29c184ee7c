import { lineEnd, linesBetween, nextLine, type Span } from "../../core/lines.ts";
import { quote } from "../../core/show.ts";
import type { SourceText } from "../../core/source-text.ts";
import { type ParseProblem, specKeys } from "../../model/frontmatter.ts";
import { toQuoted } from "../scalar.ts";
import { type ComposedYaml, composeYaml } from "./gate.ts";
import { textAfter } from "./remedies.ts";
import type { Segment } from "./segments.ts";
import { strayLine } from "./stray-lines.ts";
import { closingQuote, type Entry, readEntry, valueMistake } from "./value-mistakes.ts";

type YamlError = ComposedYaml["errors"][number];

const nestedKey = /^([ \t]+)([A-Za-z][\w-]*):(?:[ \t]|$)/;
const nextField = /^(?:\s*$|---|[A-Za-z][\w-]*:(?:\s|$))/;

/**
 * Describes what the author did wrong in a segment, instead of which rule of YAML's grammar is violated. Reports one
 * problem per segment, as a YAML parser's later errors follow from the first. The offsets of `errors` are relative to
 * the segment.
 */
export function diagnose(source: SourceText, segment: Segment, errors: readonly YamlError[]): ParseProblem {
  const { text } = source;
  const tab = errors.find(
    ({ code, start }) => code === "TAB_AS_INDENT" || isIndentingTab(text, segment.start + start),
  );
  if (tab) return tabProblem(source, segment, segment.start + tab.start);
  const first = errors[0] ?? { code: "", start: 0, end: 0 };
  const at = Math.min(segment.start + first.start, segment.end);
  if (!segment.key && at <= segment.head.end) return strayLine(source, segment.head);
  const line = lineWith(text, segment, at);
  const entry = readEntry(text, line);
  return (
    unindentedQuote(source, segment) ??
    unclosedQuote(source, segment, errors) ??
    fieldUnderValue(source, segment, entry) ??
    listLeftOfKey(source, line, segment.end) ??
    valueMistake(source, segment, entry) ??
    byCode(source, line, first.code, {
      start: at,
      end: Math.min(segment.start + Math.max(first.end, first.start + 1), segment.end),
    })
  );
}

/** Whether the error is caused by a tab: inside a block scalar, the library reports wrong indentation instead. */
function isIndentingTab(text: string, at: number): boolean {
  return text.charCodeAt(at) === 9 && "\r\n".includes(text.charAt(at - 1));
}

function lineWith(text: string, segment: Segment, at: number): Span {
  let start = at;
  while (start > segment.start && !"\r\n".includes(text.charAt(start - 1))) start--;
  return { start, end: Math.min(lineEnd(text, start), segment.end) };
}

/** Reports a quoted value whose later lines are not indented more than its key. */
function unindentedQuote(source: SourceText, segment: Segment): ParseProblem | undefined {
  const { text } = source;
  const { subject, value, indent, written } = readEntry(text, segment.head);
  if (!segment.key || !/^["']/.test(written)) return undefined;
  const close = closingQuote(text, value.start, segment.end) ?? value.start;
  const lines = Array.from(linesBetween(text, value.end, close + 1)).filter(({ start, end }) => {
    const column = text.slice(start, end).search(/\S/);
    return start > value.end && column >= 0 && column <= indent;
  });
  const [first] = lines;
  if (!first) return undefined;
  const message = `${subject} continues on this line without indentation; indent it`;
  const edits = lines.map(({ start }) => ({
    range: source.range(start, start),
    text: " ".repeat(indent + 2),
  }));
  return {
    kind: "yaml-syntax",
    message,
    range: source.range(first.start, first.start + 1),
    remedy: { title: "Indent the lines of the value", safe: true, edits },
  };
}

/** Reports a quote that is not closed before the end of the segment, where the library reports it. */
function unclosedQuote(
  source: SourceText,
  segment: Segment,
  errors: readonly YamlError[],
): ParseProblem | undefined {
  const { text } = source;
  const length = text.slice(segment.start, segment.end).trimEnd().length;
  if (!errors.some(({ code, start }) => code === "MISSING_CHAR" && start >= length)) return undefined;
  let from = segment.start;
  for (const line of linesBetween(text, segment.start, segment.end)) {
    if (line.start < from) continue;
    const entry = readEntry(text, line);
    const { value } = entry;
    const mark = text.charAt(value.start);
    if (value.start === value.end || (mark !== '"' && mark !== "'")) continue;
    const close = closingQuote(text, value.start, segment.end);
    if (close === undefined) return neverClosed(source, segment, entry);
    from = close + 1;
  }
  return undefined;
}

function neverClosed(source: SourceText, segment: Segment, { subject, value }: Entry): ParseProblem {
  const mark = source.text.charAt(value.start);
  const message = `${subject} opens with ${mark === '"' ? "a double quote" : "a single quote"} that is never closed`;
  const problem: ParseProblem = {
    kind: "yaml-syntax",
    message,
    range: source.range(value.start, value.start + 1),
  };
  const alone =
    source.text.slice(value.end, segment.end).trim() === "" && source.text.charAt(value.end - 1) !== "\\";
  const after = nextLine(source.text, lineEnd(source.text, value.end));
  const goesOn = !nextField.test(source.text.slice(after, lineEnd(source.text, after)));
  if (!alone || goesOn || value.end - value.start === 1) return problem;
  const end = source.range(value.end, value.end);
  return {
    ...problem,
    remedy: { title: "Close the quote at the end of the line", edits: [{ range: end, text: mark }] },
  };
}

/** Reports an indented `description: y` after `name: x`. */
function fieldUnderValue(source: SourceText, segment: Segment, entry: Entry): ParseProblem | undefined {
  const { text } = source;
  if (entry.key === undefined || entry.written === "" || /^[|>"'[{]|: |:$/.test(entry.written))
    return undefined;
  const [, next] = linesBetween(text, entry.line.start, segment.end);
  const [, blanks, key] = (next && nestedKey.exec(text.slice(next.start, next.end))) ?? [];
  if (!next || blanks === undefined || key === undefined || blanks.length <= entry.indent) return undefined;
  const keyStart = next.start + blanks.length;
  const message = `${quote(key)} is indented under ${quote(entry.key)}, which already has a value`;
  const problem: ParseProblem = {
    kind: "yaml-syntax",
    message,
    range: source.range(keyStart, keyStart + key.length),
  };
  if (!specKeys.includes(key) || entry.indent > 0) return problem;
  return {
    ...problem,
    remedy: {
      title: "Remove the indentation",
      edits: [{ range: source.range(next.start, keyStart), text: "" }],
    },
  };
}

/** Reports a list with less indentation than the key above it, on the line of the error or the next. */
function listLeftOfKey(source: SourceText, line: Span, end: number): ParseProblem | undefined {
  const { text } = source;
  const at = text.slice(0, line.start).trimEnd().length;
  const above = text.lastIndexOf("\n", at - 1) + 1;
  const lines = Array.from(linesBetween(text, above, end)).filter(
    (each) => text.slice(each.start, each.end).trim() !== "",
  );
  for (const [index, each] of lines.slice(0, 3).entries()) {
    const written = text.slice(each.start, each.end);
    const key = lines[index - 1];
    const item = /^( *)- /.exec(written);
    const list = key && /^( +)([\w-]+):[ \t]*$/.exec(text.slice(key.start, key.end));
    if (item && list && item[1]!.length < list[1]!.length)
      return {
        kind: "yaml-syntax",
        message: `list item ${quote(written.trim(), 40)} has less indentation than ${quote(list[2]!, 30)}; indent the list`,
        range: trimmedRange(source, each),
      };
  }
  return undefined;
}

function byCode(source: SourceText, line: Span, code: string, span: Span): ParseProblem {
  const range = source.range(span.start, span.end);
  const token = quote(source.text.slice(span.start, span.end).trim(), 60);
  const whole = quote(source.text.slice(line.start, line.end).trim(), 60);
  switch (code) {
    case "BAD_INDENT":
      return {
        kind: "yaml-syntax",
        message: `${whole} is not indented like the lines around it`,
        range: trimmedRange(source, line),
      };
    case "MISSING_CHAR":
    case "MULTILINE_IMPLICIT_KEY":
      return {
        kind: "yaml-syntax",
        message: whole.startsWith('"- ')
          ? `list item ${whole} does not belong to any field`
          : `${whole} is not a "key: value" line and does not continue the line above`,
        range: trimmedRange(source, line),
      };
    case "KEY_OVER_1024_CHARS":
      return {
        kind: "yaml-syntax",
        message: "a key is longer than the 1024 characters that YAML allows",
        range,
      };
    case "BAD_SCALAR_START":
      return badStart(source, line, span);
    case "NON_STRING_KEY":
      return { kind: "yaml-feature", message: `${token} is used as a key; use a string`, range };
    default:
      return { kind: "yaml-syntax", message: unexpected(source, line, span), range };
  }
}

/** What cannot be where it is; the whole line, if the library points to the white space before it. */
function unexpected({ text }: SourceText, line: Span, span: Span): string {
  const token = text.slice(span.start, span.end).trim();
  const whole = text.slice(line.start, line.end).trim();
  return token !== "" || whole === ""
    ? `unexpected ${quote(token === "" ? "end of the line" : token, 60)}`
    : `${quote(whole, 60)} does not continue the lines above`;
}

/**
 * Reports a character that cannot start a value in a flow list or map; the value ends at the next comma or bracket.
 */
function badStart(source: SourceText, line: Span, { start }: Span): ParseProblem {
  const first = source.text.charAt(start);
  const problem: ParseProblem = {
    kind: "yaml-syntax",
    message: `value starts with ${quote(first)}, which YAML reserves; quote it`,
    range: source.range(start, start + 1),
  };
  const [item = ""] = /^[^,[\]{}#]*/.exec(source.text.slice(start, line.end)) ?? [];
  const text = item.trimEnd();
  if (text.length < 2 || text.includes(": ")) return problem;
  return {
    ...problem,
    remedy: {
      title: "Quote the value",
      edits: [{ range: source.range(start, start + text.length), text: toQuoted(text) }],
    },
  };
}

function trimmedRange(source: SourceText, { start, end }: Span): ParseProblem["range"] {
  const written = source.text.slice(start, end);
  const from = start + written.length - written.trimStart().length;
  return source.range(from, from + written.trim().length);
}

type Remedy = NonNullable<ParseProblem["remedy"]>;

interface TabbedLine {
  readonly start: number;
  /** The line's indentation, which contains a tab. */
  readonly blanks: string;
  /** Absent if the line is not a `key:` line. */
  readonly key: string | undefined;
}

const field = /^[ \t]*([a-z][\w-]*):(?:[ \t]|$)/;

/** One problem for all tabs in the segment, as replacing only one of them would not fix it. */
function tabProblem(source: SourceText, segment: Segment, at: number): ParseProblem {
  const remedy = remedyFor(source, segment);
  return {
    kind: "yaml-syntax",
    message: "indentation contains a tab; use spaces",
    range: source.range(at, at + 1),
    ...(remedy && { remedy }),
  };
}

/**
 * A fix for tabs. Fields that are indented with a tab after a field with a value move to that field's column; nested
 * fields are indented with spaces. There is no fix if the YAML would still be invalid.
 */
function remedyFor(source: SourceText, segment: Segment): Remedy | undefined {
  const lines = tabbedLines(source.text, segment);
  const outdented = outdent(source, segment, lines);
  if (outdented) return outdented;
  const indented: Remedy = {
    title: "Replace each tab with two spaces",
    edits: lines.map(({ start, blanks }) => ({
      range: source.range(start, start + blanks.length),
      text: inSpaces(blanks),
    })),
  };
  return lines.length > 0 && readsAfter(source, segment, indented) ? indented : undefined;
}

function tabbedLines(text: string, { start, end }: Segment): readonly TabbedLine[] {
  return Array.from(linesBetween(text, start, end)).flatMap((line) => {
    const written = text.slice(line.start, line.end);
    const [blanks = ""] = /^[ \t]*/.exec(written) ?? [];
    if (!blanks.includes("\t") || blanks.length === written.length) return [];
    return [{ start: line.start, blanks, key: field.exec(written)?.[1] }];
  });
}

/** Moves lines to the column of the field above; undefined if they may be that field's value. */
function outdent(source: SourceText, segment: Segment, lines: readonly TabbedLine[]): Remedy | undefined {
  const [first] = lines;
  if (!first) return undefined;
  const headIsTabbed = first.start === segment.head.start;
  const { written, indent } = readEntry(source.text, segment.head);
  if (!headIsTabbed && !isWhole(written)) return undefined;
  const margin = headIsTabbed ? "" : " ".repeat(indent);
  const outer = lines.filter(({ blanks }) => blanks === first.blanks);
  if (
    outer.some(({ key }) => key === undefined) ||
    !outer.some(({ key }) => specKeys.includes(key ?? "")) ||
    lines.some(({ blanks }) => !blanks.startsWith(first.blanks))
  )
    return undefined;
  return {
    title: "Remove the tabs before the fields",
    edits: lines.map(({ start, blanks }) => ({
      range: source.range(start, start + blanks.length),
      text: margin + inSpaces(blanks.slice(first.blanks.length)),
    })),
  };
}

/** Whether a value ends on its line, so that the following lines cannot belong to it. */
function isWhole(written: string): boolean {
  if (written === "" || /^(?:#|[|>][-+0-9]*$)/.test(written)) return false;
  return !/^["'[{]/.test(written) || composeYaml(written).errors.length === 0;
}

function inSpaces(blanks: string): string {
  return blanks.replaceAll("\t", "  ");
}

function readsAfter({ text }: SourceText, segment: Segment, { edits }: Remedy): boolean {
  const { root, errors, excess } = composeYaml(textAfter(text, segment, edits));
  return !excess && errors.length === 0 && root?.kind === "map";
}
