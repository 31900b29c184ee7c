import type { Buffer } from "node:buffer";
import { type ArchiveCode, ArchiveRefused } from "../../model/archive.ts";
import { count as counted, grouped } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { decodeUtf8 } from "../../core/utf8.ts";
import type { EndRecord } from "./end-record.ts";

/** One record of the central directory (APPNOTE.TXT 4.3.12), as written. */
export interface CentralRecord {
  /** Offset of the record. */
  readonly at: number;
  /** The system that wrote the entry; 3 is Unix (APPNOTE.TXT 4.4.2). */
  readonly host: number;
  readonly needed: number;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  /** Compressed size in bytes. */
  readonly packed: number;
  /** Uncompressed size in bytes. */
  readonly size: number;
  readonly name: Buffer;
  readonly extra: Buffer;
  /** The upper 16 bits are the Unix mode, the lower 16 bits the DOS attributes. */
  readonly attributes: number;
  /** Offset of the local header. */
  readonly local: number;
}

const signature = 0x02014b50;
const fixedLength = 46;

/**
 * Every record of the central directory. Throws ArchiveRefused if the records do not fill the directory, or if their
 * number differs from the declared one.
 */
export function readCentralDirectory(
  archive: Buffer,
  { count, directoryStart, directoryEnd }: EndRecord,
): readonly CentralRecord[] {
  const records: CentralRecord[] = [];
  let at = directoryStart;
  while (records.length < count && at < directoryEnd) {
    const next = readRecordEnd(archive, at, directoryEnd);
    records.push(readRecord(archive, at));
    at = next;
  }
  if (at < directoryEnd && !hasSignature(archive, at, directoryEnd)) throw broken(at);
  if (records.length === count && at === directoryEnd) return records;
  const there = at < directoryEnd ? `more than ${grouped(count)}` : grouped(records.length);
  throw new ArchiveRefused(
    "count",
    `central directory has ${there} entries, but the end record declares ${grouped(count)}`,
    { offset: at },
  );
}

/** The refusal of one entry. `rest` continues the message after the entry's name. */
export function refusedEntry(
  code: ArchiveCode,
  record: CentralRecord,
  rest: string,
  offset = record.at,
): ArchiveRefused {
  const entry = decodeUtf8(record.name) ?? escapeBytes(record.name);
  return new ArchiveRefused(code, `${quote(entry)} ${rest}`, { entry, offset });
}

/** Decodes a name that is not UTF-8, with its non-ASCII bytes as \xff. */
function escapeBytes(name: Buffer): string {
  return name.toString("latin1").replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
}

function readRecordEnd(archive: Buffer, at: number, limit: number): number {
  if (!hasSignature(archive, at, limit) || at + fixedLength > limit) throw broken(at);
  const end =
    at +
    fixedLength +
    archive.readUInt16LE(at + 28) +
    archive.readUInt16LE(at + 30) +
    archive.readUInt16LE(at + 32);
  if (end > limit)
    throw new ArchiveRefused(
      "central-directory",
      `central directory record extends past the end of the directory (byte ${limit})`,
      { offset: at },
    );
  return end;
}

function readRecord(archive: Buffer, at: number): CentralRecord {
  const name = archive.subarray(at + fixedLength, at + fixedLength + archive.readUInt16LE(at + 28));
  const extraStart = at + fixedLength + name.length;
  const record: CentralRecord = {
    at,
    host: archive.readUInt8(at + 5),
    needed: archive.readUInt16LE(at + 6),
    flags: archive.readUInt16LE(at + 8),
    method: archive.readUInt16LE(at + 10),
    crc: archive.readUInt32LE(at + 16),
    packed: archive.readUInt32LE(at + 20),
    size: archive.readUInt32LE(at + 24),
    name,
    extra: archive.subarray(extraStart, extraStart + archive.readUInt16LE(at + 30)),
    attributes: archive.readUInt32LE(at + 38),
    local: archive.readUInt32LE(at + 42),
  };
  const disk = archive.readUInt16LE(at + 34);
  if (disk === 0xffff || [record.packed, record.size, record.local].includes(0xffffffff))
    throw refusedEntry("zip64", record, "uses zip64, which only files over 4 GiB need");
  if (disk !== 0) throw refusedEntry("multidisk", record, "is in another part of a multi-part archive");
  const comment = archive.readUInt16LE(at + 32);
  if (comment > 0)
    throw refusedEntry("entry-comment", record, `has a comment of ${counted(comment, "byte")}; remove it`);
  return record;
}

function hasSignature(archive: Buffer, at: number, limit: number): boolean {
  return at + 4 <= limit && archive.readUInt32LE(at) === signature;
}

function broken(at: number): ArchiveRefused {
  return new ArchiveRefused(
    "central-directory",
    "central directory contains bytes that are not an entry record",
    { offset: at },
  );
}
