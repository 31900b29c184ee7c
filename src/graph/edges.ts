import { once } from "../core/once.ts";
import { isMarkdown } from "../core/paths.ts";
import type { SourceText } from "../core/source-text.ts";
import type { Body, Reference } from "../model/body.ts";
import type { GraphEdge, GraphNode } from "../model/graph.ts";
import type { FileEntry } from "../model/source.ts";
import type { TextFile } from "../model/text-file.ts";
import { fold } from "../parse/path-index.ts";
import { resolveReferences } from "../parse/resolve-references.ts";
import { isCommonName } from "./others.ts";
import type { Ground } from "./reach.ts";
import { resolveImport } from "./resolve-import.ts";
import { directoriesIn, type Mention, namesIn } from "./scan-mentions.ts";
import { readSpans, shortPathsIn, spansIn } from "./scan-spans.ts";
import { namedDirectoriesIn, unusualIn } from "./scan-unusual.ts";
import { directoryOf, filesBelow } from "./targets.ts";

/** Maximum number of edges. */
export const mostEdges = 100_000;

/** From most to least explicit. */
const kinds: readonly GraphEdge["kind"][] = [
  "link",
  "definition",
  "image",
  "html",
  "code-span",
  "fence",
  "import",
  "mention",
  "directory",
];

type Found = Mention & Pick<GraphEdge, "kind" | "fragment">;

/** The references in each reachable file; at most `mostEdges`. */
export function findEdges(
  ground: Ground,
  nodes: readonly GraphNode[],
  files: readonly FileEntry[],
): readonly GraphEdge[] {
  const edges: GraphEdge[] = [];
  for (const { path, way } of nodes) {
    const file = way && ground.texts.get(path);
    if (file && edges.length < mostEdges) for (const edge of edgesFrom(ground, file, files)) edges.push(edge);
  }
  return edges.slice(0, mostEdges);
}

/** The references in one file. */
function edgesFrom(ground: Ground, file: TextFile, files: readonly FileEntry[]): readonly GraphEdge[] {
  return toEdges(ground, file, foundIn(ground, file, files));
}

/** The references in one file, at most `mostEdges`, without those to a directory, which take longer to find. */
export function namedFrom(ground: Ground, file: TextFile, files: readonly FileEntry[]): readonly GraphEdge[] {
  return toEdges(ground, file, namedIn(ground, file, files, [])).slice(0, mostEdges);
}

function toEdges({ targets }: Ground, file: TextFile, mentions: Iterable<Found>): readonly GraphEdge[] {
  // The only file is this one.
  if (targets.files.length === 1) return [];
  const best = new Map<string, Found>();
  for (const found of mentions) {
    const known = best.get(found.path);
    if (found.path !== file.path && (!known || isPlainer(found, known))) best.set(found.path, found);
  }
  const inOrder = Array.from(best.values()).sort((a, b) => a.start - b.start);
  return inOrder.map(({ path: to, kind, start, end, fragment }) => ({
    from: file.path,
    to,
    kind,
    range: file.source.range(start, end),
    ...(fragment !== undefined && { fragment }),
  }));
}

function isPlainer(a: Found, b: Found): boolean {
  const difference = kinds.indexOf(a.kind) - kinds.indexOf(b.kind);
  return difference < 0 || (difference === 0 && a.start < b.start);
}

function* foundIn(ground: Ground, file: TextFile, files: readonly FileEntry[]): Generator<Found> {
  const directories: Mention[] = [];
  yield* namedIn(ground, file, files, directories);
  yield* directoryEdges(ground, file, directories);
}

/** Adds the references that lead to a directory to `directories`. */
function* namedIn(
  ground: Ground,
  file: TextFile,
  files: readonly FileEntry[],
  directories: Mention[],
): Generator<Found> {
  const { targets, budget } = ground;
  const isDocument = isMarkdown(file.path);
  const references = isDocument ? file.body.references : [];
  for (const found of resolvedIn(file, references, files)) {
    if (targets.named.exact.has(fold(found.path))) yield found;
    else directories.push(found);
  }
  const { text } = file.source;
  const kindIn = once(() => markdownKinds(file.source, file.body));
  const kindOf = (mention: Mention): GraphEdge["kind"] => (isDocument ? kindIn()(mention) : "mention");
  for (const mention of namesIn(text, fold(directoryOf(file.path)), targets, targets.nameEnds))
    yield { kind: kindOf(mention), ...mention };
  yield* importsIn(ground, file);
  for (const mention of unusualIn(text, targets.unusual, (name) => name, budget))
    yield { kind: kindOf(mention), ...mention };
  if (!isDocument) return;
  for (const mention of spansIn(readSpans(text, targets), targets, budget))
    yield { kind: "code-span", ...mention };
  for (const mention of shortPathsIn(text, targets)) yield { kind: kindOf(mention), ...mention };
}

