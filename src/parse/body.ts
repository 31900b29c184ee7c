import type { Body, CodeFence, Heading, Reference } from "../core/body.ts";
import type { SourceText } from "../core/source-text.ts";
import { toBlocks, type Block } from "./body-blocks.ts";
import { skipDefinitions } from "./body-definitions.ts";
import { anchorMaker, headingText } from "./body-headings.ts";
import { readHtml, readInline } from "./body-inline.ts";
import { findPaths } from "./body-paths.ts";
import type { FoundReference, Inline } from "./body-targets.ts";

/** Reads Markdown from `start` to the file's end, in time linear in its length. */
export function parseBody(source: SourceText, start: number): Body {
  const { text } = source;
  const blocks = toBlocks(text, start);
  const found: Inline = { references: [], comments: [] };
  for (const block of blocks) readBlock(text, block, found);
  return {
    range: source.range(start, text.length),
    lines: countLines(source, start),
    references: found.references.map((reference) => toReference(source, reference)),
    // Most readers of a body want its references alone.
    get headings() {
      return toHeadings(source, blocks);
    },
    get fences() {
      return blocks.flatMap((block) => (block.kind === "fence" ? [toFence(source, block)] : []));
    },
    comments: found.comments.map((comment) => ({ range: source.range(comment.start, comment.end), text: comment.text })),
  };
}

function readBlock(text: string, block: Block, found: Inline): void {
  if (block.kind === "html") return readHtml(text, block, found);
  if (block.kind === "text") return readInline(text, { start: skipDefinitions(text, block.start, block.end, found), end: block.end }, found);
  if (block.kind === "heading") return readInline(text, block.content, found);
  for (const path of findPaths(text, block.content.start, block.content.end)) found.references.push({ kind: "fence", ...path });
}

function toReference(source: SourceText, { kind, target, fragment, start, end }: FoundReference): Reference {
  const reference = { kind, target, range: source.range(start, end) };
  return fragment === undefined ? reference : { ...reference, fragment };
}

function toHeadings(source: SourceText, blocks: readonly Block[]): readonly Heading[] {
  const anchor = anchorMaker();
  return blocks.flatMap((block) => {
    if (block.kind !== "heading") return [];
    const text = headingText(source.text.slice(block.content.start, block.content.end));
    return [{ level: block.level, text, anchor: anchor(text), range: source.range(block.start, block.end) }];
  });
}

function toFence(source: SourceText, { language, start, end, content, closed }: Block & { readonly kind: "fence" }): CodeFence {
  return { language, range: source.range(start, end), content: source.range(content.start, content.end), closed };
}

function countLines(source: SourceText, start: number): number {
  const { text } = source;
  if (start >= text.length) return 0;
  const last = /[\r\n]/.test(text.charAt(text.length - 1)) ? 1 : 0;
  return source.positionAt(text.length).line - source.positionAt(start).line + 1 - last;
}
