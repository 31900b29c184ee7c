import type { Buffer } from "node:buffer";
import { count } from "../../core/sentence.ts";
import { decodeUtf8 } from "../../core/utf8.ts";
import { type ArchivedKind, ArchiveRefused } from "../../model/archive.ts";
import { nameProblem } from "../name-problem.ts";
import { type CentralRecord, refusedEntry } from "./central-directory.ts";
import { descriptorFlag, descriptorSignature, type LocatedEntry } from "./local-header.ts";

export const stored = 0;

const deflated = 8;

/** Bit 11: the name is UTF-8 (APPNOTE.TXT 4.4.4). */
const utf8Flag = 0x0800;

/** Bits 1 and 2 contain the compression level. */
const allowedFlags = 0x0006 | descriptorFlag | utf8Flag;

const refusedFlags: Readonly<Record<number, string>> = {
  0: "is encrypted",
  5: "is a patch to another file",
  6: "is strongly encrypted",
  13: "has a masked header",
};

/** Version 2.0: directories and DEFLATE (APPNOTE.TXT 4.4.3.2). */
const highestVersion = 20;

/**
 * Throws ArchiveRefused for features that a plain zip of files does not need (nearly those that ISO/IEC 21320-1
 * excludes).
 */
export function checkFeatures(entry: LocatedEntry): void {
  const { record, localExtra } = entry;
  const bit = lowestBit(record.flags & ~allowedFlags);
  if (bit !== undefined)
    throw refusedEntry(
      "flags",
      record,
      `${refusedFlags[bit] ?? "uses an unsupported feature"} (flag bit ${bit})`,
    );
  if (record.method !== stored && record.method !== deflated)
    throw refusedEntry(
      "method",
      record,
      `uses compression method ${record.method}; only 0 (stored) and 8 (deflated) are supported`,
    );
  checkExtraFields(record, record.extra, record.at + 46 + record.name.length);
  checkExtraFields(record, localExtra, record.local + 30 + record.name.length);
  if (record.needed > highestVersion)
    throw refusedEntry(
      "version",
      record,
      `needs zip version ${record.needed / 10} to unpack (maximum ${highestVersion / 10})`,
    );
  if (record.method === stored && record.packed !== record.size)
    throw refusedEntry(
      "size",
      record,
      `is stored in ${record.packed} bytes, but its declared size is ${record.size}`,
    );
  if (record.method === stored && record.flags & descriptorFlag) checkStoredEnd(entry);
}

/**
 * Stored data does not mark its end, so a streaming reader needs the size in the local header, and the data must not
 * contain the signature of a descriptor.
 */
function checkStoredEnd({ record, localPacked, data }: LocatedEntry): void {
  if (localPacked === record.packed && !data.includes(descriptorSignature)) return;
  throw refusedEntry(
    "descriptor-stored",
    record,
    "is stored with a data descriptor, so a streaming reader cannot find its end",
    record.local,
  );
}

function lowestBit(bits: number): number | undefined {
  return bits === 0 ? undefined : 31 - Math.clz32(bits & -bits);
}

/**
 * Extra fields with times and owners, which we do not use, and checks of their data. Other fields can rename, redirect
 * or encrypt an entry for readers that apply them.
 */
const harmless: ReadonlyMap<number, (data: Buffer) => boolean> = new Map([
  // NTFS times: four reserved bytes, and three times in one attribute (APPNOTE.TXT 4.5.5).
  [0x000a, (data: Buffer) => data.length === 32],
  // Info-ZIP's extended timestamp: flags and up to three times (proginfo/extrafld.txt).
  [0x5455, (data: Buffer) => data.length <= 13 && data.length % 4 === 1],
  // Info-ZIP's first Unix field: two times, with or without two owners.
  [0x5855, (data: Buffer) => data.length === 8 || data.length === 12],
  // Info-ZIP's third Unix field: version and two owners of any width.
  [0x7875, (data: Buffer) => data.length > 2 && data.length === 3 + data[1]! + (data[2 + data[1]!] ?? NaN)],
]);

const zip64 = 0x0001;

/**
 * Throws ArchiveRefused unless the bytes are complete extra fields, each harmless and present once (APPNOTE.TXT 4.5.1).
 * `offset` is the offset of the first.
 */
function checkExtraFields(record: CentralRecord, fields: Buffer, offset: number): void {
  const seen = new Set<number>();
  let at = 0;
  while (at < fields.length) {
    const rest = fields.length - at;
    const length = rest < 4 ? 0 : fields.readUInt16LE(at + 2);
    if (rest < 4 + length)
      throw refusedEntry(
        "extra-length",
        record,
        `has an extra field of ${4 + length} bytes, but only ${rest} are left`,
        offset + at,
      );
    const id = fields.readUInt16LE(at);
    const data = fields.subarray(at + 4, at + 4 + length);
    checkField(record, { id, data, offset: offset + at }, seen);
    at += 4 + length;
  }
}

