import { Buffer } from "node:buffer";
import { count } from "../../core/sentence.ts";
import { ArchiveRefused } from "../../model/archive.ts";
import { type CentralRecord, refusedEntry } from "./central-directory.ts";

/** An entry whose two headers agree, and where it stands in the archive. */
export interface LocatedEntry {
  readonly record: CentralRecord;
  /** The local header's own extra fields. */
  readonly localExtra: Buffer;
  /** The packed size that the local header says, which is 0 where it leaves that to a data descriptor. */
  readonly localPacked: number;
  readonly data: Buffer;
  /** Where the entry ends, its data descriptor included. */
  readonly end: number;
}

const signature = 0x04034b50;

const fixedLength = 30;

/** Bit 3: the checksum and sizes follow the data, in a data descriptor (APPNOTE.TXT 4.4.4). */
export const descriptorFlag = 0x0008;

export const descriptorSignature = Buffer.from("PK\x07\x08", "latin1");

/** Signature, checksum and two sizes of four bytes (APPNOTE.TXT 4.3.9). */
const descriptorLength = 16;

/**
 * What both headers have, by its place in the local header (APPNOTE.TXT 4.3.7); in the central one it stands two bytes further.
 * `late` is what a data descriptor may say in the local header's place, which then has 0.
 */
const shared = [
  { name: "version", at: 4, width: 2 },
  { name: "flags", at: 6, width: 2 },
  { name: "method", at: 8, width: 2 },
  { name: "time", at: 10, width: 2 },
  { name: "date", at: 12, width: 2 },
  { name: "checksum", at: 14, width: 4, late: true },
  { name: "packed size", at: 18, width: 4, late: true },
  { name: "size", at: 22, width: 4, late: true },
] as const;

/** Finds an entry's data by its local header, and holds that header and the data descriptor against the central record, field by field. */
export function locateEntry(archive: Buffer, record: CentralRecord, directoryStart: number): LocatedEntry {
  const at = record.local;
  if (at + fixedLength > directoryStart || archive.readUInt32LE(at) !== signature)
    throw refusedEntry(
      "local-header",
      record,
      `has no local header at byte ${at}, where the central directory says it is`,
      at,
    );
  checkShared(archive, record);
  const nameEnd = at + fixedLength + record.name.length;
  const hasName =
    archive.readUInt16LE(at + 26) === record.name.length &&
    record.name.equals(archive.subarray(at + fixedLength, nameEnd));
  if (!hasName) throw refusedEntry("mismatch", record, "has another name in its local header", at);
  const dataStart = nameEnd + archive.readUInt16LE(at + 28);
  const dataEnd = dataStart + record.packed;
  if (dataEnd > directoryStart)
    throw refusedEntry("span-overlap", record, "reaches into the central directory", at);
  const end = record.flags & descriptorFlag ? checkDescriptor(archive, record, dataEnd) : dataEnd;
  return {
    record,
    localExtra: archive.subarray(nameEnd, dataStart),
    localPacked: archive.readUInt32LE(at + 18),
    data: archive.subarray(dataStart, dataEnd),
    end,
  };
}

function checkShared(archive: Buffer, record: CentralRecord): void {
  for (const field of shared) {
    const local = archive.readUIntLE(record.local + field.at, field.width);
    const central = archive.readUIntLE(record.at + 2 + field.at, field.width);
    if (local === central) continue;
    if (local === 0xffffffff)
      throw refusedEntry(
        "zip64",
        record,
        `leaves its ${field.name} to zip64, which only files over 4 GiB need`,
        record.local + field.at,
      );
    if ("late" in field && local === 0 && record.flags & descriptorFlag) continue;
    throw refusedEntry(
      "mismatch",
      record,
      `has the ${field.name} ${local} in its local header and ${central} in the central directory`,
      record.local + field.at,
    );
  }
}

/** Where the descriptor ends. Without its optional signature nobody can tell it from what follows, so that it must have it. */
function checkDescriptor(archive: Buffer, record: CentralRecord, at: number): number {
  if (!archive.subarray(at, at + 4).equals(descriptorSignature))
    throw refusedEntry(
      "descriptor",
      record,
      "announces a data descriptor behind its data, and none with a signature is there",
      at,
    );
  const [crc, packed, size] = [4, 8, 12].map((field) => archive.readUInt32LE(at + field));
  if (crc === record.crc && packed === record.packed && size === record.size) return at + descriptorLength;
  throw refusedEntry(
    "descriptor",
    record,
    "has another checksum or size in its data descriptor than in the central directory",
    at,
  );
}

/** Refused where two records share a local header, and with it their data. */
export function checkStarts(records: readonly CentralRecord[]): void {
  const starts = new Set<number>();
  for (const record of records) {
    if (starts.has(record.local))
      throw refusedEntry(
        "span-overlap",
        record,
        `begins at byte ${record.local}, where another entry begins`,
      );
    starts.add(record.local);
  }
}

/** Refused unless the entries stand one behind the other from the first byte to the central directory, in whatever order: no byte is in two of them, and none in none. */
export function checkSpans(entries: readonly LocatedEntry[], directoryStart: number): void {
  let reached = 0;
  for (const { record, end } of entries.toSorted((a, b) => a.record.local - b.record.local)) {
    if (record.local < reached)
      throw refusedEntry(
        "span-overlap",
        record,
        `begins at byte ${record.local}, inside the entry before it, which ends at ${reached}`,
        record.local,
      );
    if (record.local > reached)
      throw gap(reached, record.local, reached === 0 ? "before the first entry" : "between two entries");
    reached = end;
  }
  if (reached > directoryStart)
    throw new ArchiveRefused("span-overlap", "the last entry reaches into the central directory", {
      offset: directoryStart,
    });
  if (reached < directoryStart) throw gap(reached, directoryStart, "before the central directory");
}

function gap(from: number, to: number, where: string): ArchiveRefused {
  return new ArchiveRefused(
    "span-gap",
    `${count(to - from, "byte")} that no entry accounts for ${to - from === 1 ? "stands" : "stand"} ${where}`,
    { offset: from },
  );
}
