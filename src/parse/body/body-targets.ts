import { decodeTarget } from "./body-destinations.ts";
import type { PathToken } from "./body-paths.ts";
import { isPattern } from "./body-patterns.ts";
import type { Span } from "../lines.ts";

/** A reference before its offsets become positions. */
export interface FoundReference extends Span {
  readonly kind: "link" | "image" | "definition" | "code-span" | "fence" | "html";
  readonly target: string;
  readonly fragment?: string;
  readonly doubtful?: true;
  readonly placeholder?: true;
}

/** What inline Markdown yields; each in the order of the text. */
export interface Inline {
  readonly references: FoundReference[];
  /** Links to a place of the same text: their targets are empty. */
  readonly anchors: FoundReference[];
  readonly comments: (Span & { readonly text: string })[];
  /** Code spans, their backticks included. */
  readonly spans: Span[];
  /** The paths of the whole text; those that stand in code are references. */
  readonly paths: readonly PathToken[];
  /** How many of them have been passed. */
  passed: number;
  /** The text speaks of files of a plugin around the skill, too. */
  readonly foreign: boolean;
  /** False where no brackets of the text can be a link's. */
  readonly linked: boolean;
  /** The words in capitals that the text says the meaning of. */
  readonly defined: () => ReadonlySet<string>;
}

const external = /^(?:[A-Za-z][A-Za-z0-9+.-]+:|\/\/|#|\?|$)/;
const placeholder = /^\[|[<>{}*]|\.\.\.|…|^(?:url|link|href|path|uri)$|(?:^|\/)path\/to(?:\/|$)/iu;

/**
 * What no reference to a file can be written without, but in code: the opening of a link's target, a definition's label at the
 * start of a line, or an attribute; each with no address of the web behind it.
 */
const linkMark =
  /\]\((?!\s*<?(?:https?:|mailto:|[#)]))|^[ \t>*+.)\d-]*\[(?!\^)(?:[^[\]\\]|\\.){1,3000}\]:(?!\s*<?https?:)/ms;
const attributeMark = /=(?<=\b(?:href|src)\s{0,99}=)(?!\s*["']?(?:https?:|[#{]))/i;

/** The first segment of a path, which may be a word that stands for some directory. */
const inCapitals = /^(?:\.\/)*([A-Z][A-Z0-9_-]*[A-Z0-9])\//;

/** False where a text holds no reference outside code; most texts hold none, and need not be read as Markdown. */
export function mayLink(text: string): boolean {
  return linkMark.test(text) || attributeMark.test(text);
}

/** A target that may be a file of the skill: external addresses, fragments of the same file and placeholders are none. */
export function addTarget(
  found: Inline,
  kind: FoundReference["kind"],
  text: string,
  { start, end }: Span,
): void {
  const written = text.slice(start, end);
  if (text.charCodeAt(start) === 35) found.anchors.push({ kind, start, end, ...decodeTarget(written) });
  if (external.test(written) && !/^file:/i.test(written)) return;
  const decoded = decodeTarget(written);
  if (decoded.target !== "" && !placeholder.test(decoded.target))
    found.references.push({ kind, start, end, ...decoded });
}

/** The paths in a stretch of code of `text`; stretches are asked for in the order of the text. `isDoubtful` is asked about each target. */
export function addPaths(
  found: Inline,
  kind: "code-span" | "fence",
  text: string,
  { start, end }: Span,
  isDoubtful: (target: string) => boolean,
): void {
  const { paths, references, foreign, defined } = found;
  for (let path = paths[found.passed]; path && path.start < end; path = paths[++found.passed]) {
    if (path.start < start || isPattern(text, start, path.start, path.end)) continue;
    const doubtful = foreign || isDoubtful(path.target);
    const [, capitals] = inCapitals.exec(path.target) ?? [];
    references.push({
      kind,
      start: path.start,
      end: path.end,
      target: path.target,
      ...(doubtful && { doubtful: true as const }),
      ...(capitals !== undefined && defined().has(capitals) && { placeholder: true as const }),
    });
  }
}