interface ExtraField {
  readonly id: number;
  readonly data: Buffer;
  /** Offset of the field in the archive. */
  readonly offset: number;
}

/** `seen` contains the ids of the preceding fields. */
function checkField(record: CentralRecord, { id, data, offset }: ExtraField, seen: Set<number>): void {
  if (id === zip64)
    throw refusedEntry("zip64", record, "has a zip64 extra field, which only files over 4 GiB need", offset);
  const shown = `0x${id.toString(16).padStart(4, "0")}`;
  const isWhole = harmless.get(id);
  if (!isWhole)
    throw refusedEntry(
      "extra-id",
      record,
      `has the extra field ${shown}; only times and owners are allowed`,
      offset,
    );
  if (seen.has(id))
    throw refusedEntry("extra-duplicate", record, `has the extra field ${shown} twice`, offset);
  if (!isWhole(data))
    throw refusedEntry(
      "extra-length",
      record,
      `has an extra field ${shown} of invalid length (${count(data.length, "byte")})`,
      offset,
    );
  seen.add(id);
}

export interface EntryType {
  readonly directory: boolean;
  readonly executable: boolean;
  /** True if any user may write to the file, once its mode is preserved. */
  readonly worldWritable: boolean;
}

const unix = 3;

/** Type bits of stat(2). */
const kinds: Readonly<Record<number, string>> = {
  0o010000: "a FIFO",
  0o020000: "a character device",
  0o060000: "a block device",
  0o120000: "a symlink",
  0o140000: "a socket",
};

const regular = 0o100000;

const directoryKind = 0o040000;

/** Attributes of DOS and Windows: a volume label, a directory, a reparse point (a Windows link). */
const dosLabel = 0x08;

const dosDirectory = 0x10;

const dosLink = 0x400;

/** Length of an empty DEFLATE stream, which some tools write for a directory. */
const emptyStream = 2;

/**
 * Whether an entry is a plain file or a directory; throws ArchiveRefused if it is anything else or its name and type
 * disagree, whatever system it declares.
 */
export function readType(record: CentralRecord): EntryType {
  const mode = record.attributes >>> 16;
  const kind = mode & 0o170000;
  const directory = record.name.at(-1) === 0x2f;
  if (kind !== 0 && kind !== regular && kind !== directoryKind)
    throw refusedEntry(
      "type",
      record,
      `is ${kinds[kind] ?? "of an unknown type"}; only plain files and directories are allowed`,
    );
  if (record.attributes & (dosLabel | dosLink))
    throw refusedEntry(
      "type",
      record,
      `is ${record.attributes & dosLabel ? "a volume label" : "a Windows link"}; only plain files and directories are allowed`,
    );
  const saysDirectory = kind === directoryKind || (record.attributes & dosDirectory) !== 0;
  if (directory && kind === regular)
    throw refusedEntry("type", record, 'is declared a plain file, but its name ends in "/"');
  if (!directory && saysDirectory)
    throw refusedEntry("type", record, 'is declared a directory, but its name does not end in "/"');
  checkMode(record, mode);
  if (directory && (record.size > 0 || record.packed > emptyStream))
    throw refusedEntry("dir-data", record, "is a directory with data");
  const onUnix = record.host === unix;
  return {
    directory,
    executable: !directory && onUnix && (mode & 0o111) !== 0,
    worldWritable: onUnix && (mode & 0o002) !== 0,
  };
}

function checkMode(record: CentralRecord, mode: number): void {
  const shown = (mode & 0o7777).toString(8).padStart(4, "0");
  if (mode & 0o7000)
    throw refusedEntry(
      "mode-special",
      record,
      `has the mode ${shown}, with a set-user, set-group or sticky bit`,
    );
  const hasMode = record.host === unix || mode !== 0;
  if (hasMode && !(mode & 0o400))
    throw refusedEntry(
      "mode-unreadable",
      record,
      `has the mode ${shown}, which denies its owner read access`,
    );
}

/**
 * The entry's path; for a directory, without the "/" at the end. Throws ArchiveRefused if readers or systems could
 * interpret it differently.
 */
export function readName(record: CentralRecord, kind: ArchivedKind): string {
  const name = decodeName(record);
  const path = name.length > 1 && name.endsWith("/") ? name.slice(0, -1) : name;
  const problem = nameProblem(path, kind);
  if (problem) throw new ArchiveRefused(problem.code, problem.message, { entry: name, offset: record.at });
  return path;
}

function decodeName(record: CentralRecord): string {
  const isAscii = record.name.every((byte) => byte < 0x80);
  if (isAscii) return record.name.toString("latin1");
  if (!(record.flags & utf8Flag))
    throw refusedEntry("name-no-utf8-flag", record, "has a non-ASCII name but no UTF-8 flag");
  const name = decodeUtf8(record.name);
  if (name === undefined) throw refusedEntry("name-utf8", record, "has a name that is not UTF-8");
  return name;
}
