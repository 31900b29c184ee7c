import type { Buffer } from "node:buffer";
import { grouped } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { decodeUtf8 } from "../../core/utf8.ts";
import { archiveLimits, ArchiveRefused } from "../../model/archive.ts";
import { blockLength, isZero, readHeader, refusedHeader, type TarHeader } from "./tar-header.ts";

/** One file or directory of a tar. */
export interface TarEntry {
  readonly header: TarHeader;
  /** By the name that counts: of the extended header before it, else its own. */
  readonly name: Buffer;
  readonly bytes: Buffer;
}

interface TarWalk {
  readonly entries: readonly TarEntry[];
  /** Of the global header, which `git archive` fills with a commit's id. */
  readonly comment?: string;
}

/** The most blocks that one write of tar fills up (its -b); ten thousand bytes are usual. */
const mostPadding = 1_048_576;

/** Headers that carry the name of the next one: an extended one of POSIX, a long name of GNU. */
const carriers = "xL";

// By hand: packages pass over what they do not know, and here nothing may be; tar-stream has to agree (confirm-tar.ts).
/** Every entry of a tar, block by block and in its order; nothing is passed over. */
export function walkTar(tar: Buffer): TarWalk {
  const entries: TarEntry[] = [];
  let comment: string | undefined;
  let carried: Extended | undefined;
  let at = 0;
  while (!isEnd(tar, at)) {
    const header = readHeader(tar, at);
    const payload = readPayload(tar, header);
    if (header.typeflag === "g") {
      if (at > 0) throw refusedHeader("tar", header.name, at, "speaks of all entries, and is not the first");
      comment = readGlobal(header, payload);
    } else if (carriers.includes(header.typeflag)) {
      if (carried)
        throw refusedHeader("tar", header.name, at, "says a second time what the next entry is called");
      carried =
        header.typeflag === "x" ? readExtended(header, payload) : { name: readLongName(header, payload) };
    } else {
      if (entries.length === archiveLimits.entries)
        throw new ArchiveRefused(
          "entries",
          `the archive has more than ${grouped(archiveLimits.entries)} entries`,
          { offset: at },
        );
      if (carried?.size !== undefined && carried.size !== header.size)
        throw refusedHeader(
          "tar",
          header.name,
          at,
          `has ${header.size} bytes by its own header and ${carried.size} by the one before it`,
        );
      entries.push({ header, name: carried?.name ?? header.name, bytes: payload });
      carried = undefined;
    }
    at += blockLength + padded(header.size);
  }
  if (carried)
    throw new ArchiveRefused("tar", "the tar says what an entry is called, and ends before it", {
      offset: at,
    });
  return { entries, ...(comment !== undefined && { comment }) };
}

/** Whether the end begins here: two blocks of zeros, and nothing else behind them. */
function isEnd(tar: Buffer, at: number): boolean {
  const rest = tar.subarray(at);
  if (rest.length < blockLength)
    throw new ArchiveRefused("tar", "the tar ends without the two blocks of zeros that end it", {
      offset: at,
    });
  if (!isZero(rest.subarray(0, blockLength))) return false;
  if (rest.length < 2 * blockLength || rest.length % blockLength !== 0)
    throw new ArchiveRefused("tar", "the tar ends within the two blocks of zeros that end it", {
      offset: at,
    });
  if (rest.length > mostPadding)
    throw new ArchiveRefused(
      "tar",
      `${grouped(rest.length)} bytes stand behind the last entry, expected at most ${grouped(mostPadding)} zeros`,
      { offset: at },
    );
  if (!isZero(rest))
    throw new ArchiveRefused("tar", "data stand behind the blocks of zeros that end the tar", { offset: at });
  return true;
}

function readPayload(tar: Buffer, header: TarHeader): Buffer {
  const { at, size, name } = header;
  if (size > archiveLimits.fileBytes)
    throw refusedHeader(
      "entry-size",
      name,
      at,
      `has ${grouped(size)} bytes, more than ${grouped(archiveLimits.fileBytes)}`,
    );
  const start = at + blockLength;
  const end = start + padded(size);
  if (end > tar.length)
    throw refusedHeader("tar", name, at, `has ${grouped(size)} bytes, and the tar ends before them`);
  if (!isZero(tar.subarray(start + size, end)))
    throw refusedHeader("tar", name, at, "is filled up to a whole block with something else than zeros");
  return tar.subarray(start, start + size);
}

