import type { Buffer } from "node:buffer";
import { grouped } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { decodeUtf8 } from "../../core/utf8.ts";
import { archiveLimits, ArchiveRefused } from "../../model/archive.ts";
import { blockLength, isZero, readHeader, refusedHeader, type TarHeader } from "./tar-header.ts";

/** One file or directory of a tar. */
export interface TarEntry {
  readonly header: TarHeader;
  /** The name from the extended header before the entry, or else from the entry's header. */
  readonly name: Buffer;
  readonly bytes: Buffer;
}

interface TarWalk {
  readonly entries: readonly TarEntry[];
  /** From the global header, in which `git archive` stores the commit id. */
  readonly comment?: string;
}

/** Maximum padding in bytes: tar pads to the block size of one write (option -b), by default 10 KiB. */
const mostPadding = 1_048_576;

/** Typeflags of headers that contain the name of the next entry: POSIX's extended header and GNU's long name. */
const carriers = "xL";

// Written by hand, as packages skip what they do not know and nothing may be skipped here; tar-stream has to agree
// (confirm-tar.ts).
/** Every entry of a tar in its order, block by block; nothing is skipped. */
export function walkTar(tar: Buffer): TarWalk {
  const entries: TarEntry[] = [];
  let comment: string | undefined;
  let carried: Extended | undefined;
  let at = 0;
  while (!isEnd(tar, at)) {
    const header = readHeader(tar, at);
    const payload = readPayload(tar, header);
    if (header.typeflag === "g") {
      if (at > 0) throw refusedHeader("tar", header.name, at, "is a global header but not the first entry");
      comment = readGlobal(header, payload);
    } else if (carriers.includes(header.typeflag)) {
      if (carried)
        throw refusedHeader(
          "tar",
          header.name,
          at,
          "names the next entry, which an earlier header has already named",
        );
      carried =
        header.typeflag === "x" ? readExtended(header, payload) : { name: readLongName(header, payload) };
    } else {
      if (entries.length === archiveLimits.entries)
        throw new ArchiveRefused(
          "entries",
          `archive has more than ${grouped(archiveLimits.entries)} entries`,
          { offset: at },
        );
      if (carried?.size !== undefined && carried.size !== header.size)
        throw refusedHeader(
          "tar",
          header.name,
          at,
          `has the size ${header.size} in its header and ${carried.size} in the extended header before it`,
        );
      entries.push({ header, name: carried?.name ?? header.name, bytes: payload });
      carried = undefined;
    }
    at += blockLength + padded(header.size);
  }
  if (carried)
    throw new ArchiveRefused("tar", "tar ends before the entry that its last header names", {
      offset: at,
    });
  return { entries, ...(comment !== undefined && { comment }) };
}

/** Whether the end of the tar starts here: two blocks of zeros, and only zeros after them. */
function isEnd(tar: Buffer, at: number): boolean {
  const rest = tar.subarray(at);
  if (rest.length < blockLength)
    throw new ArchiveRefused("tar", "tar is truncated: the two blocks of zeros at its end are missing", {
      offset: at,
    });
  if (!isZero(rest.subarray(0, blockLength))) return false;
  if (rest.length < 2 * blockLength || rest.length % blockLength !== 0)
    throw new ArchiveRefused("tar", "tar is truncated: the two blocks of zeros at its end are incomplete", {
      offset: at,
    });
  if (rest.length > mostPadding)
    throw new ArchiveRefused(
      "tar",
      `tar has ${grouped(rest.length)} bytes after its last entry (maximum ${grouped(mostPadding)})`,
      { offset: at },
    );
  if (!isZero(rest))
    throw new ArchiveRefused("tar", "tar has data after the blocks of zeros at its end", { offset: at });
  return true;
}

function readPayload(tar: Buffer, header: TarHeader): Buffer {
  const { at, size, name } = header;
  if (size > archiveLimits.fileBytes)
    throw refusedHeader(
      "entry-size",
      name,
      at,
      `has ${grouped(size)} bytes (maximum ${grouped(archiveLimits.fileBytes)})`,
    );
  const start = at + blockLength;
  const end = start + padded(size);
  if (end > tar.length)
    throw refusedHeader("tar", name, at, `is truncated: the tar ends before its ${grouped(size)} bytes`);
  if (!isZero(tar.subarray(start + size, end)))
    throw refusedHeader("tar", name, at, "has nonzero padding bytes");
  return tar.subarray(start, start + size);
}

/** Reads a string that ends in a NUL. */
function readLongName(header: TarHeader, payload: Buffer): Buffer {
  const end = payload.indexOf(0);
  if (end === -1 || end < payload.length - 1)
    throw refusedHeader("tar", header.name, header.at, "has a long name with a missing or misplaced NUL");
  return payload.subarray(0, end);
}

