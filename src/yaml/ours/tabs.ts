import { type ParseProblem, specKeys } from "../../model/frontmatter.ts";
import type { SourceText } from "../../core/source-text.ts";
import { linesBetween } from "../../core/lines.ts";
import { textAfter } from "./remedies.ts";
import { readEntry } from "./value-mistakes.ts";
import { composeYaml } from "./gate.ts";
import type { Segment } from "./segments.ts";

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
export function tabProblem(source: SourceText, segment: Segment, at: number): ParseProblem {
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
