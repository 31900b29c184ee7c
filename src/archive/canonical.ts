import { Buffer } from "node:buffer";
import { ArchiveRefused, type FileBytes } from "../model/archive.ts";
import { count } from "../core/sentence.ts";
import { zipParts } from "./zip/write-zip.ts";

/**
 * Maximum number of bits by which an archive may differ from the one that we build and still count as a damaged copy
 * of ours instead of another tool's. One flipped bit can appear as four: itself, and the three by which the modes
 * 0755 and 0644 differ. A zip that Python stores of one small file differs in 16 bits.
 */
const fewBits = 8;

/**
 * The profile of a zip: whether `writeZip` produces the same bytes for the same files. An archive that differs by
 * only a few bits was built by us and then damaged in a field that no checksum covers, so it is refused: no single
 * bit of a packed archive can change unnoticed.
 */
export function readProfile(archive: Buffer, files: readonly FileBytes[]): "own" | "foreign" {
  if (canonicalLength(files) !== archive.length) return "foreign";
  return profileOf(archive, zipParts(files));
}

/**
 * As `readProfile`, for an archive of any format; `canonical` is the archive that we build from its files, in
 * consecutive pieces.
 */
export function profileOf(archive: Buffer, canonical: readonly Uint8Array[]): "own" | "foreign" {
  const difference = countBits(archive, canonical);
  if (!difference) return "foreign";
  if (difference.bits === 0) return "own";
  throw new ArchiveRefused(
    "canonical",
    `archive was changed or damaged: ${count(difference.bits, "bit")} ${difference.bits === 1 ? "differs" : "differ"} from a pack of the same files, first at byte ${difference.first}`,
    { offset: difference.first },
  );
}

/**
 * The length that `writeZip` would produce, computed without writing: archives of other tools rarely have the same
 * length.
 */
function canonicalLength(files: readonly FileBytes[]): number {
  const headers = 30 + 46;
  return files.reduce(
    (sum, { path, bytes }) => sum + headers + 2 * Buffer.byteLength(path) + bytes.length,
    22,
  );
}

/**
 * The number of differing bits and the offset of the first; undefined if there are more than `fewBits`, or if the
 * lengths differ.
 */
function countBits(
  archive: Buffer,
  canonical: readonly Uint8Array[],
): { readonly bits: number; readonly first: number } | undefined {
  let [at, bits, first] = [0, 0, -1];
  for (const part of canonical) {
    const found = archive.subarray(at, at + part.length);
    if (found.length < part.length) return undefined;
    // Almost all pieces are equal, and a native comparison finds that fastest.
    for (let index = found.equals(part) ? part.length : 0; index < part.length; index++) {
      const turned = bitsIn(found[index]! ^ part[index]!);
      if (turned > 0 && bits === 0) first = at + index;
      bits += turned;
      if (bits > fewBits) return undefined;
    }
    at += part.length;
  }
  return at === archive.length ? { bits, first } : undefined;
}

function bitsIn(byte: number): number {
  let bits = 0;
  for (let rest = byte; rest > 0; rest &= rest - 1) bits++;
  return bits;
}
