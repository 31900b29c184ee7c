import { Buffer } from "node:buffer";
import { deflateRawSync } from "node:zlib";
import { crc32 } from "../../src/archive/crc32.ts";

/** The records of APPNOTE.TXT 4.3.7, 4.3.12, 4.3.9, 4.3.16, 4.3.14 and 4.3.15: every field with its width, in order. */
const both = {
  needed: 2,
  flags: 2,
  method: 2,
  time: 2,
  date: 2,
  crc: 4,
  packed: 4,
  size: 4,
  nameLength: 2,
  extraLength: 2,
} as const;
const localLayout = { signature: 4, ...both } as const;
const centralLayout = {
  signature: 4,
  madeBy: 2,
  ...both,
  commentLength: 2,
  disk: 2,
  internal: 2,
  attributes: 4,
  offset: 4,
} as const;
const descriptorLayout = { signature: 4, crc: 4, packed: 4, size: 4 } as const;
const wideDescriptorLayout = { signature: 4, crc: 4, packed: 8, size: 8 } as const;
const endLayout = {
  signature: 4,
  disk: 2,
  directoryDisk: 2,
  countHere: 2,
  count: 2,
  directorySize: 4,
  directoryOffset: 4,
  commentLength: 2,
} as const;
const end64Layout = {
  signature: 4,
  recordSize: 8,
  madeBy: 2,
  needed: 2,
  disk: 4,
  directoryDisk: 4,
  countHere: 8,
  count: 8,
  directorySize: 8,
  directoryOffset: 8,
} as const;
const locatorLayout = { signature: 4, endDisk: 4, endOffset: 8, disks: 4 } as const;

type Fields<Layout> = { readonly [Field in keyof Layout]: number };
type Text = string | Uint8Array;
type Local = Fields<typeof localLayout> & { readonly name: Text; readonly extra: Uint8Array };
type Central = Fields<typeof centralLayout> & {
  readonly name: Text;
  readonly extra: Uint8Array;
  readonly comment: Text;
};
type Both = Fields<typeof both> & { readonly name: Text; readonly extra: Uint8Array };
type End = Fields<typeof endLayout>;

/** The true values of a file's two headers. */
export interface Facts {
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}

/** One entry, correct except for overridden fields. */
export interface Entry {
  readonly name: Text;
  readonly data?: Text;
  readonly deflate?: boolean;
  /** The data in the archive; `data` is then what the headers describe. */
  readonly packed?: Uint8Array;
  /** With the file's type. */
  readonly mode?: number;
  /** The system that made it: 0 DOS, 3 Unix, 19 macOS (APPNOTE.TXT 4.4.2). */
  readonly host?: number;
  /** Overrides in both headers, and in one of them. */
  readonly both?: Partial<Both>;
  readonly local?: Partial<Local>;
  readonly central?: Partial<Central>;
  /** The data descriptor, with bit 3 set and no sizes in the local header. */
  readonly descriptor?: (facts: Facts) => Uint8Array;
  /** Bytes before its local header. */
  readonly before?: Uint8Array;
  /** Has no local header and no data. */
  readonly absent?: boolean;
  /** Has no record in the central directory. */
  readonly hidden?: boolean;
}

export interface Framing {
  /** Bytes at the start, not counted in any offset unless `counted`. */
  readonly prefix?: Uint8Array;
  readonly counted?: boolean;
  readonly beforeDirectory?: Uint8Array;
  readonly beforeEnd?: Uint8Array;
  readonly comment?: Text;
  readonly end?: Partial<End>;
  /** The two zip64 records before the end record. */
  readonly zip64?: {
    readonly end?: Partial<Fields<typeof end64Layout>>;
    readonly locator?: Partial<Fields<typeof locatorLayout>>;
    readonly extensible?: Uint8Array;
  };
  readonly suffix?: Uint8Array;
}

/** 2024-05-17, 12:34:56. */
const when = { time: (12 << 11) | (34 << 5) | 28, date: (44 << 9) | (5 << 5) | 17 };

/** A zip of these entries, in this order; every field of every record can be overridden. */
export function buildZip(entries: readonly Entry[], framing: Framing = {}): Buffer {
  const start = framing.counted ? (framing.prefix?.length ?? 0) : 0;
  const locals: Uint8Array[] = [];
  const records: Buffer[] = [];
  let at = start;
  for (const entry of entries) {
    const before = entry.before ?? Buffer.alloc(0);
    const { local, central } = buildEntry(entry, at + before.length);
    if (!entry.hidden) records.push(central);
    if (entry.absent) continue;
    locals.push(before, local);
    at += before.length + local.length;
  }
  at += framing.beforeDirectory?.length ?? 0;
  const directory = Buffer.concat(records);
  const ending = buildEnd(framing, { count: records.length, size: directory.length, offset: at });
  return Buffer.concat([
    ...parts(framing.prefix),
    ...locals,
    ...parts(framing.beforeDirectory),
    directory,
    ...parts(framing.beforeEnd),
    ending,
    ...parts(framing.suffix),
  ]);
}

