import { Buffer } from "node:buffer";
import { count, grouped } from "../../core/sentence.ts";
import {
  type ArchiveContents,
  type ArchivedKind,
  archiveLimits,
  ArchiveRefused,
  type FileBytes,
} from "../../model/archive.ts";
import { checkArchiveSize } from "../archive-size.ts";
import { readProfile } from "../canonical.ts";
import { crc32 } from "../crc32.ts";
import { inflateAtMost } from "../inflate-at-most.ts";
import { noteArchivesInside, noteWorldWritable } from "../notes.ts";
import { setProblem } from "../set-problem.ts";
import { type CentralRecord, readCentralDirectory, refusedEntry } from "./central-directory.ts";
import { readEndRecord } from "./end-record.ts";
import { checkSpans, checkStarts, type LocatedEntry, locateEntry } from "./local-header.ts";
import { checkFeatures, type EntryType, readName, readType, stored } from "./zip-entry.ts";

interface NamedEntry extends LocatedEntry, EntryType {
  readonly path: string;
}

// Written by hand: packages read whatever they can, while this reader refuses what two readers could interpret
// differently. yauzl confirms the result (confirm-zip.ts).
/**
 * The contents of a zip, read so strictly that every other reader must find the same contents. Throws ArchiveRefused
 * at the first ambiguity. Nothing is unpacked before every byte, name and declared size of the archive has been
 * checked.
 */
export function readZip(bytes: Uint8Array, kind: ArchivedKind = "skill"): ArchiveContents {
  checkArchiveSize(bytes);
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = readEndRecord(archive);
  const records = readCentralDirectory(archive, end);
  checkStarts(records);
  const located = records.map((record) => locateEntry(archive, record, end.directoryStart));
  checkSpans(located, end.directoryStart);
  const entries = located.map((entry) => readEntry(entry, kind));
  checkSet(entries);
  checkCost(records);
  const files = unpackAll(entries);
  return {
    format: "zip",
    profile: readProfile(archive, files),
    files,
    directories: entries.filter(({ directory }) => directory).map(({ path }) => path),
    ...(end.comment !== "" && { comment: end.comment }),
    notes: [
      ...noteArchivesInside(files),
      ...noteWorldWritable(entries.filter(({ worldWritable }) => worldWritable).map(({ path }) => path)),
    ],
  };
}

function readEntry(entry: LocatedEntry, kind: ArchivedKind): NamedEntry {
  checkFeatures(entry);
  return { ...entry, ...readType(entry.record), path: readName(entry.record, kind) };
}

function checkSet(entries: readonly NamedEntry[]): void {
  const paths = (directory: boolean): readonly string[] =>
    entries.filter((entry) => entry.directory === directory).map(({ path }) => path);
  const problem = setProblem(paths(false), paths(true));
  if (problem) throw new ArchiveRefused(problem.code, problem.message, { entry: problem.entry });
}

/** Unpacks directories too, as only then it is known that they have no data. */
function unpackAll(entries: readonly NamedEntry[]): readonly FileBytes[] {
  return entries.flatMap((entry) => {
    const bytes = unpackEntry(entry);
    return entry.directory ? [] : [{ path: entry.path, bytes, executable: entry.executable }];
  });
}

/**
 * Throws ArchiveRefused if the declared sizes make an entry too costly to unpack. Unpacking stops at the declared
 * sizes.
 */
function checkCost(records: readonly CentralRecord[]): void {
  let total = 0;
  for (const record of records) {
    const { size, packed } = record;
    if (size > archiveLimits.fileBytes)
      throw refusedEntry(
        "entry-size",
        record,
        `unpacks to ${grouped(size)} bytes (maximum ${grouped(archiveLimits.fileBytes)})`,
      );
    if (size > archiveLimits.ratioFrom && size > packed * archiveLimits.ratio)
      throw refusedEntry(
        "ratio",
        record,
        `unpacks from ${grouped(packed)} to ${grouped(size)} bytes (maximum ${archiveLimits.ratio} times)`,
      );
    if (packed > archiveLimits.ratioFrom && packed > mostPacked(size))
      throw refusedEntry(
        "ratio",
        record,
        `takes ${grouped(packed)} packed bytes for ${grouped(size)}, more than DEFLATE ever needs`,
      );
    total += size;
    if (total > archiveLimits.totalBytes)
      throw new ArchiveRefused(
        "total-size",
        `archive unpacks to more than ${grouped(archiveLimits.totalBytes)} bytes`,
        { offset: record.at },
      );
  }
}

/**
 * Maximum compressed size for a given size, slightly above zlib's `deflateBound`: a longer stream only costs time.
 */
function mostPacked(size: number): number {
  return size + Math.ceil(size / 8) + Math.ceil(size / 64) + 1024;
}

/** An entry's content, checked against its declared size and checksum. Stored data is not copied. */
function unpackEntry({ record, data }: LocatedEntry): Uint8Array {
  const bytes = record.method === stored ? data : inflate(data, record);
  if (crc32(bytes) !== record.crc)
    throw refusedEntry(
      "crc",
      record,
      "was changed or damaged: its data does not match its checksum (CRC-32)",
      record.local,
    );
  return bytes;
}

function inflate(data: Buffer, record: CentralRecord): Uint8Array {
  const inflated = inflateAtMost(data, record.size);
  if ("failure" in inflated) {
    const rest =
      inflated.failure === "longer"
        ? `unpacks to more than its declared ${record.size} bytes`
        : "has damaged or truncated DEFLATE data";
    throw refusedEntry("inflate", record, rest, record.local);
  }
  const { bytes, used } = inflated;
  if (used !== data.length)
    throw refusedEntry(
      "deflate-trailing",
      record,
      `has ${count(data.length - used, "byte")} after the end of its DEFLATE data`,
      record.local,
    );
  if (bytes.length !== record.size)
    throw refusedEntry(
      "size",
      record,
      `unpacks to ${bytes.length} bytes, but its headers declare ${record.size}`,
      record.local,
    );
  return bytes;
}
