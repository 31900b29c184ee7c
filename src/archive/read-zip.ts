import { Buffer } from "node:buffer";
import { ArchiveRefused, type ArchiveContents, type PackedFile } from "../model/archive.ts";
import { checkArchiveSize } from "./archive-size.ts";
import { readProfile } from "./canonical.ts";
import { readCentralDirectory } from "./central-directory.ts";
import { setProblem } from "./collisions.ts";
import { readEndRecord } from "./end-record.ts";
import { checkCost } from "./entry-cost.ts";
import { checkFeatures } from "./entry-features.ts";
import { readName } from "./entry-name.ts";
import { readType, type EntryType } from "./entry-type.ts";
import { locateEntry, type LocatedEntry } from "./local-header.ts";
import { noteArchivesInside, noteWorldWritable } from "./notes.ts";
import { checkSpans, checkStarts } from "./spans.ts";
import { unpackEntry } from "./unpack-entry.ts";

interface NamedEntry extends LocatedEntry, EntryType {
  readonly path: string;
}

/**
 * What a zip holds, read so strictly that every other reader must find the same in it; throws ArchiveRefused at the first doubt.
 * Nothing is unpacked before the whole archive has been accounted for: every byte, name and announced size.
 */
export function readZip(bytes: Uint8Array): ArchiveContents {
  checkArchiveSize(bytes);
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = readEndRecord(archive);
  const records = readCentralDirectory(archive, end);
  checkStarts(records);
  const located = records.map((record) => locateEntry(archive, record, end.directoryStart));
  checkSpans(located, end.directoryStart);
  const entries = located.map(readEntry);
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

function readEntry(entry: LocatedEntry): NamedEntry {
  checkFeatures(entry);
  return { ...entry, ...readType(entry.record), path: readName(entry.record) };
}

function checkSet(entries: readonly NamedEntry[]): void {
  const paths = (directory: boolean): readonly string[] =>
    entries.filter((entry) => entry.directory === directory).map(({ path }) => path);
  const problem = setProblem(paths(false), paths(true));
  if (problem) throw new ArchiveRefused(problem.code, problem.message, { entry: problem.entry });
}

/** Directories have no bytes, which is only known once their data have been unpacked. */
function unpackAll(entries: readonly NamedEntry[]): readonly PackedFile[] {
  return entries.flatMap((entry) => {
    const bytes = unpackEntry(entry);
    return entry.directory ? [] : [{ path: entry.path, bytes, executable: entry.executable }];
  });
}