/** Text that a NUL ends. */
function readLongName(header: TarHeader, payload: Buffer): Buffer {
  const end = payload.indexOf(0);
  if (end === -1 || end < payload.length - 1)
    throw refusedHeader("tar", header.name, header.at, "holds a long name that does not end where it says");
  return payload.subarray(0, end);
}

function padded(size: number): number {
  return Math.ceil(size / blockLength) * blockLength;
}

/** What says nothing of a file's name, type or bytes: times, owners, and what systems keep beside a file. */
const harmless =
  /^(?:[acm]time|[ug]id|[ug]name|comment|LIBARCHIVE\.creationtime|(?:LIBARCHIVE|SCHILY)\.xattr\..*|SCHILY\.(?:dev|ino|nlink|fflags|acl\..*))$/s;

/** Not every reader stops at what is no number, and some take it for 0. */
const numbers: readonly { readonly keys: RegExp; readonly form: RegExp }[] = [
  { keys: /^[acm]time$/, form: /^-?[0-9]{1,15}(?:\.[0-9]*)?$/ },
  { keys: /^(?:[ug]id|size)$/, form: /^[0-9]{1,15}$/ },
];

/** Of one header. */
const mostBytes = 65_536;

/** What an extended header says of the entry behind it. */
interface Extended {
  readonly name?: Buffer;
  /** npm writes a copy of the entry's own. */
  readonly size?: number;
}

/** The name and size of one entry (POSIX.1-2017, pax, "pax Extended Header"); anything else that counts is refused. */
function readExtended(header: TarHeader, payload: Buffer): Extended {
  const records = readRecords(header, payload);
  for (const key of records.keys()) {
    if (key === "linkpath" || key.startsWith("GNU.sparse."))
      throw refusedHeader(
        "type",
        header.name,
        header.at,
        `speaks of ${key === "linkpath" ? "a link" : "a sparse file"}, where plain files and directories were expected`,
      );
    if (key.endsWith(".xattr.security.capability"))
      throw refusedHeader(
        "mode-special",
        header.name,
        header.at,
        "gives a file capabilities (capabilities(7)), with which whoever runs it has rights of root",
      );
    if (key !== "path" && key !== "size" && !harmless.test(key))
      throw refusedHeader(
        "tar",
        header.name,
        header.at,
        `has the record ${quote(key)}, which some readers follow and others do not`,
      );
  }
  const [name, size] = [records.get("path"), records.get("size")?.toString("latin1")];
  return { ...(name && { name }), ...(size !== undefined && { size: Number(size) }) };
}

/** The comment of a global header, which is all that it may have: what it says of every entry, not every reader applies. */
function readGlobal(header: TarHeader, payload: Buffer): string {
  const records = readRecords(header, payload);
  const comment = records.get("comment")?.toString("latin1");
  if (comment === undefined || records.size > 1)
    throw refusedHeader(
      "tar",
      header.name,
      header.at,
      "speaks of all entries, expected nothing but the one comment that git writes",
    );
  if (!/^[ -~]{0,256}$/.test(comment))
    throw refusedHeader(
      "comment",
      header.name,
      header.at,
      "has a comment that is not printable ASCII of at most 256 bytes",
    );
  return comment;
}

/** Each record is its own length in decimal digits, a space, the key, "=", the value and a line feed. */
function readRecords(header: TarHeader, payload: Buffer): ReadonlyMap<string, Buffer> {
  // tar-stream takes the next header for the records of one that has none.
  if (payload.length === 0)
    throw refusedHeader("tar", header.name, header.at, "announces records, and has none");
  if (payload.length > mostBytes)
    throw refusedHeader(
      "tar",
      header.name,
      header.at,
      `has ${payload.length} bytes of records, more than ${mostBytes}`,
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
      throw refusedHeader("tar", header.name, header.at, `has no record at byte ${at} of its records`);
    if (records.has(key))
      throw refusedHeader("tar", header.name, header.at, `has the record ${quote(key)} twice`);
    const value = record.subarray(equals + 1, -1);
    const number = numbers.find(({ keys }) => keys.test(key));
    if (number && !number.form.test(value.toString("latin1")))
      throw refusedHeader(
        "tar",
        header.name,
        header.at,
        `has the ${key} ${quote(value.toString("latin1"))}, expected a number`,
      );
    records.set(key, value);
    at += length;
  }
  return records;
}
