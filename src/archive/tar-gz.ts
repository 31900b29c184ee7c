import { Buffer } from "node:buffer";
import { type ArchiveContents, archiveLimits, ArchiveRefused, type PackedFile } from "../model/archive.ts";
import { grouped } from "../core/sentence.ts";
import { checkArchiveSize } from "./archive-size.ts";
import { profileOf } from "./canonical.ts";
import { setProblem } from "./collisions.ts";
import { confirmTar } from "./confirm-tar.ts";
import { gunzip, gzipParts, storedLength } from "./gzip.ts";
import { noteArchivesInside, noteWorldWritable } from "./notes.ts";
import { readEntry, type UnpackedEntry } from "./tar-entry.ts";
import { blockLength } from "./tar-header.ts";
import { walkTar } from "./tar-walk.ts";
import { tarParts } from "./write-tar.ts";

/** Of a whole tar: its files, and for each entry a header, an extended one, and what fills up the last block of each. */
const mostTarBytes = archiveLimits.totalBytes + archiveLimits.entries * 5 * blockLength;

/** The one tar.gz of these files: the same files give the same bytes on every machine. Names and limits are the caller's to check first. */
export async function writeTarGz(files: readonly PackedFile[]): Promise<Buffer> {
  return Buffer.concat(gzipParts(await tarParts(files)));
}

/** What a tar.gz holds, read so strictly that every other reader must find the same in it; throws ArchiveRefused at the first doubt. */
export async function readTarGz(bytes: Uint8Array): Promise<ArchiveContents> {
  checkArchiveSize(bytes);
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const tar = gunzip(archive, mostTarBytes);
  const walk = walkTar(tar);
  const entries = walk.entries.map(readEntry).filter((entry) => entry !== undefined);
  checkEntries(entries);
  await confirmTar(tar, walk.entries);
  const files = entries
    .filter(({ directory }) => !directory)
    .map(({ path, bytes, executable }) => ({ path, bytes, executable }));
  return {
    format: "tar.gz",
    // Whatever has another length is not what we write, and need not be written to be told apart.
    profile:
      archive.length === storedLength(tar.length)
        ? profileOf(archive, gzipParts(await tarParts(files)))
        : "foreign",
    files,
    directories: entries.filter(({ directory }) => directory).map(({ path }) => path),
    ...(walk.comment !== undefined && { comment: walk.comment }),
    notes: [
      ...noteArchivesInside(files),
      ...noteWorldWritable(entries.filter(({ worldWritable }) => worldWritable).map(({ path }) => path)),
    ],
  };
}

function checkEntries(entries: readonly UnpackedEntry[]): void {
  if (entries.length === 0) throw new ArchiveRefused("empty", "the archive holds nothing, expected a skill");
  const total = entries.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (total > archiveLimits.totalBytes)
    throw new ArchiveRefused(
      "total-size",
      `the archive unpacks to ${grouped(total)} bytes, more than ${grouped(archiveLimits.totalBytes)}`,
    );
  const paths = (wanted: boolean): readonly string[] =>
    entries.filter(({ directory }) => directory === wanted).map(({ path }) => path);
  const problem = setProblem(paths(false), paths(true));
  if (problem) throw new ArchiveRefused(problem.code, problem.message, { entry: problem.entry });
}
