import type { Buffer } from "node:buffer";
import { decodeUtf8 } from "../../core/utf8.ts";
import { ArchiveRefused } from "../../model/archive.ts";
import { nameProblem } from "../name-problem.ts";
import { type CentralRecord, refusedEntry } from "./central-directory.ts";
import { descriptorFlag, descriptorSignature, type LocatedEntry } from "./local-header.ts";

export const stored = 0;

const deflated = 8;

/** Bit 11: the name is UTF-8 (APPNOTE.TXT 4.4.4). */
const utf8Flag = 0x0800;

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

/** Times and owners, which we leave unread; what their data must look like. Everything else can rename, redirect or encrypt an entry for those who honour it. */
const harmless: ReadonlyMap<number, (data: Buffer) => boolean> = new Map([
  // Times of NTFS: four reserved bytes, and three times in one attribute (APPNOTE.TXT 4.5.5).
  [0x000a, (data: Buffer) => data.length === 32],
  // Info-ZIP's extended timestamp: flags, and up to three times (proginfo/extrafld.txt).
  [0x5455, (data: Buffer) => data.length <= 13 && data.length % 4 === 1],
  // Info-ZIP's first field for Unix: two times, with two owners or without.
  [0x5855, (data: Buffer) => data.length === 8 || data.length === 12],
  // Info-ZIP's third field for Unix: version, and two owners of any width.
  [0x7875, (data: Buffer) => data.length > 2 && data.length === 3 + data[1]! + (data[2 + data[1]!] ?? NaN)],
]);

const zip64 = 0x0001;

/** Refused for what is not a row of whole extra fields, each harmless and there once (APPNOTE.TXT 4.5.1). `offset` is where they begin. */
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
        `has an extra field of ${4 + length} bytes where ${rest} are left`,
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
  /** Where it begins in the archive. */
  readonly offset: number;
}

/** `seen` are the ids of the fields before it. */
function checkField(record: CentralRecord, { id, data, offset }: ExtraField, seen: Set<number>): void {
  if (id === zip64)
    throw refusedEntry(
      "zip64",
      record,
      "has an extra field of zip64, which only files over 4 GiB need",
      offset,
    );
  const shown = `0x${id.toString(16).padStart(4, "0")}`;
  const isWhole = harmless.get(id);
  if (!isWhole)
    throw refusedEntry(
      "extra-id",
      record,
      `has the extra field ${shown}, where only times and owners were expected`,
      offset,
    );
  if (seen.has(id))
    throw refusedEntry("extra-duplicate", record, `has the extra field ${shown} twice`, offset);
  if (!isWhole(data))
    throw refusedEntry(
      "extra-length",
      record,
      `has an extra field ${shown} of ${data.length} bytes, which is no length that it can have`,
      offset,
    );
  seen.add(id);
}

export interface EntryType {
  readonly directory: boolean;
  readonly executable: boolean;
  /** Anybody may write to it, where its mode is kept. */
  readonly worldWritable: boolean;
}

const unix = 3;

/** As stat(2) has them. */
const kinds: Readonly<Record<number, string>> = {
  0o010000: "a FIFO",
  0o020000: "a character device",
  0o060000: "a block device",
  0o120000: "a symbolic link",
  0o140000: "a socket",
};

const regular = 0o100000;

const directoryKind = 0o040000;

/** Of DOS and Windows: a volume's label, a directory, a reparse point, which is how Windows links. */
const dosLabel = 0x08;

const dosDirectory = 0x10;

const dosLink = 0x400;

/** How many bytes it takes to deflate nothing, as some do with a directory's data. */
const emptyStream = 2;

/** Whether an entry is a plain file or a directory; refused where it is anything else, or where name and type disagree, whatever system is said to have made it. */
export function readType(record: CentralRecord): EntryType {
  const mode = record.attributes >>> 16;
  const kind = mode & 0o170000;
  const directory = record.name.at(-1) === 0x2f;
  if (kind !== 0 && kind !== regular && kind !== directoryKind)
    throw refusedEntry(
      "type",
      record,
      `is ${kinds[kind] ?? "of an unknown type"}, where a plain file or a directory was expected`,
    );
  if (record.attributes & (dosLabel | dosLink))
    throw refusedEntry(
      "type",
      record,
      `is ${record.attributes & dosLabel ? "a volume's label" : "a link of Windows"}, where a plain file or a directory was expected`,
    );
  const saysDirectory = kind === directoryKind || (record.attributes & dosDirectory) !== 0;
  if (directory && kind === regular)
    throw refusedEntry(
      "type",
      record,
      'is said to be a plain file, and its name ends in "/" as a directory\'s does',
    );
  if (!directory && saysDirectory)
    throw refusedEntry("type", record, 'is said to be a directory, and its name does not end in "/"');
  checkMode(record, mode);
  if (directory && (record.size > 0 || record.packed > emptyStream))
    throw refusedEntry("dir-data", record, "is a directory with data, where none were expected");
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
  const kept = record.host === unix || mode !== 0;
  if (kept && !(mode & 0o400))
    throw refusedEntry("mode-unreadable", record, `has the mode ${shown}, which its owner could not read`);
}

/** The entry's path, a directory's without the "/" at its end; refused where it is not the same name for every reader on every system. */
export function readName(record: CentralRecord): string {
  const name = decodeName(record);
  const path = name.length > 1 && name.endsWith("/") ? name.slice(0, -1) : name;
  const problem = nameProblem(path);
  if (problem) throw new ArchiveRefused(problem.code, problem.message, { entry: name, offset: record.at });
  return path;
}

function decodeName(record: CentralRecord): string {
  const isAscii = record.name.every((byte) => byte < 0x80);
  if (isAscii) return record.name.toString("latin1");
  if (!(record.flags & utf8Flag))
    throw refusedEntry(
      "name-no-utf8-flag",
      record,
      "has a name beyond ASCII, and no flag that says it is UTF-8",
    );
  const name = decodeUtf8(record.name);
  if (name === undefined) throw refusedEntry("name-utf8", record, "has a name that is not UTF-8");
  return name;
}
