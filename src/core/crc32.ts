const polynomial = 0xedb88320;
let table: Uint32Array | undefined;

/** CRC-32 as used by zip and gzip (RFC 1952, section 8). `before` is the CRC of the preceding bytes. */
export function crc32ByTable(bytes: Uint8Array, before = 0): number {
  table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
    return value;
  });
  let crc = ~before;
  for (const byte of bytes) crc = (crc >>> 8) ^ table[(crc ^ byte) & 0xff]!;
  return (crc ^ 0xffffffff) >>> 0;
}
