import { Buffer } from "node:buffer";
import { archiveLimits, ArchiveRefused } from "../../model/archive.ts";
import { count, grouped } from "../../core/sentence.ts";
import { crc32 } from "../crc32.ts";
import { inflateAtMost } from "../inflate-at-most.ts";

/** Of a header without fields of its own, and of the checksum and size at the end (RFC 1952, section 2.3). */
const headerLength = 10;
const trailerLength = 8;
/** The most that one stored block holds (RFC 1951, section 3.2.4). */
const blockLength = 0xffff;
const blockHeader = 5;

/** A header that says: DEFLATE, no flags, no time, no extra flags, of an unknown system (RFC 1952, section 2.3.1). */
const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
/** The one field that producers set: the name that the file had. */
const nameFlag = 0x08;
const longestName = 255;

/** How long `gzipParts` makes so many bytes. */
export function storedLength(length: number): number {
  return headerLength + length + blockHeader * Math.max(1, Math.ceil(length / blockLength)) + trailerLength;
}

/** One gzip member of stored blocks: what a compressor makes of the same bytes depends on its version. In and out, pieces that follow one another. */
export function gzipParts(parts: readonly Uint8Array[]): readonly Uint8Array[] {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const gzip: Uint8Array[] = [header];
  let [crc, at] = [0, 0];
  for (const part of parts) {
    crc = crc32(part, crc);
    for (let from = 0; from < part.length; ) {
      if (at % blockLength === 0) gzip.push(blockStart(length - at));
      const piece = part.subarray(from, from + blockLength - (at % blockLength));
      gzip.push(piece);
      from += piece.length;
      at += piece.length;
    }
  }
  if (length === 0) gzip.push(blockStart(0));
  const trailer = Buffer.alloc(trailerLength);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(length, 4);
  return [...gzip, trailer];
}

/** What stands before a block where so many bytes are left. */
function blockStart(left: number): Buffer {
  const start = Buffer.alloc(blockHeader);
  const length = Math.min(left, blockLength);
  start.writeUInt8(left <= blockLength ? 1 : 0, 0);
  start.writeUInt16LE(length, 1);
  start.writeUInt16LE(length ^ 0xffff, 3);
  return start;
}

/** What the one member of a gzip holds; refused where it holds more than `limit`, or where anything is before, behind or beside that member. */
export function gunzip(gzip: Buffer, limit: number): Buffer {
  const start = headerEnd(gzip);
  const end = gzip.length - trailerLength;
  if (end <= start)
    throw refused(gzip.length, `the gzip ends after ${count(gzip.length, "byte")}, before its data`);
  const size = gzip.readUInt32LE(end + 4);
  const most = Math.min(limit, Math.max(archiveLimits.ratioFrom, gzip.length * archiveLimits.ratio));
  const data = gzip.subarray(start, end);
  const inflated = inflateAtMost(data, Math.min(size, most));
  if ("failure" in inflated) {
    if (inflated.failure === "broken")
      throw refused(start, "the gzip's data are no DEFLATE stream, or only the beginning of one");
    if (size > most) throw tooCostly(gzip.length, most, limit);
    throw refused(
      start,
      `the gzip unpacks to more than the ${grouped(size)} bytes that its last four bytes say`,
    );
  }
  const { bytes, used } = inflated;
  if (used !== data.length)
    throw refused(
      start + used,
      `the gzip's data end at byte ${start + used}, and ${count(data.length - used, "byte")} more than its checksum and size follow`,
    );
  if (bytes.length !== size)
    throw refused(
      end + 4,
      `the gzip unpacks to ${grouped(bytes.length)} bytes, where its last four bytes say ${grouped(size)}`,
    );
  if (crc32(bytes) !== gzip.readUInt32LE(end))
    throw new ArchiveRefused(
      "crc",
      "the gzip does not unpack to the checksum (CRC-32) at its end: it was changed or damaged",
      { offset: end },
    );
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Where the data begin. Comments, extra fields and checksums of the header are refused: no producer of tar.gz writes them, and few readers look at them. */
function headerEnd(gzip: Buffer): number {
  if (gzip.length < headerLength || gzip[0] !== 0x1f || gzip[1] !== 0x8b || gzip[2] !== 8)
    throw refused(0, "the archive does not begin as a gzip of DEFLATE data");
  const flags = gzip[3]!;
  if (flags & ~nameFlag)
    throw refused(
      3,
      `the gzip's header has the flags 0x${flags.toString(16).padStart(2, "0")}, expected none but that for a name (0x08)`,
    );
  if (!(flags & nameFlag)) return headerLength;
  const end = gzip.subarray(headerLength, headerLength + longestName + 1).indexOf(0);
  if (end === -1)
    throw refused(headerLength, `the gzip's header has a name that does not end within ${longestName} bytes`);
  return headerLength + end + 1;
}

function tooCostly(packed: number, most: number, limit: number): ArchiveRefused {
  if (most === limit)
    return new ArchiveRefused("total-size", `the archive unpacks to more than ${grouped(limit)} bytes`);
  return new ArchiveRefused(
    "ratio",
    `the archive unpacks from ${grouped(packed)} to more than ${grouped(most)} bytes, expected at most ${archiveLimits.ratio} times as many where they are more than ${grouped(archiveLimits.ratioFrom)}`,
  );
}

function refused(offset: number, message: string): ArchiveRefused {
  return new ArchiveRefused("gzip", message, { offset });
}