/**
 * The entry's local header with its data and descriptor, and its record in the central directory, for an offset in the
 * archive.
 */
export function buildEntry(
  entry: Entry,
  offset: number,
): { readonly local: Buffer; readonly central: Buffer } {
  const data = bytes(entry.data ?? "");
  const packed = entry.packed ?? (entry.deflate ? deflateRawSync(data) : data);
  const facts: Facts = { crc: crc32(data), packed: packed.length, size: data.length };
  const name = bytes(entry.name);
  const flags = (entry.descriptor ? 8 : 0) | (name.some((byte) => byte > 0x7f) ? 0x0800 : 0);
  const common: Partial<Both> = {
    needed: entry.deflate ? 20 : 10,
    flags,
    method: entry.deflate ? 8 : 0,
    ...when,
    ...facts,
    name,
    extra: Buffer.alloc(0),
    ...entry.both,
  };
  const later = entry.descriptor ? { crc: 0, packed: 0, size: 0 } : {};
  const local = header(localLayout, { signature: 0x04034b50, ...common, ...later, ...entry.local });
  const made = {
    signature: 0x02014b50,
    madeBy: ((entry.host ?? 3) << 8) | 30,
    attributes: (entry.mode ?? 0o100644) * 0x10000,
    offset,
  };
  const central = header(centralLayout, { ...made, ...common, ...entry.central });
  return { local: Buffer.concat([local, packed, ...parts(entry.descriptor?.(facts))]), central };
}

/** An end of central directory record, with its comment. */
export function endRecord(fields: Partial<End>, comment: Text = ""): Buffer {
  const text = bytes(comment);
  return Buffer.concat([
    record(endLayout, { signature: 0x06054b50, commentLength: text.length, ...fields }),
    text,
  ]);
}

/** A data descriptor, in zip64 form if `wide`, without a signature if that is undefined. */
export function descriptor(
  facts: Partial<Facts> & { readonly signature?: number | undefined },
  wide = false,
): Buffer {
  const whole = record(wide ? wideDescriptorLayout : descriptorLayout, { signature: 0x08074b50, ...facts });
  return "signature" in facts && facts.signature === undefined ? whole.subarray(4) : whole;
}

/** One extra field (APPNOTE.TXT 4.5.1) with an optional wrong length. */
export function extra(id: number, data: Text = "", length?: number): Buffer {
  const content = bytes(data);
  return Buffer.concat([record({ id: 2, length: 2 }, { id, length: length ?? content.length }), content]);
}

/** Eight-byte numbers of zip64. */
export function words64(...values: readonly (number | bigint)[]): Buffer {
  const out = Buffer.alloc(values.length * 8);
  values.forEach((value, at) => out.writeBigUInt64LE(BigInt(value), at * 8));
  return out;
}

function bytes(text: Text): Uint8Array {
  return typeof text === "string" ? Buffer.from(text) : text;
}

function buildEnd(
  { comment, end, zip64 }: Framing,
  directory: { readonly count: number; readonly size: number; readonly offset: number },
): Buffer {
  const counts = {
    countHere: directory.count,
    count: directory.count,
    directorySize: directory.size,
    directoryOffset: directory.offset,
  };
  const last = endRecord({ ...counts, ...end }, comment);
  if (!zip64) return last;
  const extensible = zip64.extensible ?? Buffer.alloc(0);
  const end64 = record(end64Layout, {
    signature: 0x06064b50,
    recordSize: 44 + extensible.length,
    madeBy: 0x032d,
    needed: 45,
    ...counts,
    ...zip64.end,
  });
  const locator = record(locatorLayout, {
    signature: 0x07064b50,
    endOffset: directory.offset + directory.size,
    disks: 1,
    ...zip64.locator,
  });
  return Buffer.concat([end64, extensible, locator, last]);
}

function header<Layout extends Readonly<Record<string, number>>>(
  layout: Layout,
  fields: Partial<Fields<Layout>> & {
    readonly name?: Text;
    readonly extra?: Uint8Array;
    readonly comment?: Text;
  },
): Buffer {
  const name = bytes(fields.name ?? "");
  const extraField = fields.extra ?? Buffer.alloc(0);
  const comment = bytes(fields.comment ?? "");
  const lengths = { nameLength: name.length, extraLength: extraField.length, commentLength: comment.length };
  return Buffer.concat([record(layout, { ...lengths, ...fields }), name, extraField, comment]);
}

/** Little-endian, each field in its width; excess high bytes are dropped. */
function record(layout: Readonly<Record<string, number>>, fields: Readonly<Record<string, unknown>>): Buffer {
  return Buffer.concat(
    Object.entries(layout).map(([field, width]) => {
      const value = fields[field] ?? 0;
      const out = Buffer.alloc(8);
      out.writeBigUInt64LE(BigInt.asUintN(64, BigInt(typeof value === "number" ? value : 0)));
      return out.subarray(0, width);
    }),
  );
}

function parts(part: Uint8Array | undefined): readonly Uint8Array[] {
  return part ? [part] : [];
}
