import { lineEnd, nextLine, type Span } from "../../core/lines.ts";
import { once } from "../../core/once.ts";
import type { Range } from "../../core/place.ts";
import type { SourceText } from "../../core/source-text.ts";
import type { Body, CodeFence, Heading, Reference } from "../../model/body.ts";
import { type Block, toBlocks } from "./blocks.ts";
import { isDoubtfulFence } from "./doubts.ts";
import { headingText } from "./headings.ts";
import { readHtml, readInline } from "./inline.ts";
import { addPaths, type FoundReference, type Inline, skipDefinitions } from "./link-targets.ts";
import { mayLink } from "./may-link.ts";
import { findPaths, type PathToken } from "./paths.ts";

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

const codeTag = /<(\/?)(code|kbd|pre|samp|script|style|tt|var)\b[^<>]*>/gi;

/**
 * All code in a text, sorted: fenced and indented code blocks, other blocks that are not text, code spans, and the
 * content of code tags. `spans` are the code spans.
 */
function codeIn(
  text: string,
  start: number,
  blocks: readonly Block[],
  spans: readonly Span[],
): readonly Span[] {
  const code: Span[] = [...spans];
  let at = start;
  for (const block of blocks) {
    if (text.slice(at, block.start).trim() !== "") code.push({ start: at, end: block.start });
    if (block.kind === "fence") code.push({ start: block.start, end: block.end });
    else code.push(...taggedIn(text.slice(block.start, block.end), block.start, spans));
    at = block.end;
  }
  if (text.slice(at).trim() !== "") code.push({ start: at, end: text.length });
  return code.sort((a, b) => a.start - b.start);
}

/** Content between the tags of one block; an unclosed tag extends to the end of the block. */
function taggedIn(text: string, offset: number, spans: readonly Span[]): readonly Span[] {
  const found: Span[] = [];
  if (!text.includes("<")) return found;
  let open: { readonly name: string; readonly start: number } | undefined;
  for (const { 0: written, 1: slash, 2: name = "", index } of text.matchAll(codeTag)) {
    const [start, closes] = [offset + index, slash !== ""];
    if (!open && !closes && !isWithin(start, spans))
      open = { name: name.toLowerCase(), start: start + written.length };
    else if (open && closes && open.name === name.toLowerCase()) {
      found.push({ start: open.start, end: start });
      open = undefined;
    }
  }
  return open ? [...found, { start: open.start, end: offset + text.length }] : found;
}

/** Whether an offset is in a span, found by binary search as the spans are sorted and do not overlap. */
function isWithin(at: number, spans: readonly Span[]): boolean {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.end <= at) low = middle + 1;
    else high = middle;
  }
  const found = spans[low];
  return found !== undefined && found.start <= at;
}

/** A word in capital letters that is not part of a longer name or a path. */
const capitalWord = /(?<![\w./-])(?:\$\{?|<|\{|%)?([A-Z][A-Z0-9_-]*[A-Z0-9])(?![\w-])(?!\/[\w.])(?!\.\w)/g;

/** Text that precedes a word and explains it: "replace SCRIPTS", "where `SCRIPTS`", or a marker around it. */
const explainsBefore =
  /(?:[`"'“«*_(<${%[]|\b(?:as|call|called|define|export|let|placeholder|replace|set|substitute|variable|where|with)\s)$/i;

/** Text that follows a word and explains it: "SCRIPTS is", "SCRIPTS=", "SCRIPTS: ", "SCRIPTS → ". */
const explainsAfter =
  /^[`"'”»*_)>}%\]]{0,4}(?:\s{0,2}(?:=|:|：|→|—|–|->|代表|表示|指|为|是)|\s(?:is|are|means?|stands|refers|denotes|points|represents|below|here|above)\b)/i;

/** Number of characters before a word that are examined. */
const near = 24;

/** The capitalized words that a text explains, such as "SCRIPTS is the directory of this file", found in one pass. */
function definedWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { 0: written, 1: name = "", index } of text.matchAll(capitalWord)) {
    if (words.has(name)) continue;
    const start = index + written.length - name.length;
    const end = index + written.length;
    if (
      explainsBefore.test(text.slice(Math.max(0, start - near), start)) ||
      explainsAfter.test(text.slice(end, end + near))
    )
      words.add(name);
  }
  return words;
}

/** A line that opens a code block if it names a language, and otherwise closes one. */
const fenceMark = /^[ \t>]{0,16}(`{3,}|~{3,})[ \t]*([^\s`]?)/;

/**
 * The ranges of sample documents that contain code blocks whose fences are as long as the outer one. In Markdown the
 * first inner closing line ends the outer block, and the rest is text; these ranges are what the author meant. Sorted
 * and disjoint.
 */
function sampleSpans(text: string, blocks: readonly Block[]): readonly Span[] {
  const samples: Span[] = [];
  for (const block of blocks) {
    if (block.kind !== "fence" || !block.closed || block.start < (samples.at(-1)?.end ?? 0)) continue;
    const inner = text.slice(block.content.start, block.content.end);
    if (!inner.includes("```") && !inner.includes("~~~")) continue;
    const end = sampleEnd(text, block.start, block.end);
    if (end !== undefined) samples.push({ start: block.start, end });
  }
  return samples;
}

/**
 * The end of a sample; undefined if the block contains no opening line, or if blocks remain open at the end of the
 * text, as the end does not show where the sample ends.
 */
function sampleEnd(text: string, start: number, blockEnd: number): number | undefined {
  const mark = fenceMark.exec(text.slice(start, start + 200))?.[1] ?? "";
  let depth = 1;
  for (let at = nextLine(text, lineEnd(text, start)); at < text.length; ) {
    const end = lineEnd(text, at);
    const [, found = "", language = ""] = fenceMark.exec(text.slice(at, Math.min(end, at + 200))) ?? [];
    if (found.length >= mark.length && found.startsWith(mark.charAt(0))) depth += language === "" ? -1 : 1;
    if (depth === 0) return end > blockEnd ? end : undefined;
    at = nextLine(text, end);
  }
  return undefined;
}
