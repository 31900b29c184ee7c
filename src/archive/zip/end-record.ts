import { Buffer } from "node:buffer";
import { type ArchiveCode, archiveLimits, ArchiveRefused } from "../../model/archive.ts";
import { count as counted, grouped } from "../../core/sentence.ts";

/** The end-of-central-directory record of a zip (APPNOTE.TXT 4.3.16). */
export interface EndRecord {
  /** Number of records in the central directory. */
  readonly count: number;
  readonly directoryStart: number;
  /** Offset where the central directory ends and this record begins. */
  readonly directoryEnd: number;
  /** Empty if the archive has no comment. */
  readonly comment: string;
}

const signature = Buffer.from("PK\x05\x06", "latin1");
const recordLength = 22;
const locatorSignature = 0x07064b50;
const locatorLength = 20;
/** Maximum length of a comment in bytes that the length field can declare (APPNOTE.TXT 4.4.12). */
const longestComment = 0xffff;
/** Maximum length of a comment in bytes that is accepted; `git archive` writes a commit id of 40 or 64 digits. */
const allowedComment = 256;

/**
 * The record at the end of the archive; throws ArchiveRefused if it does not account for every byte from the central
 * directory on.
 */
export function readEndRecord(archive: Buffer): EndRecord {
  const at = findEndRecord(archive);
  if (at === -1)
    throw refused("eocd", "archive has no zip end record: it is truncated or not a zip", archive.length);
  checkReach(archive, at);
  if (at >= locatorLength && archive.readUInt32LE(at - locatorLength) === locatorSignature)
    throw leftToZip64(at - locatorLength);
  const disks = [archive.readUInt16LE(at + 4), archive.readUInt16LE(at + 6)];
  if (disks.includes(0xffff)) throw leftToZip64(at);
  if (disks.some((disk) => disk !== 0))
    throw refused("multidisk", "archive is one part of a multi-part archive", at);
  const count = readCount(archive, at);
  const directoryStart = readDirectoryStart(archive, at);
  if (count === 0 && directoryStart === at) throw refused("empty", "archive has no entries", at);
  return { count, directoryStart, directoryEnd: at, comment: readComment(archive, at) };
}

/** Offset of the last end record that fits into the file, which is the one that readers use; -1 if there is none. */
export function findEndRecord(archive: Buffer): number {
  const from = Math.max(0, archive.length - recordLength - longestComment);
  const found =
    archive.length < recordLength
      ? -1
      : archive.subarray(from, archive.length - recordLength + signature.length).lastIndexOf(signature);
  return found === -1 ? -1 : from + found;
}

function checkReach(archive: Buffer, at: number): void {
  const announced = archive.readUInt16LE(at + 20);
  const follow = archive.length - at - recordLength;
  if (announced === follow) return;
  throw refused(
    "eocd",
    `${counted(follow, "byte")} ${follow === 1 ? "follows" : "follow"} the zip end record, which declares ${grouped(announced)}`,
    at,
  );
}

function readCount(archive: Buffer, at: number): number {
  const here = archive.readUInt16LE(at + 8);
  const count = archive.readUInt16LE(at + 10);
  if (here !== count)
    throw refused(
      "count",
      `zip end record declares ${grouped(here)} entries in this part but ${grouped(count)} in total`,
      at,
    );
  if (count === 0xffff) throw leftToZip64(at);
  if (count > archiveLimits.entries)
    throw refused(
      "entries",
      `archive has ${grouped(count)} entries (maximum ${grouped(archiveLimits.entries)})`,
      at,
    );
  return count;
}

function readDirectoryStart(archive: Buffer, at: number): number {
  const size = archive.readUInt32LE(at + 12);
  const start = archive.readUInt32LE(at + 16);
  if (size === 0xffffffff || start === 0xffffffff) throw leftToZip64(at);
  if (start + size === at) return start;
  throw refused(
    "central-directory",
    `central directory is declared to end at byte ${start + size}, but the zip end record starts at byte ${at}`,
    at,
  );
}

function readComment(archive: Buffer, at: number): string {
  const comment = archive.toString("latin1", at + recordLength);
  if (comment.length > allowedComment)
    throw refused(
      "comment",
      `archive comment is ${counted(comment.length, "byte")} long (maximum ${allowedComment})`,
      at,
    );
  if (!/^[ -~]*$/.test(comment)) throw refused("comment", "archive comment is not printable ASCII", at);
  if (comment.includes("PK"))
    throw refused("comment", 'archive comment contains "PK", with which every zip record starts', at);
  return comment;
}

/** Refuses zip64, as its records repeat the sizes and offsets, and readers differ in which ones they use. */
function leftToZip64(offset: number): ArchiveRefused {
  return refused(
    "zip64",
    "archive uses zip64, which only archives over 4 GiB or with more than 65,534 entries need",
    offset,
  );
}

function refused(code: ArchiveCode, message: string, offset: number): ArchiveRefused {
  return new ArchiveRefused(code, message, { offset });
}
