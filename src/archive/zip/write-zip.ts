import { Buffer } from "node:buffer";
import type { FileBytes } from "../../model/archive.ts";
import { crc32 } from "../crc32.ts";

/**
 * 1980-01-01, midnight, the earliest time that a zip can store: the bytes of an archive must not depend on when it was
 * made.
 */
const dosDate = (1 << 5) | 1;
/** Made by Unix (3), version 4.5: what the package archiver writes. */
const madeBy = 0x032d;
/** Version 1.0: stored files need no more (APPNOTE.TXT 4.4.3.2). */
const needed = 10;
/** General purpose bit 11: the name is UTF-8; set only for non-ASCII names. */
const utf8Flag = 0x0800;
/** A regular file with these permissions, and the DOS archive bit. */
const attributes = { plain: 0o100644 * 0x10000 + 0x20, executable: 0o100755 * 0x10000 + 0x20 };

// Written by hand, because the bytes must not change with the version of a package. A test compares them with
// archiver's.
/**
 * A reproducible zip: stored, sorted by the UTF-8 bytes of the names, without directories, dates, owners, extra fields
 * or comments.
 * The same files give the same bytes on every machine. The caller checks names and limits.
 */
export function writeZip(files: readonly FileBytes[]): Buffer {
  return Buffer.concat(zipParts(files));
}

/** The size of a local file header, an entry of the central directory and the end record, without names. */
const [localBytes, centralBytes, endBytes] = [30, 46, 22];

/** The length of the zip of these files, which depends only on the lengths of their names and contents. */
export function zipLength(files: readonly FileBytes[]): number {
  return files.reduce(
    (sum, { path, bytes }) => sum + localBytes + centralBytes + 2 * Buffer.byteLength(path) + bytes.length,
    endBytes,
  );
}

/** The zip in consecutive pieces, without copying the files' bytes. */
export function zipParts(files: readonly FileBytes[]): readonly Uint8Array[] {
  const entries = sortByName(files).map(({ name, file }) => ({
    name,
    file,
    crc: crc32(file.bytes),
    flag: name.length === file.path.length ? 0 : utf8Flag,
  }));
  const locals: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const { name, file, crc, flag } of entries) {
    const size = file.bytes.length;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(needed, 0);
    common.writeUInt16LE(flag, 2);
    common.writeUInt16LE(dosDate, 8);
    common.writeUInt32LE(crc, 10);
    common.writeUInt32LE(size, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(name.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(file.executable ? attributes.executable : attributes.plain, 6);
    rest.writeUInt32LE(offset, 10);
    locals.push(signature(0x04034b50), common, name, file.bytes);
    central.push(signature(0x02014b50), Uint8Array.of(madeBy & 0xff, madeBy >> 8), common, rest, name);
    offset += localBytes + name.length + size;
  }
  const end = Buffer.alloc(endBytes);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(
    central.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return [...locals, ...central, end];
}

/** Sorts by UTF-8 bytes; JavaScript's order differs for characters above U+FFFF. */
export function sortByName(
  files: readonly FileBytes[],
): readonly { readonly name: Buffer; readonly file: FileBytes }[] {
  return files
    .map((file) => ({ name: Buffer.from(file.path), file }))
    .sort((a, b) => Buffer.compare(a.name, b.name));
}

function signature(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
