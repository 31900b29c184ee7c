import { Buffer } from "node:buffer";
import { type ArchiveCode, archiveLimits, ArchiveRefused } from "../../model/archive.ts";
import { count as counted, grouped } from "../../core/sentence.ts";

/** What the end of a zip says of the whole (APPNOTE.TXT 4.3.16). */
export interface EndRecord {
  /** How many records the central directory has. */
  readonly count: number;
  readonly directoryStart: number;
  /** Where the central directory ends, and this record begins. */
  readonly directoryEnd: number;
  /** Empty where there is none. */
  readonly comment: string;
}

const signature = Buffer.from("PK\x05\x06", "latin1");
const recordLength = 22;
const locatorSignature = 0x07064b50;
const locatorLength = 20;
/** What its field can hold (APPNOTE.TXT 4.4.12). */
const longestComment = 0xffff;
/** `git archive` writes the id of a commit, which has 40 or 64 digits. */
const allowedComment = 256;

/** The record at the archive's very end; refused where it does not account for every byte from the central directory on. */
export function readEndRecord(archive: Buffer): EndRecord {
  const at = findEndRecord(archive);
  if (at === -1)
    throw refused(
      "eocd",
      "no record that ends a zip stands at the archive's end: it was cut off, or it is no zip",
      archive.length,
    );
  checkReach(archive, at);
  if (at >= locatorLength && archive.readUInt32LE(at - locatorLength) === locatorSignature)
    throw leftToZip64(at - locatorLength);
  const disks = [archive.readUInt16LE(at + 4), archive.readUInt16LE(at + 6)];
  if (disks.includes(0xffff)) throw leftToZip64(at);
  if (disks.some((disk) => disk !== 0))
    throw refused("multidisk", "the archive is one part of several, where the whole was expected", at);
  const count = readCount(archive, at);
  const directoryStart = readDirectoryStart(archive, at);
  if (count === 0 && directoryStart === at)
    throw refused("empty", "the archive's central directory holds no entry", at);
  return { count, directoryStart, directoryEnd: at, comment: readComment(archive, at) };
}

/** Where the last such record begins that has room, which is the one that readers find; -1 where there is none. */
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
    `${counted(follow, "byte")} ${follow === 1 ? "follows" : "follow"} the record that ends the zip, which announces ${grouped(announced)}`,
    at,
  );
}

function readCount(archive: Buffer, at: number): number {
  const here = archive.readUInt16LE(at + 8);
  const count = archive.readUInt16LE(at + 10);
  if (here !== count)
    throw refused(
      "count",
      `the archive's end counts ${grouped(here)} entries in this part and ${grouped(count)} in all, where both should be the same`,
      at,
    );
  if (count === 0xffff) throw leftToZip64(at);
  if (count > archiveLimits.entries)
    throw refused(
      "entries",
      `the archive has ${grouped(count)} entries, more than ${grouped(archiveLimits.entries)}`,
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
    `the central directory is said to span the bytes ${start} to ${start + size}, where it should end at ${at}, where the archive's end begins`,
    at,
  );
}

function readComment(archive: Buffer, at: number): string {
  const comment = archive.toString("latin1", at + recordLength);
  if (comment.length > allowedComment)
    throw refused(
      "comment",
      `the archive's comment has ${counted(comment.length, "byte")}, more than ${allowedComment}`,
      at,
    );
  if (!/^[ -~]*$/.test(comment))
    throw refused("comment", "the archive's comment holds more than printable ASCII", at);
  if (comment.includes("PK"))
    throw refused("comment", 'the archive\'s comment holds "PK", with which each record of a zip begins', at);
  return comment;
}

/** Its records say everything a second time, and readers differ in which they believe. */
function leftToZip64(offset: number): ArchiveRefused {
  return refused(
    "zip64",
    "the archive's end leaves numbers to zip64, which only archives of over 4 GiB or 65,534 entries need",
    offset,
  );
}

function refused(code: ArchiveCode, message: string, offset: number): ArchiveRefused {
  return new ArchiveRefused(code, message, { offset });
}
