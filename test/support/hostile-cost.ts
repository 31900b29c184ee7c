import { Buffer } from "node:buffer";
import { deflateRawSync } from "node:zlib";
import { type ArchiveCode, archiveLimits } from "../../src/model/archive.ts";
import { skillEntry } from "./benign-archives.ts";
import type { HostileArchive } from "./hostile-archives.ts";
import { buildEntry, buildZip, type Entry } from "./zip-builder.ts";

const mebibyte = 1_048_576;

/** Deflated zeros, a thousandth of their size. */
function zeros(mebibytes: number): Buffer {
  return deflateRawSync(Buffer.alloc(mebibytes * mebibyte), { level: 9 });
}

/** An archive refused for its declared sizes is never inflated, so its data need not match them. */
function claim(name: string, packed: number, size: number): Entry {
  return { name, packed: Buffer.alloc(packed), both: { method: 8, needed: 20, size, crc: 1 } };
}

/**
 * D. Fifield's zip bomb (bamsoftware.com/hacks/zipbomb): every entry's data starts with a stored block that contains
 * the next entry's local header and continues as that entry's data, so that all entries inflate one kernel.
 */
function quotedOverlap(count: number, kernel: Buffer, size: number): Buffer {
  const names = Array.from({ length: count }, (_, at) => `demo/${at}`);
  let tail = kernel;
  let inflated = size;
  const entries: { readonly local: Buffer; readonly central: (offset: number) => Buffer }[] = [];
  for (const name of names.reverse()) {
    const entry: Entry = { name, packed: tail, both: { method: 8, needed: 20, size: inflated, crc: 1 } };
    const { local } = buildEntry(entry, 0);
    const head = local.subarray(0, local.length - tail.length);
    entries.unshift({ local: head, central: (offset) => buildEntry(entry, offset).central });
    tail = Buffer.concat([Buffer.of(0, head.length, 0, 255 - head.length, 255), local]);
    inflated += head.length;
  }
  const { local: first, central } = buildEntry(skillEntry, 0);
  let at = first.length;
  const records = [
    central,
    ...entries.map((entry) => {
      const record = entry.central(at);
      at += entry.local.length + 5;
      return record;
    }),
  ];
  const body = Buffer.concat([first, tail.subarray(5)]);
  const directory = Buffer.concat(records);
  const empty = buildZip([], {
    end: {
      count: records.length,
      countHere: records.length,
      directorySize: directory.length,
      directoryOffset: body.length,
    },
  });
  return Buffer.concat([body, directory, empty]);
}

const many = (count: number): readonly Entry[] => [
  skillEntry,
  ...Array.from({ length: count - 1 }, (_, at) => ({ name: `demo/${at}` })),
];

