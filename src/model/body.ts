import type { Range } from "../core/place.ts";

export interface Body {
  readonly range: Range;
  /** Lines after the closing fence, without a final empty line. */
  readonly lines: number;
  readonly references: readonly Reference[];
  /** The references outside code. */
  readonly links: readonly Reference[];
  /** Links to an anchor in the same file, such as `[Usage](#usage)`; their targets are empty. */
  readonly anchors: readonly Reference[];
  readonly headings: readonly Heading[];
  /** Fenced code blocks, their fences included. */
  readonly fences: readonly CodeFence[];
  /** All code, sorted: spans, fenced or indented blocks, and the content of tags such as `<code>`. */
  readonly code: readonly Range[];
  /** HTML comments outside code. */
  readonly comments: readonly { readonly range: Range; readonly text: string }[];
}

/** Something in Markdown that names a file or address. */
export interface Reference {
  readonly kind: "link" | "image" | "definition" | "code-span" | "fence" | "html";
  /** Decoded: percent escapes, backslash escapes and entities resolved; the fragment and query cut off. */
  readonly target: string;
  readonly fragment?: string;
  /** The target as written. */
  readonly range: Range;
  /** A path in code that may be an example or belong to another skill or a plugin, so a missing file is not reported. */
  readonly doubtful?: true;
  /**
   * It may not be meant as a file of the skill, so it counts only if a file has this very path: in code, a path whose first segment is
   * an upper-case word that the text defines, a path in a sample document, or a path that a command of the text writes.
   */
  readonly placeholder?: true;
  /** It counts from the skill's root, as a prefix such as `{baseDir}/` says. */
  readonly rooted?: true;
}

export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly range: Range;
}

export interface CodeFence {
  readonly language: string;
  readonly range: Range;
  /** The text between the fences. */
  readonly content: Range;
  readonly closed: boolean;
}
