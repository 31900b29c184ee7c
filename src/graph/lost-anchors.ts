import { nearest } from "../core/nearest.ts";
import { once } from "../core/once.ts";
import type { Range } from "../core/place.ts";
import { unicodePattern } from "../core/unicode-pattern.ts";
import type { LostAnchor } from "../model/graph.ts";
import type { ResolvedReference } from "../model/skill.ts";
import type { TextFile } from "../model/text-file.ts";
import { headingAnchor, headingText } from "../parse/body/headings.ts";

const markdown = /\.(?:md|markdown)$/i;

const inner = /\]\(\s{0,8}#([^()\s]+)/g;

/** Maximum number of names that a missing anchor is compared with, and of missing anchors that are compared. */
const compared = 400;

const helped = 200;

/**
 * Finds links to anchors that do not exist in their target files. A text is parsed as Markdown only if a scan of its
 * letters is inconclusive.
 */
export function findLostAnchors(
  texts: readonly TextFile[],
  references: readonly ResolvedReference[],
): readonly LostAnchor[] {
  const documents = new Map(
    texts.flatMap((file) => (markdown.test(file.path) ? [[file.path, toDocument(file)]] : [])),
  );
  const lost: LostAnchor[] = [];
  const add = (
    from: string,
    range: Range,
    { file, names, letters, labels }: Document,
    fragment: string,
  ): void => {
    if (isAnchor(fragment, names()) || isRendered(fragment, letters())) return;
    if (isOfASite(fragment) || labels().has(fragment)) return;
    const near = lost.length < helped ? nearestAnchor(fragment, names()) : undefined;
    lost.push({ from, range, to: file.path, fragment, ...(near !== undefined && { nearest: near }) });
  };
  for (const document of documents.values()) {
    if (mayLose(document))
      for (const { fragment = "", range } of document.file.body.anchors)
        add(document.file.path, range, document, fragment);
  }
  for (const {
    from,
    reference: { fragment, range },
    resolution,
  } of references) {
    const document =
      fragment !== undefined && resolution.status === "found" ? documents.get(resolution.path) : undefined;
    if (document) add(from, range, document, fragment!);
  }
  return lost;
}

interface Document {
  readonly file: TextFile;
  readonly names: () => ReadonlySet<string>;
  readonly letters: () => ReadonlySet<string>;
  /** The words in code spans, as an agent that searches for an anchor finds it there. */
  readonly labels: () => ReadonlySet<string>;
}

function toDocument(file: TextFile): Document {
  const names = once(() => anchorNames(file.source.text));
  return {
    file,
    names,
    letters: once(() => new Set(Array.from(names(), lettersOf))),
    labels: once(
      () => new Set(Array.from(file.source.text.matchAll(/`([\w.-]{1,200})`/g), ([, label = ""]) => label)),
    ),
  };
}

function mayLose({ file, names }: Document): boolean {
  if (!file.bytes.includes("](#")) return false;
  const { text } = file.source;
  const plain = headingNames(text);
  for (const [, fragment = ""] of text.matchAll(inner))
    if (!isAnchor(fragment, plain) && !isAnchor(fragment, names())) return true;
  return false;
}

/** The anchor with the same letters and digits, which all renderers produce equally, or a similar one. */
function nearestAnchor(fragment: string, names: ReadonlySet<string>): string | undefined {
  const candidates = Array.from(names).slice(0, compared);
  const letters = lettersOf(fragment);
  return candidates.find((name) => lettersOf(name) === letters) ?? nearest(fragment, candidates);
}

const heading = /^[ \t>]{0,8}#{1,6}[ \t]+([^\r\n]+)/gm;

/** A line with a setext underline of dashes or equals signs below it. */
const underlined = /(?<![^\r\n])[ \t>]{0,8}([^\s#>|][^\r\n]*)\r?\n[ \t>]{0,8}(?:={2,}|-{2,})[ \t]*$/gm;

const htmlHeading = /<h[1-6][^<>]{0,200}>([^<]{1,500})/gi;

const mark = /\b(?:id|name)\s{0,8}=\s{0,8}["']?([^"'\s<>]{1,500})|\{#([^{}\s]{1,500})\}/g;

/**
 * An anchor that a heading states itself: a link to it without text, which copies from documentation sites contain,
 * or "[id]" at the end.
 */
const ownAnchor = /\[[\s\u200b\xb6#]{0,4}\]\(#([^()\s]{1,200})|(?<=\s)\[([\w.-]{1,200})\]\s{0,8}$/;

/** A link to its own line, which a documentation site adds to a heading or a row of a table. */
const permalink =
  /\[[\s\u200b\xb6#]{0,4}\]\(#([^()\s]{1,200})|^[ \t>]{0,8}#{1,6}[ \t]+\[[^[\]\r\n]{1,300}\]\(#([^()\s]{1,300})\)[ \t]*$/gm;

const addedId = /(?<![ \t])[ \t]*\{#[^{}\s]{1,500}\}[ \t]*$/;

/**
 * The anchors of a text's plain headings by GitHub's rules, including those of lines in code that look like
 * headings.
 */
function headingNames(text: string): Set<string> {
  const names = new Set<string>();
  for (const [, written = ""] of text.matchAll(heading)) {
    names.add(nameOf(written));
    if (!written.includes("[")) continue;
    const [, own, added] = ownAnchor.exec(written) ?? [];
    if (own !== undefined || added !== undefined) names.add(own ?? added ?? "");
  }
  return names;
}

/** Every anchor that a fragment could mean, including those of other headings and elements. */
function anchorNames(text: string): ReadonlySet<string> {
  const names = headingNames(text);
  for (const pattern of [underlined, htmlHeading])
    for (const [, written = ""] of text.matchAll(pattern)) names.add(nameOf(written));
  for (const [, own, heading] of text.matchAll(permalink)) names.add(own ?? heading ?? "");
  for (const [, id, added] of text.matchAll(mark)) {
    const name = id ?? added ?? "";
    names.add(name).add(name.toLowerCase());
  }
  return names;
}

/** Fast path: most headings consist of a few plain words. */
function nameOf(written: string): string {
  return /^[A-Za-z0-9 -]+$/.test(written)
    ? written.trim().toLowerCase().replaceAll(" ", "-")
    : headingAnchor(headingText(written.replace(addedId, "")));
}

/** Whether a fragment is one of the names; the second of two equal headings has the suffix "-1". */
function isAnchor(fragment: string, names: ReadonlySet<string>): boolean {
  const name = fragment.replace(/^user-content-/, "");
  return name === "" || name === "top" || names.has(name) || names.has(name.replace(/-\d+$/, ""));
}

/**
 * An identifier that a website or a converter made, such as "1e173d999c1th", "topic_o4f_fk2_ngc" or
 * "footnote-1": no heading has it, and the text of the link says what is meant.
 */
function isOfASite(fragment: string): boolean {
  return (
    /^(?=[A-Za-z0-9]{8,}$)[A-Za-z]*\d+[A-Za-z]+\d/.test(fragment) ||
    /(?:^|_)[a-z0-9]{3}_[a-z0-9]{3}_[a-z0-9]{3}(?:_|$)/.test(fragment) ||
    /^(?:cite|cite_note|cite_ref|fn|fnref|footnote|footnote-reference|id|ref|system-message)[-:_]?\d+$/i.test(
      fragment,
    )
  );
}

/** Renderers produce only these characters in anchors, and no capitals. */
const rendered = unicodePattern(String.raw`^[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}_.\-]+$`);

const signs = unicodePattern(String.raw`[^\p{L}\p{N}]`, "gu");

/**
 * Whether a renderer may produce the fragment from a heading, judged by the letters of all names. Renderers
 * treat punctuation differently: GitHub removes it, GitLab and MkDocs replace a run with one hyphen,
 * VitePress replaces each character.
 */
function isRendered(fragment: string, letters: ReadonlySet<string>): boolean {
  return rendered().test(fragment) && letters.has(lettersOf(fragment));
}

/** The letters of a heading that all renderers keep in its anchor. */
function lettersOf(name: string): string {
  const small = name.toLowerCase();
  return /^[\0-\x7f]*$/.test(small) ? small.replaceAll(/[^a-z0-9]/g, "") : small.replaceAll(signs(), "");
}
