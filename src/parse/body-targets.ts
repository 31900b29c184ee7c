import { decodeTarget } from "./body-destinations.ts";
import type { Span } from "./lines.ts";

/** A reference before its offsets become positions. */
export interface FoundReference extends Span {
  readonly kind: "link" | "image" | "definition" | "code-span" | "fence" | "html";
  readonly target: string;
  readonly fragment?: string;
}

/** What inline Markdown yields; each in the order of the text. */
export interface Inline {
  readonly references: FoundReference[];
  readonly comments: (Span & { readonly text: string })[];
}

const external = /^(?:[A-Za-z][A-Za-z0-9+.-]+:|\/\/|#|\?|$)/;
const placeholder = /[<>{}*]|\.\.\.|…|^(?:url|link|href|path|uri)$|(?:^|\/)path\/to(?:\/|$)/iu;

/** A target that may be a file of the skill: external addresses, fragments of the same file and placeholders are none. */
export function addTarget(found: Inline, kind: FoundReference["kind"], text: string, { start, end }: Span): void {
  const written = text.slice(start, end);
  if (external.test(written) && !/^file:/i.test(written)) return;
  const decoded = decodeTarget(written);
  if (decoded.target !== "" && !placeholder.test(decoded.target)) found.references.push({ kind, start, end, ...decoded });
}
