import type { Buffer } from "node:buffer";
import { extract, type Header } from "tar-stream";
import { ArchiveRefused } from "../../model/archive.ts";
import { quote } from "../../core/show.ts";
import type { TarEntry } from "./tar-walk.ts";

/** Reads the same tar with tar-stream; throws ArchiveRefused if it finds different names, types, modes or bytes. */
export async function confirmTar(tar: Buffer, entries: readonly TarEntry[]): Promise<void> {
  const reader = extract();
  reader.end(tar);
  let read = 0;
  try {
    for await (const entry of reader) {
      const expected = entries[read++];
      if (!expected || !isLike(entry.header, expected) || !(await holds(entry, expected.bytes)))
        throw disagreement(expected);
    }
  } catch (cause) {
    throw cause instanceof ArchiveRefused ? cause : disagreement(entries[read]);
  }
  if (read !== entries.length) throw disagreement(entries[read]);
}

function isLike(header: Header, { header: { typeflag, size, mode }, name }: TarEntry): boolean {
  return (
    header.name === name.toString() &&
    header.type === (typeflag === "5" ? "directory" : "file") &&
    header.size === size &&
    header.mode === mode
  );
}

async function holds(entry: AsyncIterable<unknown>, bytes: Buffer): Promise<boolean> {
  let at = 0;
  for await (const chunk of entry) {
    if (!(chunk instanceof Uint8Array) || !bytes.subarray(at, at + chunk.length).equals(chunk)) return false;
    at += chunk.length;
  }
  return at === bytes.length;
}

function disagreement(entry: TarEntry | undefined): ArchiveRefused {
  const name = entry?.name.toString();
  return new ArchiveRefused(
    "readers-disagree",
    `a second reader, tar-stream, reads ${name === undefined ? "the end of the tar" : quote(name)} differently`,
    name === undefined ? {} : { entry: name },
  );
}
