import type { Body, CodeFence, Heading, Reference } from "../../model/body.ts";
import { once } from "../../core/once.ts";
import type { SourceText } from "../../core/source-text.ts";
import { type Block, toBlocks } from "./blocks.ts";
import { addPaths, type FoundReference, type Inline, mayLink, skipDefinitions } from "./link-targets.ts";
import { isDoubtfulFence } from "./doubts.ts";
import { headingText } from "./headings.ts";
import { readHtml, readInline } from "./inline.ts";
import { findPaths, type PathToken } from "./paths.ts";
import { sampleSpans } from "./samples.ts";
import { codeIn } from "./body-code.ts";
import { definedWords } from "./body-placeholders.ts";

// Hand-written: a Markdown library always builds the whole tree, and does not guarantee linear time on hostile text.
/** Parses Markdown lazily from `start` to the end of the file, in time linear in its length. */
export function parseBody(source: SourceText, start: number): Body {
  const { text } = source;
  const blocks = once(() => toBlocks(text, start));
  const inline = once(() => readBlocks(text, blocks(), findPaths(text, start)));
  const references = once(() => toReferences(source, inline().references));
  const links = once(() =>
    mayLink(text) ? toReferences(source, readBlocks(text, blocks(), []).references) : [],
  );
  const headings = once(() => toHeadings(source, blocks()));
  const fences = once(() =>
    blocks().flatMap((block) => (block.kind === "fence" ? [toFence(source, block)] : [])),
  );
  const code = once(() =>
    codeIn(text, start, blocks(), inline().spans).map((span) => source.range(span.start, span.end)),
  );
  return {
    range: source.range(start, text.length),
    get lines() {
      return countLines(source, start);
    },
    get references() {
      return references();
    },
    get links() {
      return links();
    },
    get anchors() {
      return toReferences(source, inline().anchors);
    },
    get headings() {
      return headings();
    },
    get fences() {
      return fences();
    },
    get code() {
      return code();
    },
    get comments() {
      return inline().comments.map(({ start: from, end, text: comment }) => ({
        range: source.range(from, end),
        text: comment,
      }));
    },
  };
}

function readBlocks(text: string, blocks: readonly Block[], paths: readonly PathToken[]): Inline {
  const found: Inline = {
    references: [],
    anchors: [],
    comments: [],
    spans: [],
    paths,
    passed: 0,
    plain: 0,
    foreign: paths.length > 0 && text.includes("CLAUDE_PLUGIN_ROOT"),
    linked: text.includes("]("),
    defined: once(() => definedWords(text)),
    assigned: once(() => /\bSKILL_(?:DIR|ROOT)=/.test(text)),
    outputs: new Set(),
    inSample: false,
  };
  const samples = sampleSpans(text, blocks);
  let passed = 0;
  for (const block of blocks) {
    while (passed < samples.length && samples[passed]!.end <= block.start) passed++;
    const sample = samples[passed];
    found.inSample = sample !== undefined && sample.start <= block.start;
    readBlock(text, block, found);
  }
  return withoutOutputs(found);
}

/** Leaves out paths that a command in the text writes, as they do not exist until it has run. */
function withoutOutputs(found: Inline): Inline {
  if (found.outputs.size === 0) return found;
  const references = found.references.map((reference) =>
    found.outputs.has(reference.target) ? { ...reference, placeholder: true as const } : reference,
  );
  return { ...found, references };
}

function readBlock(text: string, block: Block, found: Inline): void {
  if (block.kind === "text")
    readInline(text, skipDefinitions(text, block.start, block.end, found), block.end, found);
  else if (block.kind === "fence")
    addPaths(found, text, { kind: "fence", ...block.content }, ({ start }) =>
      isDoubtfulFence(text, block, start),
    );
  else if (block.kind === "heading") readInline(text, block.content.start, block.content.end, found);
  else readHtml(text, block.start, block.end, found);
}

function toReferences(source: SourceText, references: readonly FoundReference[]): readonly Reference[] {
  return references.map(({ start, end, ...reference }) => ({
    ...reference,
    range: source.range(start, end),
  }));
}

function toHeadings(source: SourceText, blocks: readonly Block[]): readonly Heading[] {
  return blocks.flatMap((block) => {
    if (block.kind !== "heading") return [];
    const text = headingText(source.text.slice(block.content.start, block.content.end));
    return [{ level: block.level, text, range: source.range(block.start, block.end) }];
  });
}

function toFence(
  source: SourceText,
  { language, start, end, content, closed }: Block & { readonly kind: "fence" },
): CodeFence {
  return {
    language,
    range: source.range(start, end),
    content: source.range(content.start, content.end),
    closed,
  };
}

function countLines(source: SourceText, start: number): number {
  const { text } = source;
  if (start >= text.length) return 0;
  const last = /[\r\n]/.test(text.charAt(text.length - 1)) ? 1 : 0;
  return source.positionAt(text.length).line - source.positionAt(start).line + 1 - last;
}
