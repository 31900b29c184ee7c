import { Buffer } from "node:buffer";
import { deflateRawSync } from "node:zlib";
import { crc32 } from "../../src/archive/crc32.ts";

/** The header of POSIX ustar (IEEE 1003.1, pax, "ustar Interchange Format"): every field with its offset and width. */
const layout = {
  name: [0, 100],
  mode: [100, 8],
  uid: [108, 8],
  gid: [116, 8],
  size: [124, 12],
  mtime: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  link: [157, 100],
  magic: [257, 8],
  owner: [265, 32],
  group: [297, 32],
  major: [329, 8],
  minor: [337, 8],
  prefix: [345, 155],
} as const;

type Field = string | Uint8Array;

export interface TarEntry {
  readonly name: string;
  readonly data?: Field;
  /** "0" a file, "5" a directory, "x" and "g" pax, "L" and "K" GNU's long names, … */
  readonly type?: string;
  readonly mode?: number;
  /** Raw fields that replace the true ones. */
  readonly header?: Partial<Record<keyof typeof layout, Field>>;
  /** Records of a pax header before it. */
  readonly pax?: readonly (readonly [key: string, value: Field])[];
  /** The padding of the data's last block. */
  readonly padding?: number;
}

export const gnuMagic = "ustar  \0";

/** A tar of these entries, ended by two blocks of zeros. */
export function buildTar(
  entries: readonly TarEntry[],
  { end = Buffer.alloc(1024) }: { readonly end?: Uint8Array } = {},
): Buffer {
  return Buffer.concat([...entries.map(tarEntry), end]);
}

export function tarEntry(entry: TarEntry): Buffer {
  const data = Buffer.from(entry.data ?? "");
  const pax = entry.pax
    ? tarEntry({
        name: "PaxHeaders/entry",
        type: "x",
        data: Buffer.concat(entry.pax.map(([key, value]) => paxRecord(key, value))),
      })
    : Buffer.alloc(0);
  return Buffer.concat([
    pax,
    tarHeader(entry, data.length),
    data,
    Buffer.alloc(-data.length & 511, entry.padding ?? 0),
  ]);
}

/** "length key=value\n", where the length counts itself. */
export function paxRecord(key: string, value: Field): Buffer {
  const rest = Buffer.concat([Buffer.from(` ${key}=`), Buffer.from(value), Buffer.from("\n")]);
  const guess = rest.length + String(rest.length).length;
  const length = rest.length + String(guess).length;
  return Buffer.concat([Buffer.from(String(length)), rest]);
}

export interface GzipFraming {
  readonly flags?: number;
  readonly method?: number;
  /** Optional fields between the header and the data, as declared by the flags. */
  readonly fields?: Uint8Array;
  readonly crc?: number;
  readonly size?: number;
  readonly suffix?: Uint8Array;
  /** A deflated stream that replaces the true one. */
  readonly packed?: Uint8Array;
}

/** A gzip member (RFC 1952) with a level, a time and a system that `skills pack` does not write. */
export function buildGzip(data: Uint8Array, framing: GzipFraming = {}): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(framing.crc ?? crc32(data), 0);
  trailer.writeUInt32LE(framing.size ?? data.length, 4);
  const header = Buffer.of(0x1f, 0x8b, framing.method ?? 8, framing.flags ?? 0, 0x60, 0xa3, 0x47, 0x66, 2, 3);
  return Buffer.concat([
    header,
    framing.fields ?? Buffer.alloc(0),
    framing.packed ?? deflateRawSync(data, { level: 9 }),
    trailer,
    framing.suffix ?? Buffer.alloc(0),
  ]);
}

/** The octal digits of a number, with a zero at the end. */
export function octal(value: number, width: number): string {
  return `${value.toString(8).padStart(width - 1, "0")}\0`;
}

function tarHeader(
  { name, type = "0", mode = type === "5" ? 0o755 : 0o644, header = {} }: TarEntry,
  size: number,
): Buffer {
  const fields = {
    name,
    mode: octal(mode, 8),
    uid: octal(0, 8),
    gid: octal(0, 8),
    size: octal(size, 12),
    mtime: octal(0o14623663540, 12),
    checksum: " ".repeat(8),
    type,
    magic: "ustar\x0000",
    ...header,
  };
  const block = Buffer.alloc(512);
  for (const [field, [at, width]] of Object.entries(layout)) {
    const value = fields[field as keyof typeof fields];
    if (value !== undefined) Buffer.from(value).copy(block, at, 0, width);
  }
  if (header.checksum !== undefined) return block;
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}
