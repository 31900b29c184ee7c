import type { Body, CodeFence, Heading, Reference } from "../../model/body.ts";
import { once } from "../../core/once.ts";
import type { Range } from "../../core/place.ts";
import type { SourceText } from "../../core/source-text.ts";
import { type Block, toBlocks } from "./blocks.ts";
import { addPaths, type FoundReference, type Inline, skipDefinitions } from "./link-targets.ts";
import { isDoubtfulFence } from "./doubts.ts";
import { headingText } from "./headings.ts";
import { mayLink } from "./may-link.ts";
import { readHtml, readInline } from "./inline.ts";
import { findPaths, type PathToken } from "./paths.ts";
import { sampleSpans } from "./samples.ts";
import { codeIn } from "./body-code.ts";
import { definedWords } from "./body-placeholders.ts";

// Hand-written: a Markdown library always builds the whole tree, and does not guarantee linear time on hostile text.
/** Parses Markdown lazily from `start` to the end of the file, in time linear in its length. */
export function parseBody(source: SourceText, start: number): Body {
  return new LazyBody(source, start);
}

class LazyBody implements Body {
  readonly range: Range;
  readonly #source: SourceText;
  readonly #start: number;
  #lines: number | undefined;
  #blocks: readonly Block[] | undefined;
  #inline: Inline | undefined;
  #references: readonly Reference[] | undefined;
  #links: readonly Reference[] | undefined;
  #headings: readonly Heading[] | undefined;
  #fences: readonly CodeFence[] | undefined;
  #code: readonly Range[] | undefined;

  constructor(source: SourceText, start: number) {
    this.range = source.range(start, source.text.length);
    this.#source = source;
    this.#start = start;
  }

  get lines(): number {
    return (this.#lines ??= countLines(this.#source, this.#start));
  }

  get references(): readonly Reference[] {
    return (this.#references ??= toReferences(this.#source, this.#readInline().references));
  }

  get links(): readonly Reference[] {
    const { text } = this.#source;
    return (this.#links ??= mayLink(text)
      ? toReferences(this.#source, readBlocks(text, this.#readBlocks(), []).references)
      : []);
  }

  get anchors(): readonly Reference[] {
    return toReferences(this.#source, this.#readInline().anchors);
  }

  get headings(): readonly Heading[] {
    return (this.#headings ??= toHeadings(this.#source, this.#readBlocks()));
  }

  get fences(): readonly CodeFence[] {
    return (this.#fences ??= this.#readBlocks().flatMap((block) =>
      block.kind === "fence" ? [toFence(this.#source, block)] : [],
    ));
  }

  get code(): readonly Range[] {
    const source = this.#source;
    return (this.#code ??= codeIn(source.text, this.#start, this.#readBlocks(), this.#readInline().spans).map(
      (span) => source.range(span.start, span.end),
    ));
  }

  get comments(): Body["comments"] {
    return this.#readInline().comments.map(({ start, end, text }) => ({
      range: this.#source.range(start, end),
      text,
    }));
  }

  #readBlocks(): readonly Block[] {
    return (this.#blocks ??= toBlocks(this.#source.text, this.#start));
  }

  #readInline(): Inline {
    const { text } = this.#source;
    return (this.#inline ??= readBlocks(text, this.#readBlocks(), findPaths(text, this.#start)));
  }
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
    range: source.range(start, end),
    ...reference,
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
  return source.lineCount - source.lineAt(start) + 1 - last;
}
