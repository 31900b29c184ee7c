import { Buffer } from "node:buffer";
import { type ArchiveCode, ArchiveRefused } from "../../model/archive.ts";
import { quote } from "../../core/show.ts";

/** Length of a header, and the unit that data are padded to (POSIX.1-2017, pax, "ustar Interchange Format"). */
export const blockLength = 512;

/** One header of a tar as written; an extended header before it is not applied. */
export interface TarHeader {
  /** Offset from the beginning of the tar, in bytes. */
  readonly at: number;
  readonly typeflag: string;
  /** Including the prefix. */
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

/** Reads one header and refuses what two readers could read differently. */
export function readHeader(tar: Buffer, at: number): TarHeader {
  const block = tar.subarray(at, at + blockLength);
  const name = readName(block, at);
  if (octal(block, "checksum", at) !== checksum(block))
    throw refusedHeader("tar", name, at, "does not match its header checksum");
  const magic = text(block, "magic");
  if (magic !== posix && magic !== gnu)
    throw refusedHeader("tar", name, at, `has the magic ${quote(magic)}, which is neither POSIX nor GNU`);
  const typeflag = text(block, "typeflag");
  // GNU stores the map of a sparse file here and star stores times; other readers read part of the name.
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

/** A plain loop, because it runs over every byte of padding. */
export function isZero(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at++) if (bytes[at] !== 0) return false;
  return true;
}

/** The prefix and the name, with "/" between. */
function readName(block: Buffer, at: number): Buffer {
  const name = terminated(block, "name", at);
  const prefix = text(block, "magic") === posix ? terminated(block, "prefix", at) : Buffer.alloc(0);
  return prefix.length === 0 ? name : Buffer.concat([prefix, Buffer.from("/"), name]);
}

/** The bytes up to the first NUL, after which only NULs are allowed. */
function terminated(block: Buffer, name: "name" | "prefix", at: number): Buffer {
  const bytes = field(block, name);
  const end = bytes.indexOf(0);
  if (end === -1) return bytes;
  if (!isZero(bytes.subarray(end)))
    throw refusedHeader("name-char", bytes, at, "contains U+0000 inside its name");
  return bytes.subarray(0, end);
}

/** Octal digits after optional spaces, followed by spaces and NULs; GNU's binary numbers are only for sizes above all our limits. */
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

/** Checks a field that we do not use but other readers reject if it is not a number: octal digits, empty, or GNU's binary number. */
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
