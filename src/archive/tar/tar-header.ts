import { Buffer } from "node:buffer";
import { type ArchiveCode, ArchiveRefused } from "../../model/archive.ts";
import { quote } from "../../core/show.ts";

/** Length of a header, and of the blocks to which data is padded (POSIX.1-2017, pax, "ustar Interchange Format"). */
export const blockLength = 512;

/** One header of a tar as written, without the values of an extended header before it. */
export interface TarHeader {
  /** Byte offset in the tar. */
  readonly at: number;
  readonly typeflag: string;
  /** Includes the prefix field. */
  readonly name: Buffer;
  readonly size: number;
  readonly mode: number;
}

/** Offset and length of each field, from POSIX. */
const fields = {
  name: [0, 100],
  mode: [100, 8],
  owner: [108, 8],
  group: [116, 8],
  size: [124, 12],
  time: [136, 12],
  checksum: [148, 8],
  typeflag: [156, 1],
  link: [157, 100],
  magic: [257, 8],
  major: [329, 8],
  minor: [337, 8],
  prefix: [345, 155],
  rest: [500, 12],
  gnu: [345, 167],
} as const;
const posix = "ustar\x0000";
const gnu = "ustar  \0";

/** Reads one header; throws ArchiveRefused if readers could interpret it differently. */
export function readHeader(tar: Buffer, at: number): TarHeader {
  const block = tar.subarray(at, at + blockLength);
  const name = readName(block, at);
  if (octal(block, "checksum", at) !== checksum(block))
    throw refusedHeader("tar", name, at, "does not match its header checksum");
  const magic = text(block, "magic");
  if (magic !== posix && magic !== gnu)
    throw refusedHeader("tar", name, at, `has the magic ${quote(magic)}, which is neither POSIX nor GNU`);
  const typeflag = text(block, "typeflag");
  // GNU tar stores the map of a sparse file here, and star stores times; other readers treat the bytes as part of the
  // name.
  if (typeflag !== "S" && !isZero(field(block, magic === gnu ? "gnu" : "rest")))
    throw refusedHeader(
      "tar",
      name,
      at,
      "has data after its header fields, which some readers use as part of its name",
    );
  if (!/[12K]/.test(typeflag) && !isZero(field(block, "link")))
    throw refusedHeader("tar", name, at, "has a link target but is not a link");
  for (const number of ["owner", "group", "time", "major", "minor"] as const)
    checkNumber(block, number, name, at);
  return { at, typeflag, name, size: octal(block, "size", at), mode: octal(block, "mode", at) };
}

export function refusedHeader(code: ArchiveCode, name: Buffer, at: number, message: string): ArchiveRefused {
  const entry = name.toString();
  return new ArchiveRefused(code, `${entry === "" ? "an entry" : quote(entry)} ${message}`, {
    entry,
    offset: at,
  });
}

/** A plain loop, because it checks every byte of padding. */
export function isZero(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at++) if (bytes[at] !== 0) return false;
  return true;
}

/** The prefix and the name, joined by "/". */
function readName(block: Buffer, at: number): Buffer {
  const name = terminated(block, "name", at);
  const prefix = text(block, "magic") === posix ? terminated(block, "prefix", at) : Buffer.alloc(0);
  return prefix.length === 0 ? name : Buffer.concat([prefix, Buffer.from("/"), name]);
}

/** The bytes before the first NUL. Only NULs may follow it. */
function terminated(block: Buffer, name: "name" | "prefix", at: number): Buffer {
  const bytes = field(block, name);
  const end = bytes.indexOf(0);
  if (end === -1) return bytes;
  if (!isZero(bytes.subarray(end)))
    throw refusedHeader("name-char", bytes, at, "contains U+0000 inside its name");
  return bytes.subarray(0, end);
}

/**
 * Reads octal digits between optional leading spaces and trailing spaces or NULs. GNU's binary numbers are not
 * supported, as they are only needed for sizes above our limits.
 */
function octal(block: Buffer, name: "mode" | "size" | "checksum", at: number): number {
  const digits = /^ *([0-7]+)[ \0]*$/.exec(text(block, name))?.[1];
  if (digits === undefined)
    throw refusedHeader(
      "tar",
      terminated(block, "name", at),
      at,
      `has the ${name} ${quote(text(block, name))}, which is not an octal number`,
    );
  return parseInt(digits, 8);
}

/**
 * Checks a field that we do not use, but that other readers reject if it is not a number: octal digits, empty, or
 * GNU's binary number.
 */
function checkNumber(
  block: Buffer,
  name: "owner" | "group" | "time" | "major" | "minor",
  entry: Buffer,
  at: number,
): void {
  const written = text(block, name);
  if (!/^ *(?:[0-7]+[ \0]*|\0[ \0]*)?$|^[\x80\xff]/.test(written))
    throw refusedHeader("tar", entry, at, `has the ${name} ${quote(written)}, which is not a number`);
}

/** The sum of all bytes, with the checksum field counted as spaces. */
function checksum(block: Buffer): number {
  let sum = 0;
  for (const byte of block) sum += byte;
  for (const byte of field(block, "checksum")) sum += 0x20 - byte;
  return sum;
}

function text(block: Buffer, name: keyof typeof fields): string {
  return field(block, name).toString("latin1");
}

function field(block: Buffer, name: keyof typeof fields): Buffer {
  const [start, length] = fields[name];
  return block.subarray(start, start + length);
}