function padded(size: number): number {
  return Math.ceil(size / blockLength) * blockLength;
}

/** Keys that do not affect a file's name, type or content: times, owners and file system attributes. */
const harmless =
  /^(?:[acm]time|[ug]id|[ug]name|comment|LIBARCHIVE\.creationtime|(?:LIBARCHIVE|SCHILY)\.xattr\..*|SCHILY\.(?:dev|ino|nlink|fflags|acl\..*))$/s;

/** Some readers reject a malformed number; others read it as 0. */
const numbers: readonly { readonly keys: RegExp; readonly form: RegExp }[] = [
  { keys: /^[acm]time$/, form: /^-?[0-9]{1,15}(?:\.[0-9]*)?$/ },
  { keys: /^(?:[ug]id|size)$/, form: /^[0-9]{1,15}$/ },
];

/** Maximum bytes of records in one header. */
const mostBytes = 65_536;

/** The values that an extended header sets for the next entry. */
interface Extended {
  readonly name?: Buffer;
  /** npm repeats the entry's size in its extended headers. */
  readonly size?: number;
}

/**
 * The name and size of one entry (POSIX.1-2017, pax, "pax Extended Header"). Any other record that changes the entry
 * is refused.
 */
function readExtended(header: TarHeader, payload: Buffer): Extended {
  const records = readRecords(header, payload);
  for (const key of records.keys()) {
    if (key === "linkpath" || key.startsWith("GNU.sparse."))
      throw refusedHeader(
        "type",
        header.name,
        header.at,
        `declares ${key === "linkpath" ? "a link" : "a sparse file"}; only plain files and directories are allowed`,
      );
    if (key.endsWith(".xattr.security.capability"))
      throw refusedHeader(
        "mode-special",
        header.name,
        header.at,
        "gives a file capabilities (capabilities(7)), which can grant root privileges to any user who runs it",
      );
    if (key !== "path" && key !== "size" && !harmless.test(key))
      throw refusedHeader(
        "tar",
        header.name,
        header.at,
        `has the record ${quote(key)}, which only some readers apply`,
      );
  }
  const [name, size] = [records.get("path"), records.get("size")?.toString("latin1")];
  return { ...(name && { name }), ...(size !== undefined && { size: Number(size) }) };
}

/** The comment in a global header. Other records are refused, because only some readers apply them to the entries. */
function readGlobal(header: TarHeader, payload: Buffer): string {
  const records = readRecords(header, payload);
  const comment = records.get("comment")?.toString("latin1");
  if (comment === undefined || records.size > 1)
    throw refusedHeader(
      "tar",
      header.name,
      header.at,
      "is a global header with records other than Git's comment",
    );
  if (!/^[ -~]{0,256}$/.test(comment))
    throw refusedHeader(
      "comment",
      header.name,
      header.at,
      "has a comment that is longer than 256 bytes or not printable ASCII",
    );
  return comment;
}

/** Each record is its own length in decimal digits, a space, the key, "=", the value and a line feed. */
function readRecords(header: TarHeader, payload: Buffer): ReadonlyMap<string, Buffer> {
  // If a header has no records, tar-stream reads the next header as its records.
  if (payload.length === 0)
    throw refusedHeader("tar", header.name, header.at, "has no records in its extended header");
  if (payload.length > mostBytes)
    throw refusedHeader(
      "tar",
      header.name,
      header.at,
      `has ${payload.length} bytes of extended header records (maximum ${mostBytes})`,
    );
  const records = new Map<string, Buffer>();
  for (let at = 0; at < payload.length; ) {
    const length = Number(/^[1-9][0-9]{0,5}(?= )/.exec(payload.toString("latin1", at, at + 8))?.[0] ?? 0);
    const record = payload.subarray(at, at + length);
    const [start, equals] = [record.indexOf(0x20) + 1, record.indexOf(0x3d)];
    const key =
      record.length === length && record.at(-1) === 0x0a && equals > start
        ? decodeUtf8(record.subarray(start, equals))
        : undefined;
    if (key === undefined)
      throw refusedHeader(
        "tar",
        header.name,
        header.at,
        `has a malformed extended header record at byte ${at}`,
      );
    if (records.has(key))
      throw refusedHeader(
        "tar",
        header.name,
        header.at,
        `has the extended header record ${quote(key)} twice`,
      );
    const value = record.subarray(equals + 1, -1);
    const number = numbers.find(({ keys }) => keys.test(key));
    if (number && !number.form.test(value.toString("latin1")))
      throw refusedHeader(
        "tar",
        header.name,
        header.at,
        `has the ${key} ${quote(value.toString("latin1"))}, which is not a number`,
      );
    records.set(key, value);
    at += length;
  }
  return records;
}
