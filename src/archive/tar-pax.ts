import type { Buffer } from "node:buffer";
import { decodeUtf8 } from "../core/utf8.ts";
import { quote } from "../core/show.ts";
import { refusedHeader, type TarHeader } from "./tar-header.ts";

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
export interface Extended {
  readonly name?: Buffer;
  /** npm writes a copy of the entry's own. */
  readonly size?: number;
}

/** The name and size of one entry (POSIX.1-2017, pax, "pax Extended Header"); anything else that counts is refused. */
export function readExtended(header: TarHeader, payload: Buffer): Extended {
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
export function readGlobal(header: TarHeader, payload: Buffer): string {
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
