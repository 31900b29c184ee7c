import * as zlib from "node:zlib";

/** CRC-32 as zip and gzip have it (RFC 1952, section 8), of the bytes, or of those that had the CRC `before` and these. */
export function crc32(bytes: Uint8Array, before = 0): number {
  // zlib takes an empty buffer that has no memory for the wish to begin anew: https://zlib.net/manual.html#Checksum
  return bytes.length === 0 ? before : checksum(bytes, before);
}

/** Node has it from 20.15 and 22.2 on. */
const checksum: (bytes: Uint8Array, before: number) => number =
  typeof zlib.crc32 === "function" ? (bytes, before) => zlib.crc32(bytes, before) : crc32ByTable;

const polynomial = 0xedb88320;
let table: Uint32Array | undefined;

/** The same for a Node without it. */
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
