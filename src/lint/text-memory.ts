import type { Vocabulary } from "../core/vocabulary.ts";
import { type GraphMemory, openGraphMemory } from "../graph/graph-memory.ts";
import type { TextFile } from "../model/text-file.ts";
import { parseBody } from "../parse/body/body.ts";
import { decodeText } from "../parse/decode.ts";
import { type Read, type ReadText, toTextFile } from "./text-file.ts";

/**
 * What was computed of the files of a skill that is examined again and again, as in an editor. It is found again only
 * for the same bytes: the same array, not an equal one.
 */
export interface TextMemory {
  /** A Markdown file that another one links to. */
  readonly linked: (bytes: Uint8Array) => ReadText;
  readonly text: (read: Read) => TextFile;
  readonly graph: GraphMemory;
}

/** Reads a Markdown file without frontmatter. */
export function readLinked(bytes: Uint8Array): ReadText {
  const { source } = decodeText(bytes);
  return { source, body: parseBody(source, 0) };
}

/** Forgets what belongs to bytes that are no longer in use. */
export function openTextMemory(): TextMemory {
  const linked = new WeakMap<Uint8Array, ReadText>();
  const texts = new WeakMap<Uint8Array, { readonly text: TextFile; readonly vocabulary: Vocabulary }>();
  return {
    linked: (bytes) => {
      const known = linked.get(bytes) ?? readLinked(bytes);
      linked.set(bytes, known);
      return known;
    },
    graph: openGraphMemory(),
    text: (read) => {
      const { bytes, path, executable, vocabulary } = read;
      const known = texts.get(bytes);
      if (
        known?.vocabulary === vocabulary &&
        known.text.path === path &&
        known.text.executable === executable
      )
        return known.text;
      const text = toTextFile(read);
      texts.set(bytes, { text, vocabulary });
      return text;
    },
  };
}
