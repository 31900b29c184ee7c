import { limits } from "../model/limits.ts";
import type { Skill } from "../model/skill.ts";
import type { FileEntry, Unread } from "../model/source.ts";
import type { TextFile } from "../model/text-file.ts";
import type { Vocabulary } from "../core/vocabulary.ts";
import { type Read, type ReadText, toTextFile } from "./text-file.ts";

interface Files {
  readonly files: readonly FileEntry[];
  /** The bytes of a file; undefined if it is unreadable, which is already reported. */
  bytesOf(path: string): Uint8Array | undefined;
  /** The texts that have already been read. */
  readonly known: ReadonlyMap<string, ReadText>;
  readonly vocabulary: Vocabulary;
  /** Returns a text, perhaps one that was read before; `toTextFile` by default. */
  readonly toText?: ((read: Read) => TextFile) | undefined;
}

/**
 * Reads every file of the skill. Returns text files, and the other files with the reason why rules do not read them.
 */
export function readTexts({
  files,
  bytesOf,
  known,
  vocabulary,
  toText = toTextFile,
}: Files): Pick<Skill, "texts" | "opaque"> {
  const texts: TextFile[] = [];
  const opaque: Unread[] = [];
  for (const { path, kind, size, executable, binary } of files) {
    if (kind !== "file") continue;
    if (size > limits.textBytes) {
      opaque.push({ path, reason: `larger than ${limits.textBytes} bytes (${size} bytes)` });
      continue;
    }
    const bytes = binary ? undefined : bytesOf(path);
    if (binary || (bytes && isBinary(bytes))) opaque.push({ path, reason: `not text (${size} bytes)` });
    else if (bytes) texts.push(toText({ path, executable, bytes, vocabulary, known: known.get(path) }));
  }
  return { texts, opaque };
}

/**
 * Whether one of the first 8000 bytes is zero, as in git (buffer_is_binary in xdiff-interface.c). UTF-16 with a
 * byte-order mark is text, although it contains zero bytes.
 */
function isBinary(bytes: Uint8Array): boolean {
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return !utf16 && bytes.subarray(0, 8000).includes(0);
}
