import { Buffer } from "node:buffer";
import { count } from "../../core/sentence.ts";
import { ArchiveRefused } from "../../model/archive.ts";
import { type CentralRecord, refusedEntry } from "./central-directory.ts";

/** An entry and its location in the archive. Its two headers agree. */
export interface LocatedEntry {
  readonly record: CentralRecord;
  /** The extra fields of the local header. */
  readonly localExtra: Buffer;
  /** The compressed size in the local header; 0 if only the data descriptor declares it. */
  readonly localPacked: number;
  readonly data: Buffer;
  /** Offset of the entry's end, including its data descriptor. */
  readonly end: number;
}

const signature = 0x04034b50;

const fixedLength = 30;

/** Bit 3: the checksum and sizes follow the data, in a data descriptor (APPNOTE.TXT 4.4.4). */
export const descriptorFlag = 0x0008;

export const descriptorSignature = Buffer.from("PK\x07\x08", "latin1");

/** Length in bytes: the signature, the checksum and two sizes of four bytes each (APPNOTE.TXT 4.3.9). */
const descriptorLength = 16;

/**
 * Fields that both headers have, with their offset in the local header (APPNOTE.TXT 4.3.7); in the central record the
 * offset is two bytes greater. `late` fields may be 0 in the local header if a data descriptor declares them.
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

/**
 * Locates an entry's data by its local header, and compares that header and the data descriptor with the central
 * record, field by field.
 */
export function locateEntry(archive: Buffer, record: CentralRecord, directoryStart: number): LocatedEntry {
  const at = record.local;
  if (at + fixedLength > directoryStart || archive.readUInt32LE(at) !== signature)
    throw refusedEntry(
      "local-header",
      record,
      `has no local header at byte ${at}, where the central directory declares it`,
      at,
    );
  checkShared(archive, record);
  const nameEnd = at + fixedLength + record.name.length;
  const hasName =
    archive.readUInt16LE(at + 26) === record.name.length &&
    record.name.equals(archive.subarray(at + fixedLength, nameEnd));
  if (!hasName) throw refusedEntry("mismatch", record, "has a different name in its local header", at);
  const dataStart = nameEnd + archive.readUInt16LE(at + 28);
  const dataEnd = dataStart + record.packed;
  if (dataEnd > directoryStart)
    throw refusedEntry("span-overlap", record, "overlaps the central directory", at);
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
        `uses zip64 for its ${field.name}, which only files over 4 GiB need`,
        record.local + field.at,
      );
    if ("late" in field && local === 0 && record.flags & descriptorFlag) continue;
    throw refusedEntry(
      "mismatch",
      record,
      `has the ${field.name} ${local} in its local header but ${central} in the central directory`,
      record.local + field.at,
    );
  }
}

/**
 * Offset of the descriptor's end. Its signature is optional in the format but required here, as no reader can recognize
 * a descriptor without it.
 */
function checkDescriptor(archive: Buffer, record: CentralRecord, at: number): number {
  if (!archive.subarray(at, at + 4).equals(descriptorSignature))
    throw refusedEntry("descriptor", record, "has no data descriptor with a signature after its data", at);
  const [crc, packed, size] = [4, 8, 12].map((field) => archive.readUInt32LE(at + field));
  if (crc === record.crc && packed === record.packed && size === record.size) return at + descriptorLength;
  throw refusedEntry(
    "descriptor",
    record,
    "has a data descriptor that differs from the central directory",
    at,
  );
}

/** Throws ArchiveRefused if two records share a local header, and so their data. */
export function checkStarts(records: readonly CentralRecord[]): void {
  const starts = new Set<number>();
  for (const record of records) {
    if (starts.has(record.local))
      throw refusedEntry(
        "span-overlap",
        record,
        `starts at the same byte as another entry (${record.local})`,
      );
    starts.add(record.local);
  }
}

/**
 * Throws ArchiveRefused unless the entries, in any order, cover every byte up to the central directory exactly once.
 */
export function checkSpans(entries: readonly LocatedEntry[], directoryStart: number): void {
  let reached = 0;
  for (const { record, end } of entries.toSorted((a, b) => a.record.local - b.record.local)) {
    if (record.local < reached)
      throw refusedEntry(
        "span-overlap",
        record,
        `starts at byte ${record.local}, inside the entry before it, which ends at byte ${reached}`,
        record.local,
      );
    if (record.local > reached)
      throw gap(reached, record.local, reached === 0 ? "before the first entry" : "between two entries");
    reached = end;
  }
  if (reached > directoryStart)
    throw new ArchiveRefused("span-overlap", "last entry overlaps the central directory", {
      offset: directoryStart,
    });
  if (reached < directoryStart) throw gap(reached, directoryStart, "before the central directory");
}

function gap(from: number, to: number, where: string): ArchiveRefused {
  return new ArchiveRefused(
    "span-gap",
    `${count(to - from, "byte")} ${where} ${to - from === 1 ? "belongs" : "belong"} to no entry`,
    { offset: from },
  );
}
