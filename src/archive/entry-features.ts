import { refusedEntry } from "./central-directory.ts";
import { checkExtraFields } from "./extra-fields.ts";
import { descriptorFlag, descriptorSignature, type LocatedEntry } from "./local-header.ts";

export const stored = 0;
const deflated = 8;
/** Bit 11: the name is UTF-8 (APPNOTE.TXT 4.4.4). */
export const utf8Flag = 0x0800;
/** Bits 1 and 2 tell how hard a packer tried. */
const allowedFlags = 0x0006 | descriptorFlag | utf8Flag;
const refusedFlags: Readonly<Record<number, string>> = {
  0: "is encrypted",
  5: "is a patch to another file",
  6: "is strongly encrypted",
  13: "has a masked header",
};
/** Version 2.0: directories and DEFLATE (APPNOTE.TXT 4.4.3.2). */
const highestVersion = 20;

/** Refused for what a plain zip of files has no need of (ISO/IEC 21320-1 draws nearly the same line). */
export function checkFeatures(entry: LocatedEntry): void {
  const { record, localExtra } = entry;
  const bit = lowestBit(record.flags & ~allowedFlags);
  if (bit !== undefined)
    throw refusedEntry(
      "flags",
      record,
      `${refusedFlags[bit] ?? "asks for a feature that is none of a plain zip"}, by bit ${bit} of its flags`,
    );
  if (record.method !== stored && record.method !== deflated)
    throw refusedEntry(
      "method",
      record,
      `is packed by method ${record.method}, where 0 (stored) or 8 (deflated) was expected`,
    );
  checkExtraFields(record, record.extra, record.at + 46 + record.name.length);
  checkExtraFields(record, localExtra, record.local + 30 + record.name.length);
  if (record.needed > highestVersion)
    throw refusedEntry(
      "version",
      record,
      `needs version ${record.needed / 10} of the format to be unpacked, where at most ${highestVersion / 10} was expected`,
    );
  if (record.method === stored && record.packed !== record.size)
    throw refusedEntry(
      "size",
      record,
      `is stored in ${record.packed} bytes, where its size is said to be ${record.size}`,
    );
  if (record.method === stored && record.flags & descriptorFlag) checkStoredEnd(entry);
}

/** Stored data do not show where they end: who reads from the front must have been told the size, and must not meet a signature any earlier. */
function checkStoredEnd({ record, localPacked, data }: LocatedEntry): void {
  if (localPacked === record.packed && !data.includes(descriptorSignature)) return;
  throw refusedEntry(
    "descriptor-stored",
    record,
    "is stored with a data descriptor, so that who reads from the front cannot tell where it ends",
    record.local,
  );
}

function lowestBit(bits: number): number | undefined {
  return bits === 0 ? undefined : 31 - Math.clz32(bits & -bits);
}
