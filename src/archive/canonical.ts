import { Buffer } from "node:buffer";
import { ArchiveRefused, type PackedFile } from "../model/archive.ts";
import { count } from "../core/sentence.ts";
import { zipParts } from "./zip/write-zip.ts";

/**
 * How many bits may have turned over in an archive of ours before it is taken for somebody else's.
 * One bit can change four: itself, and the three by which the modes 0755 and 0644 differ. What Python stores of one small file is 16 bits away.
 */
const fewBits = 8;

/**
 * "own" where `writeZip` makes the same bytes of the same files, else "foreign".
 * What is a few bits away from them was ours and has been damaged, in a field that nothing else guards, and is refused: no single bit of a packed archive can change unnoticed.
 */
export function readProfile(archive: Buffer, files: readonly PackedFile[]): "own" | "foreign" {
  if (canonicalLength(files) !== archive.length) return "foreign";
  return profileOf(archive, zipParts(files));
}

/** The same for an archive of any format and what we make of the files in it, in pieces that follow one another. */
export function profileOf(archive: Buffer, canonical: readonly Uint8Array[]): "own" | "foreign" {
  const difference = countBits(archive, canonical);
  if (!difference) return "foreign";
  if (difference.bits === 0) return "own";
  throw new ArchiveRefused(
    "canonical",
    `${count(difference.bits, "bit")} of the archive ${difference.bits === 1 ? "differs" : "differ"} from what is packed of the same files, from byte ${difference.first} on: it was changed or damaged`,
    { offset: difference.first },
  );
}

/** Without writing it: hardly any archive that another tool made has the same length. */
function canonicalLength(files: readonly PackedFile[]): number {
  const headers = 30 + 46;
  return files.reduce(
    (sum, { path, bytes }) => sum + headers + 2 * Buffer.byteLength(path) + bytes.length,
    22,
  );
}

/** How many bits differ and where the first of them is, or nothing where they are many, or the lengths differ. */
function countBits(
  archive: Buffer,
  canonical: readonly Uint8Array[],
): { readonly bits: number; readonly first: number } | undefined {
  let [at, bits, first] = [0, 0, -1];
  for (const part of canonical) {
    const found = archive.subarray(at, at + part.length);
    if (found.length < part.length) return undefined;
    // Nearly all parts are equal, and native code sees that soonest.
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
