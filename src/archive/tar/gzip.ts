import { Buffer } from "node:buffer";
import { archiveLimits, ArchiveRefused } from "../../model/archive.ts";
import { count, grouped } from "../../core/sentence.ts";
import { crc32 } from "../crc32.ts";
import { inflateAtMost } from "../inflate-at-most.ts";

/**
 * Lengths in bytes of a header without optional fields, and of the checksum and size at the end (RFC 1952, section
 * 2.3).
 */
const headerLength = 10;
const trailerLength = 8;
/** Maximum length of the data in one stored block, in bytes (RFC 1951, section 3.2.4). */
const blockLength = 0xffff;
const blockHeader = 5;

/** A header with DEFLATE, no flags, no time, no extra flags, unknown system (RFC 1952, section 2.3.1). */
const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
/** The only flag that producers set: the original file name follows. */
const nameFlag = 0x08;
const longestName = 255;

/** Length of the output of `gzipParts` for `length` bytes. */
export function storedLength(length: number): number {
  return headerLength + length + blockHeader * Math.max(1, Math.ceil(length / blockLength)) + trailerLength;
}

/**
 * One gzip member with stored blocks, because a compressor's output depends on its version. Input and output are
 * consecutive pieces.
 */
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

/** The header of a stored block when `left` bytes remain. */
function blockStart(left: number): Buffer {
  const start = Buffer.alloc(blockHeader);
  const length = Math.min(left, blockLength);
  start.writeUInt8(left <= blockLength ? 1 : 0, 0);
  start.writeUInt16LE(length, 1);
  start.writeUInt16LE(length ^ 0xffff, 3);
  return start;
}

/**
 * The content of the only member of a gzip. Throws ArchiveRefused if the content exceeds `limit` bytes, or if there
 * is data outside that member.
 */
export function gunzip(gzip: Buffer, limit: number): Buffer {
  const start = headerEnd(gzip);
  const end = gzip.length - trailerLength;
  if (end <= start)
    throw refused(gzip.length, `gzip is truncated after ${count(gzip.length, "byte")}, before its data`);
  const size = gzip.readUInt32LE(end + 4);
  const most = Math.min(limit, Math.max(archiveLimits.ratioFrom, gzip.length * archiveLimits.ratio));
  const data = gzip.subarray(start, end);
  const inflated = inflateAtMost(data, Math.min(size, most));
  if ("failure" in inflated) {
    if (inflated.failure === "broken") throw refused(start, "gzip data is damaged or truncated");
    if (size > most) throw tooCostly(gzip.length, most, limit);
    throw refused(start, `gzip unpacks to more than the ${grouped(size)} bytes declared at its end`);
  }
  const { bytes, used } = inflated;
  if (used !== data.length)
    throw refused(
      start + used,
      `gzip has ${count(data.length - used, "extra byte")} after its data, which ends at byte ${start + used}`,
    );
  if (bytes.length !== size)
    throw refused(
      end + 4,
      `gzip unpacks to ${grouped(bytes.length)} bytes, but ${grouped(size)} are declared at its end`,
    );
  if (crc32(bytes) !== gzip.readUInt32LE(end))
    throw new ArchiveRefused(
      "crc",
      "gzip was changed or damaged: its data does not match the checksum (CRC-32) at its end",
      { offset: end },
    );
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/**
 * Offset of the compressed data. Comments, extra fields and header checksums are refused: no producer of tar.gz
 * writes them and few readers check them.
 */
function headerEnd(gzip: Buffer): number {
  if (gzip.length < headerLength || gzip[0] !== 0x1f || gzip[1] !== 0x8b || gzip[2] !== 8)
    throw refused(0, "archive does not start with a gzip header for DEFLATE data");
  const flags = gzip[3]!;
  if (flags & ~nameFlag)
    throw refused(
      3,
      `gzip header has the flags 0x${flags.toString(16).padStart(2, "0")}; only a file name (0x08) is supported`,
    );
  if (!(flags & nameFlag)) return headerLength;
  const end = gzip.subarray(headerLength, headerLength + longestName + 1).indexOf(0);
  if (end === -1)
    throw refused(headerLength, `file name in the gzip header is longer than ${longestName} bytes`);
  return headerLength + end + 1;
}

function tooCostly(packed: number, most: number, limit: number): ArchiveRefused {
  if (most === limit)
    return new ArchiveRefused("total-size", `archive unpacks to more than ${grouped(limit)} bytes`);
  return new ArchiveRefused(
    "ratio",
    `archive unpacks from ${grouped(packed)} to more than ${grouped(most)} bytes (maximum ${archiveLimits.ratio} times, or ${grouped(archiveLimits.ratioFrom)} bytes)`,
  );
}

function refused(offset: number, message: string): ArchiveRefused {
  return new ArchiveRefused("gzip", message, { offset });
}
