import type { LostAnchor } from "../model/graph.ts";
import { nearest } from "../core/nearest.ts";
import { once } from "../core/once.ts";
import type { Range } from "../core/place.ts";
import type { ResolvedReference } from "../model/skill.ts";
import type { TextFile } from "../model/text-file.ts";
import { anchorNames, headingNames, isAnchor, isRendered, lettersOf } from "./anchor-names.ts";

const markdown = /\.(?:md|markdown)$/i;
const inner = /\]\(\s{0,8}#([^()\s]+)/g;

/** With how many names a lost one is compared, and for how many lost ones. */
const compared = 400;
const helped = 200;

/** The links that lead nowhere inside the files they lead to; a text is read as Markdown only where a look at its letters leaves a doubt. */
export function findLostAnchors(
  texts: readonly TextFile[],
  references: readonly ResolvedReference[],
): readonly LostAnchor[] {
  const documents = new Map(
    texts.flatMap((file) => (markdown.test(file.path) ? [[file.path, toDocument(file)]] : [])),
  );
  const lost: LostAnchor[] = [];
  const add = (from: string, range: Range, { file, names, letters }: Document, fragment: string): void => {
    if (isAnchor(fragment, names()) || isRendered(fragment, letters())) return;
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
    outcome,
  } of references) {
    const document =
      fragment !== undefined && outcome.status === "found" ? documents.get(outcome.path) : undefined;
    if (document) add(from, range, document, fragment!);
  }
  return lost;
}

interface Document {
  readonly file: TextFile;
  readonly names: () => ReadonlySet<string>;
  readonly letters: () => ReadonlySet<string>;
}

function toDocument(file: TextFile): Document {
  const names = once(() => anchorNames(file.source.text));
  return { file, names, letters: once(() => new Set(Array.from(names(), lettersOf))) };
}

function mayLose({ file, names }: Document): boolean {
  if (!file.bytes.includes("](#")) return false;
  const { text } = file.source;
  const plain = headingNames(text);
  for (const [, fragment = ""] of text.matchAll(inner))
    if (!isAnchor(fragment, plain) && !isAnchor(fragment, names())) return true;
  return false;
}

/** One with the same letters and digits, as that is all in which renderers agree, or a slip away. */
function nearestAnchor(fragment: string, names: ReadonlySet<string>): string | undefined {
  const candidates = Array.from(names).slice(0, compared);
  const letters = lettersOf(fragment);
  return candidates.find((name) => lettersOf(name) === letters) ?? nearest(fragment, candidates);
}
