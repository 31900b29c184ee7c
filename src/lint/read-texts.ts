import { limits } from "../model/limits.ts";
import type { Skill } from "../model/skill.ts";
import type { FileEntry, Unread } from "../model/source.ts";
import type { TextFile } from "../model/text-file.ts";
import type { Vocabulary } from "../core/vocabulary.ts";
import { toTextFile, type ReadText } from "./text-file.ts";

interface Files {
  readonly files: readonly FileEntry[];
  /** The bytes of a file; undefined for an unreadable file, which is reported already. */
  bytesOf(path: string): Uint8Array | undefined;
  /** The texts that were read before. */
  readonly known: ReadonlyMap<string, ReadText>;
  readonly vocabulary: Vocabulary;
}

/** Reads every file of the skill: text files, and opaque ones with the reason why rules do not read them. */
export function readTexts({ files, bytesOf, known, vocabulary }: Files): Pick<Skill, "texts" | "opaque"> {
  const texts: TextFile[] = [];
  const opaque: Unread[] = [];
  for (const { path, kind, size, executable } of files) {
    if (kind !== "file") continue;
    if (size > limits.textBytes) {
      opaque.push({ path, reason: `larger than ${limits.textBytes} bytes (${size} bytes)` });
      continue;
    }
    const bytes = bytesOf(path);
    if (!bytes) continue;
    if (isBinary(bytes)) opaque.push({ path, reason: `no text (${bytes.length} bytes)` });
    else texts.push(toTextFile({ path, executable, bytes, vocabulary, known: known.get(path) }));
  }
  return { texts, opaque };
}

/** As in git, a zero byte among the first 8000 (buffer_is_binary in xdiff-interface.c); except UTF-16 with a byte-order mark, which contains zero bytes too. */
function isBinary(bytes: Uint8Array): boolean {
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return !utf16 && bytes.subarray(0, 8000).includes(0);
}
