import {
  type DocumentSymbol,
  type FoldingRange,
  FoldingRangeKind,
  SymbolKind,
} from "vscode-languageserver/node";
import type { Heading } from "../model/body.ts";
import type { Field } from "../model/frontmatter.ts";
import { rangeIn, type Shown, shownFile } from "./cursor.ts";
import type { Server } from "./connection.ts";

/** Sections, code blocks and the frontmatter can be folded. */
export async function foldingRanges(uri: string, server: Server): Promise<readonly FoldingRange[]> {
  const shown = await shownFile(uri, server);
  if (!shown) return [];
  const { body, frontmatter, source } = shown.view;
  const last = source.lineCount - 1;
  const ranges: FoldingRange[] = [];
  const add = (startLine: number, endLine: number, kind: string): void => {
    if (endLine > startLine) ranges.push({ startLine, endLine, kind });
  };
  if (frontmatter)
    add(frontmatter.range.start.line - 2, frontmatter.closing.start.line - 1, FoldingRangeKind.Region);
  for (const { range } of body.fences)
    add(range.start.line - 1, lastLineOf(range) - 1, FoldingRangeKind.Region);
  for (const [at, { range }] of body.headings.entries())
    add(range.start.line - 1, endOfSection(body.headings, at, last), FoldingRangeKind.Region);
  return ranges;
}

function lastLineOf({ end }: Heading["range"]): number {
  return end.column === 1 ? end.line - 1 : end.line;
}

/** The last line of a section, from 0: before the next heading of its level or above. */
function endOfSection(headings: readonly Heading[], at: number, last: number): number {
  const { level } = headings[at]!;
  const next = headings.slice(at + 1).find((heading) => heading.level <= level);
  return next ? next.range.start.line - 2 : last;
}

/** The fields of the frontmatter, then the headings, each with those below it. */
export async function documentSymbols(uri: string, server: Server): Promise<readonly DocumentSymbol[]> {
  const shown = await shownFile(uri, server);
  if (!shown) return [];
  const { frontmatter, body } = shown.view;
  const fields = Array.from(frontmatter?.fields.values() ?? [], (field) => fieldSymbol(field, shown));
  return [...fields, ...headingSymbols(body.headings, shown)];
}

function fieldSymbol({ key, value, keyRange, valueRange }: Field, shown: Shown): DocumentSymbol {
  return {
    name: key === "" ? "(empty)" : key,
    ...(typeof value === "string" && { detail: value.slice(0, 80) }),
    kind: SymbolKind.Property,
    range: rangeIn(shown, { start: keyRange.start, end: valueRange.end }),
    selectionRange: rangeIn(shown, keyRange),
  };
}

function headingSymbols(headings: readonly Heading[], shown: Shown): readonly DocumentSymbol[] {
  const last = shown.view.source.lineCount - 1;
  const top: DocumentSymbol[] = [];
  const open: { readonly level: number; readonly symbol: DocumentSymbol }[] = [];
  for (const [at, { level, text, range }] of headings.entries()) {
    const selectionRange = rangeIn(shown, range);
    const end = { line: endOfSection(headings, at, last), character: 0 };
    const symbol: DocumentSymbol = {
      name: text === "" ? "(no text)" : text,
      kind: SymbolKind.String,
      range: {
        start: selectionRange.start,
        end: end.line > selectionRange.end.line ? end : selectionRange.end,
      },
      selectionRange,
      children: [],
    };
    while (open.length > 0 && open.at(-1)!.level >= level) open.pop();
    (open.at(-1)?.symbol.children ?? top).push(symbol);
    open.push({ level, symbol });
  }
  return top;
}
