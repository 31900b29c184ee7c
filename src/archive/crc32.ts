import * as zlib from "node:zlib";

/** CRC-32 as used by zip and gzip (RFC 1952, section 8). `before` is the CRC of the preceding bytes. */
export function crc32(bytes: Uint8Array, before = 0): number {
  // zlib starts again from the initial value when an empty buffer has no memory: https://zlib.net/manual.html#Checksum
  return bytes.length === 0 ? before : checksum(bytes, before);
}

/** `zlib.crc32` exists since Node 20.15 and 22.2. */
const checksum: (bytes: Uint8Array, before: number) => number =
  typeof zlib.crc32 === "function" ? (bytes, before) => zlib.crc32(bytes, before) : crc32ByTable;

const polynomial = 0xedb88320;
let table: Uint32Array | undefined;

/** As `zlib.crc32`, for versions of Node without it. */
function crc32ByTable(bytes: Uint8Array, before = 0): number {
  table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
    return value;
  });
  let crc = ~before;
  for (const byte of bytes) crc = (crc >>> 8) ^ table[(crc ^ byte) & 0xff]!;
  return (crc ^ 0xffffffff) >>> 0;
}
