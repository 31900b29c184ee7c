/** Where the first sequence that is not UTF-8 begins, as Python and Rust count it; the length where all is UTF-8. Unicode 16, table 3-7. */
export function findInvalidByte(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return at;
}

/** 0 where no well-formed sequence begins. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  if (first < 0x80) return 1;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length === 0 || !isSecond(first, bytes[at + 1])) return 0;
  for (let next = at + 2; next < at + length; next++) if (!isBetween(bytes[next], 0x80, 0xbf)) return 0;
  return length;
}

/** No overlong forms (E0, F0), no surrogates (ED), nothing past U+10FFFF (F4). */
function isSecond(first: number, second: number | undefined): boolean {
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  return isBetween(second, least, most);
}

function isBetween(byte: number | undefined, least: number, most: number): boolean {
  return byte !== undefined && byte >= least && byte <= most;
}
