import * as zlib from "node:zlib";
import { crc32ByTable } from "../core/crc32.ts";

/** CRC-32 as used by zip and gzip (RFC 1952, section 8). `before` is the CRC of the preceding bytes. */
export function crc32(bytes: Uint8Array, before = 0): number {
  // zlib starts again from the initial value when an empty buffer has no memory: https://zlib.net/manual.html#Checksum
  return bytes.length === 0 ? before : checksum(bytes, before);
}

/** `zlib.crc32` exists since Node 20.15 and 22.2. */
const checksum: (bytes: Uint8Array, before: number) => number =
  typeof zlib.crc32 === "function" ? (bytes, before) => zlib.crc32(bytes, before) : crc32ByTable;
