import { Buffer } from "node:buffer";
import type { ArchiveNote, FileBytes } from "../model/archive.ts";
import { seriesAtMost } from "../core/sentence.ts";
import { quote } from "../core/show.ts";

/** First bytes of archives: zip (also Office documents), gzip, bzip2, xz, zstd, 7z, RAR. */
const beginnings = [
  "PK\x03\x04",
  "PK\x05\x06",
  "\x1f\x8b",
  "BZh",
  "\xfd7zXZ\0",
  "\x28\xb5\x2f\xfd",
  "7z\xbc\xaf\x27\x1c",
  "Rar!\x1a\x07",
].map((text) => Buffer.from(text, "latin1"));
/** The magic of a tar and its offset (POSIX.1-1988). */
const tar = { magic: Buffer.from("ustar"), at: 257 };
const namesShown = 5;

/** Notes files that are archives, as their content is not checked. */
export function noteArchivesInside(files: readonly FileBytes[]): readonly ArchiveNote[] {
  return note(
    "nested archives were not checked",
    files.filter(({ bytes }) => isArchive(bytes)).map(({ path }) => path),
  );
}

/** Notes entries that any user of the machine can change if their modes are preserved when they are unpacked. */
export function noteWorldWritable(paths: readonly string[]): readonly ArchiveNote[] {
  return note("world-writable entries", paths);
}

/** Notes files that the manifest is allowed to ignore. */
export function noteUnlisted(paths: readonly string[]): readonly ArchiveNote[] {
  return note("files not covered by the manifest", paths);
}

/** One note that lists all paths. */
function note(message: string, paths: readonly string[]): readonly ArchiveNote[] {
  const [entry] = paths;
  if (entry === undefined) return [];
  const names = seriesAtMost(
    paths.map((path) => quote(path)),
    namesShown,
  );
  return [{ message: `${message}: ${names}`, entry }];
}

function isArchive(bytes: Uint8Array): boolean {
  return (
    beginnings.some((beginning) => beginsWith(bytes, beginning)) ||
    beginsWith(bytes.subarray(tar.at), tar.magic)
  );
}

function beginsWith(bytes: Uint8Array, beginning: Uint8Array): boolean {
  return bytes.length >= beginning.length && beginning.every((byte, at) => bytes[at] === byte);
}
