import type { Range } from "../core/place.ts";

export interface Body {
  readonly range: Range;
  /** Number of lines after the frontmatter, not counting a trailing empty line. */
  readonly lines: number;
  readonly references: readonly Reference[];
  /** The references that are not in code. */
  readonly links: readonly Reference[];
  /** Links to an anchor in the same file, such as `[Usage](#usage)`. Their targets are empty. */
  readonly anchors: readonly Reference[];
  readonly headings: readonly Heading[];
  /** Fenced code blocks, including their fences. */
  readonly fences: readonly CodeFence[];
  /**
   * The ranges of all code, sorted: code spans, fenced and indented code blocks, and the content of tags such as
   * `<code>`.
   */
  readonly code: readonly Range[];
  /** HTML comments that are not in code. */
  readonly comments: readonly { readonly range: Range; readonly text: string }[];
}

/** A part of a Markdown text that refers to a file or URL. */
export interface Reference {
  /** "text" is a path in plain text, which is a reference only if its file is missing. */
  readonly kind: "link" | "image" | "definition" | "code-span" | "fence" | "html" | "text";
  /**
   * The decoded target: percent escapes, backslash escapes and entities are resolved; the fragment and query are
   * removed.
   */
  readonly target: string;
  readonly fragment?: string;
  /** The target as written. */
  readonly range: Range;
  /**
   * Set for a path in code that may be an example or belong to another skill or a plugin. A missing file is then not
   * reported.
   */
  readonly doubtful?: true;
  /**
   * Set if the path may not be meant as a file of the skill. It then counts only if a file has this very path. Such
   * paths are, in code, those whose first segment is an upper-case word that the text defines, paths in a sample
   * document, and paths that a command of the text writes.
   */
  readonly placeholder?: true;
  /** Set if the path is relative to the skill's root, as a prefix such as `{baseDir}/` indicates. */
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