const cases: readonly (readonly [how: string, code: ArchiveCode, bytes: () => Uint8Array])[] = [
  [
    "8 MiB of zeros in 8 KiB",
    "ratio",
    () => buildZip([skillEntry, { name: "demo/a", data: Buffer.alloc(8 * mebibyte), deflate: true }]),
  ],
  [
    "8 MiB of zeros in each of three files",
    "ratio",
    () =>
      buildZip([
        skillEntry,
        ...["a", "b", "c"].map((name) => ({
          name: `demo/${name}`,
          packed: zeros(8),
          data: "",
          both: { method: 8, needed: 20, size: 8 * mebibyte },
        })),
      ]),
  ],
  [
    "a SKILL.md of 2 MiB in 2 KiB",
    "ratio",
    () => buildZip([{ ...skillEntry, data: Buffer.alloc(2 * mebibyte, "a"), deflate: true }]),
  ],
  [
    "a file declared to inflate to 201 times its size",
    "ratio",
    () => buildZip([skillEntry, claim("demo/a", 10_000, 2_010_000)]),
  ],
  [
    "a file declared to inflate from nothing",
    "ratio",
    () => buildZip([skillEntry, claim("demo/a", 0, mebibyte + 1)]),
  ],
  [
    "a file of 64 MiB and a byte",
    "entry-size",
    () => buildZip([skillEntry, claim("demo/a", 400_000, archiveLimits.fileBytes + 1)]),
  ],
  [
    "a file of 4 GiB less two bytes",
    "entry-size",
    () => buildZip([skillEntry, claim("demo/a", 400_000, 0xffff_fffe)]),
  ],
  [
    "four files, each of a third of what all may have",
    "total-size",
    () =>
      buildZip([
        skillEntry,
        ...[1, 2, 3, 4].map((at) => claim(`demo/${at}`, 400_000, Math.floor(archiveLimits.totalBytes / 3))),
      ]),
  ],
  [
    "ten bytes declared for 8 MiB",
    "inflate",
    () => buildZip([skillEntry, { ...claim("demo/a", 0, 10), packed: zeros(8) }]),
  ],
  [
    "8,000 bytes declared for 8 MiB",
    "inflate",
    () => buildZip([skillEntry, { ...claim("demo/a", 0, 8_000), packed: zeros(8) }]),
  ],
  [
    "empty blocks by the hundred thousand, and no byte in them",
    "ratio",
    () =>
      buildZip([
        skillEntry,
        {
          ...claim("demo/a", 0, 0),
          packed: Buffer.concat([Buffer.alloc(1_200_000, Buffer.of(0, 0, 0, 255, 255)), Buffer.of(3, 0)]),
        },
      ]),
  ],
  [
    "one MiB declared for 8 MiB",
    "inflate",
    () => buildZip([skillEntry, { ...claim("demo/a", 0, mebibyte), packed: zeros(8) }]),
  ],
  [
    "no byte declared for 8 MiB, in a directory",
    "dir-data",
    () => buildZip([skillEntry, { ...claim("demo/a/", 0, 0), mode: 0o040755, packed: zeros(8) }]),
  ],
  ["50 entries that share 1 MiB", "span-overlap", () => quotedOverlap(50, zeros(1), mebibyte)],
  [
    "250 entries that share 21 MiB",
    "span-overlap",
    () => quotedOverlap(250, Buffer.alloc(21_000), 21 * mebibyte),
  ],
  [
    "900 entries that share 1 KiB",
    "span-overlap",
    () => quotedOverlap(900, deflateRawSync(Buffer.alloc(1024)), 1024),
  ],
  [
    "100 records of one local header, under 100 names",
    "span-overlap",
    () =>
      buildZip([
        skillEntry,
        ...Array.from({ length: 100 }, (_, at) => ({
          name: `demo/${at}`,
          absent: true,
          central: { offset: 0 },
        })),
      ]),
  ],
  [
    "100 records of one local header, under its name",
    "span-overlap",
    () =>
      buildZip([
        skillEntry,
        ...Array.from({ length: 100 }, () => ({ ...skillEntry, absent: true, central: { offset: 0 } })),
      ]),
  ],
  [
    "a file that reaches over all that follow it",
    "span-overlap",
    () =>
      buildZip([
        { ...skillEntry, both: { packed: 400, size: 400 } },
        ...["a", "b", "c", "d"].map((name) => ({ name: `demo/${name}`, data: "x\n".repeat(40) })),
      ]),
  ],
  ["10,001 entries", "entries", () => buildZip(many(10_001))],
  [
    "65,535 entries counted, and as many there",
    "zip64",
    () => buildZip(many(3), { end: { count: 65_535, countHere: 65_535 } }),
  ],
  ["65,538 entries, counted modulo 65,536", "count", () => endOf(65_538)],
  ["an archive of 64 MiB and a byte", "too-big", () => big(archiveLimits.bytes + 1)],
];

/** One record repeated: counting records does not read their fields. */
function endOf(count: number): Buffer {
  const { local, central } = buildEntry(skillEntry, 0);
  const directory = Buffer.concat(Array.from({ length: count }, () => central));
  return Buffer.concat([
    local,
    directory,
    buildZip([], {
      end: {
        count: count & 0xffff,
        countHere: count & 0xffff,
        directorySize: directory.length,
        directoryOffset: local.length,
      },
    }),
  ]);
}

function big(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  buildZip([skillEntry]).copy(bytes);
  return bytes;
}

export const costs: readonly HostileArchive[] = cases.map(([how, code, bytes]) => ({ how, code, bytes }));
