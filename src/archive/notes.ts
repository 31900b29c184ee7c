import { Buffer } from "node:buffer";
import type { ArchiveNote, PackedFile } from "../model/archive.ts";
import { seriesAtMost } from "../core/sentence.ts";
import { quote } from "../core/show.ts";

/** How archives begin: zip (and with it the documents of Office), gzip, bzip2, xz, zstd, 7z, RAR. */
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
/** Where a tar says what it is (POSIX.1-1988). */
const tar = { magic: Buffer.from("ustar"), at: 257 };
const namesShown = 5;

/** That some of the files are archives, in which anything may be. */
export function noteArchivesInside(files: readonly PackedFile[]): readonly ArchiveNote[] {
  return note(
    "archives inside this one were not opened",
    files.filter(({ bytes }) => isArchive(bytes)).map(({ path }) => path),
  );
}

/** That the modes of some entries let everybody on a machine change them, where they are unpacked as they stand. */
export function noteWorldWritable(paths: readonly string[]): readonly ArchiveNote[] {
  return note("modes let anyone write", paths);
}

/** That the manifest leaves out some of the files, as it may. */
export function noteUnlisted(paths: readonly string[]): readonly ArchiveNote[] {
  return note("the manifest leaves out, and says nothing of", paths);
}

/** One note for all that it is true of, however many they are. */
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