function resolvedIn(
  { path: from, source }: TextFile,
  references: readonly Reference[],
  files: readonly FileEntry[],
): readonly Found[] {
  return resolveReferences(from, references, files).flatMap(
    ({ reference: { kind, range, fragment }, resolution }) => {
      if (
        kind === "text" ||
        (resolution.status !== "found" && resolution.status !== "wrong-case") ||
        isAnothers(from, kind, resolution.path)
      )
        return [];
      return [
        {
          kind,
          path: resolution.path,
          ...source.span(range),
          ...(fragment !== undefined && { fragment }),
        },
      ];
    },
  );
}

/**
 * Whether a file name in code means a file of the user's project: a README.md or package.json that is not next to the
 * file.
 */
function isAnothers(from: string, kind: Reference["kind"], path: string): boolean {
  return (
    (kind === "code-span" || kind === "fence") &&
    directoryOf(path) === "" &&
    directoryOf(from) !== "" &&
    isCommonName(path)
  );
}

function* importsIn({ scripts, exists }: Ground, { path: from }: TextFile): Generator<Found> {
  const script = scripts().get(from);
  for (const imported of script?.imports ?? []) {
    const { start, end } = imported.range;
    for (const path of resolveImport(script!, imported, exists))
      yield { path, kind: "import", start: start.offset, end: end.offset };
  }
}

function* directoryEdges(
  { targets, budget }: Ground,
  file: TextFile,
  linked: readonly Mention[],
): Generator<Found> {
  if (targets.directories.exact.size === 0) return;
  const { text } = file.source;
  const named = [
    ...linked,
    ...directoriesIn(text, fold(directoryOf(file.path)), targets),
    ...namedDirectoriesIn(text, targets.directories.exact.values(), (name) => name, budget),
  ];
  const first = new Map<string, Mention>();
  for (const mention of named) {
    const before = first.get(mention.path);
    if (!before || mention.start < before.start) first.set(mention.path, mention);
  }
  for (const [directory, { start, end }] of first)
    for (const path of filesBelow(targets, directory)) yield { path, kind: "directory", start, end };
}

interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly kind: GraphEdge["kind"];
}

/** Classifies a name in Markdown by its context: a reference, a code block, a code span or plain text. */
function markdownKinds(
  source: SourceText,
  { references, fences }: Body,
): (mention: Mention) => GraphEdge["kind"] {
  const inReferences = finder(
    references.flatMap(({ kind, range }) => (kind === "text" ? [] : [{ kind, ...source.span(range) }])),
  );
  const inFences = finder(fences.map(({ content }) => ({ kind: "fence", ...source.span(content) })));
  return (mention) =>
    inReferences(mention.start) ??
    inFences(mention.start) ??
    (isInSpan(source.text, mention.start) ? "code-span" : "mention");
}

/**
 * Returns a function that finds the range of an offset: the last range that starts before it, as ranges do not overlap.
 */
function finder(stretches: readonly Stretch[]): (offset: number) => GraphEdge["kind"] | undefined {
  const sorted = stretches.toSorted((a, b) => a.start - b.start);
  return (offset) => {
    let low = 0;
    for (let high = sorted.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (sorted[middle]!.start <= offset) low = middle + 1;
      else high = middle;
    }
    const last = sorted[low - 1];
    return last && offset < last.end ? last.kind : undefined;
  };
}

/** Maximum distance of a name from the opening backtick of its code span. */
const before = 200;

/** Whether an odd number of backticks precedes the offset on its line. */
function isInSpan(text: string, at: number): boolean {
  const near = text.slice(Math.max(0, at - before), at);
  if (!near.includes("`")) return false;
  return near.slice(near.lastIndexOf("\n") + 1).split("`").length % 2 === 0;
}
